internal import Glibc

/// The head of an upstream's reply, read strictly. It points into the bytes that were read.
struct ReplyHead {
    /// The longest head that is read, interim ones included.
    static let longest = 32 * 1_024

    private(set) var status = 0
    private(set) var fields: [HeaderField] = []
    /// The connection may carry another request after this reply.
    private(set) var isPersistent = false
    private(set) var declaredLength: Int?
    private(set) var isChunked = false
    private var isHTTP11 = false

    /// 1xx, but not 101: another head follows.
    var isInterim: Bool { status < 200 }

    /// How the body ends (RFC 9112, 6.3).
    func framing(ofReplyToHead isHead: Bool) -> ReplyFraming {
        if isHead || status < 200 || status == 204 || status == 304 { return .none }
        if isChunked { return .chunked }
        return declaredLength.map { .declared($0) } ?? .untilEnd
    }

    func value(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        for field in fields where field.isNamed(name) { return field.trimmedValue }
        return nil
    }

    /// Reads a head that ends with an empty line.
    ///
    /// - Returns: what is wrong with it; nil if nothing is.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> StaticString? {
        fields.removeAll(keepingCapacity: true)
        (declaredLength, isChunked) = (nil, false)
        var rest = bytes.assumingMemoryBound(to: UInt8.self)[...]
        guard let line = Self.line(&rest), readStatus(line) else { return "bad status line" }
        while let line = Self.line(&rest) {
            if line.isEmpty { return rest.isEmpty ? lastFlaw : "bytes after the head" }
            guard let field = Self.field(line) else { return "bad header line" }
            if let flaw = note(field) { return flaw }
            fields.append(field)
        }
        return "bare line feed in the head"
    }

    private var lastFlaw: StaticString? {
        if isChunked && declaredLength != nil { return "Content-Length with Transfer-Encoding" }
        if isChunked && !isHTTP11 { return "Transfer-Encoding in HTTP/1.0" }
        return status == 101 ? "a change of protocol" : nil
    }

    /// `HTTP/1.1 200 OK`; the reason may be missing.
    private mutating func readStatus(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = "HTTP/1.".utf8
        guard line.count >= 12, line.starts(with: start), line[8] == 0x20, line.count == 12 || line[12] == 0x20 else {
            return false
        }
        guard line[7] == UInt8(ascii: "1") || line[7] == UInt8(ascii: "0") else { return false }
        status = 0
        for digit in line[9..<12] {
            guard digit &- UInt8(ascii: "0") < 10 else { return false }
            status = status * 10 + Int(digit - UInt8(ascii: "0"))
        }
        isHTTP11 = line[7] == UInt8(ascii: "1")
        isPersistent = isHTTP11
        return status >= 100 && status < 600
    }

    private mutating func note(_ field: HeaderField) -> StaticString? {
        switch field.name.count {
        case 10 where field.isNamed("connection"):
            if HeaderList.contains("close", in: field.value) { isPersistent = false }
        case 14 where field.isNamed("content-length"):
            guard declaredLength == nil, let length = Self.length(field.trimmedValue) else {
                return "bad Content-Length"
            }
            declaredLength = length
        case 17 where field.isNamed("transfer-encoding"):
            guard !isChunked, HeaderField(name: field.trimmedValue).isNamed("chunked") else {
                return "Transfer-Encoding other than chunked"
            }
            isChunked = true
        default: break
        }
        return nil
    }

    private static func length(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var length = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            length = length * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return length
    }

    /// Takes a line without its end; nil if none ends with CR and LF.
    private static func line(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8>? {
        guard let end = rest.firstIndex(of: 10), end > rest.startIndex, rest[end - 1] == 13 else { return nil }
        defer { rest = rest[(end + 1)...] }
        return UnsafeBufferPointer(rebasing: rest[..<(end - 1)])
    }

    private static func field(_ line: UnsafeBufferPointer<UInt8>) -> HeaderField? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = UnsafeBufferPointer(rebasing: line[..<colon])
        guard name.allSatisfy(HeadCheck.isTokenCharacter) else { return nil }
        var value = line[(colon + 1)...]
        while value.first == 0x20 || value.first == 0x09 { value.removeFirst() }
        for byte in value where byte < 0x20 && byte != 0x09 || byte == 0x7f { return nil }
        return HeaderField(name: name, value: UnsafeBufferPointer(rebasing: value))
    }
}

/// The way to find the end of a reply's body.
enum ReplyFraming: Equatable {
    case none
    case declared(Int)
    case chunked
    /// The end of the connection.
    case untilEnd
}

/// The end of a head: an empty line after a line.
enum HeadEnd {
    /// - Returns: how long the head is, with that line; nil if it is not there yet.
    static func find(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        var position = 0
        while let found = memchr(start + position, 10, bytes.count - position) {
            position = UnsafeRawPointer(found) - start + 1
            if position >= 4, bytes[position - 2] == 13, bytes[position - 3] == 10 { return position }
        }
        return nil
    }
}
