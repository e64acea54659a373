internal import CReading
internal import Glibc

/// How libmicrohttpd would take the bytes at the beginning of a request, which it has not read yet.
///
/// It keeps a head in one memory of a fixed size, with a copy of the cookies and 64 bytes for each field, parameter and
/// cookie. Where that is not enough, 0.9.75 closes without a byte, waits forever, or refuses with a head that comes
/// twice. So a head is measured first, and goes to a daemon whose memory is enough for it.
enum HeadMeasure: Equatable {
    /// Whole, and it fits.
    case fits
    /// The rest has to come first.
    case unfinished
    /// It needs the larger memory.
    case large
    case excess(HeadLimit)
    /// libmicrohttpd would close without a word.
    case malformed(String)

    /// - Parameter most: how much of libmicrohttpd's memory it may take.
    init(_ bytes: UnsafeBufferPointer<UInt8>, most: Int) {
        guard let start = bytes.baseAddress else {
            self = .unfinished
            return
        }
        if bytes.count <= Self.quickByteCount, creading_is_small(start, bytes.count, min(most, Self.quickMost)) {
            self = .fits
            return
        }
        var sizes = HeadSizes()
        let isWhole = sizes.take(bytes)
        if let flaw = sizes.flaw {
            self = .malformed(flaw)
        } else if let limit = sizes.excess {
            self = .excess(limit)
        } else {
            self = sizes.memoryByteCount > most ? .large : isWhole ? .fits : .unfinished
        }
    }

    /// Longer heads are measured line by line.
    private static let quickByteCount = 1_024
    /// So are heads that take more memory. Fewer than 128 fields, parameters and cookies fit in: that passes no limit.
    private static let quickMost = 8 * 1_024
}

/// The sizes of a head, counted line by line.
private struct HeadSizes {
    private var byteCount = 0
    private var lineCount = 0
    private var queryByteCount = 0
    /// Read together with the head: it stays in the same memory meanwhile.
    private var behindByteCount = 0
    private var parameterCount = 0
    private var cookieCount = 0
    private(set) var flaw: String?

    private var fieldCount: Int { max(0, lineCount - 1) }

    var excess: HeadLimit? {
        if byteCount > HeadLimit.bytes.most { return .bytes }
        if fieldCount > HeadLimit.fields.most { return .fields }
        if parameterCount > HeadLimit.parameters.most { return .parameters }
        return cookieCount > HeadLimit.cookies.most ? .cookies : nil
    }

    /// The most that it takes, with a `Link` in the reply that repeats the query, percent-encoded.
    var memoryByteCount: Int {
        2 * byteCount + behindByteCount + 3 * queryByteCount + 64 * (fieldCount + parameterCount + cookieCount)
    }

    /// - Returns: whether the head is whole; what follows it is not counted.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 0
        while let end = Self.lineEnd(in: bytes, from: position) {
            let isEmpty = end == position || end == position + 1 && bytes[position] == UInt8(ascii: "\r")
            if !isEmpty {
                take(line: UnsafeBufferPointer(rebasing: bytes[position..<end]))
                if flaw != nil || excess != nil { return false }
            }
            position = end + 1
            byteCount = position
            // Empty lines before the request line are skipped (RFC 9112, 2.2).
            if isEmpty && lineCount > 0 {
                behindByteCount = bytes.count - position
                return true
            }
        }
        byteCount = bytes.count
        return false
    }

    private static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        return memchr(start + position, 10, bytes.count - position).map {
            UnsafeRawPointer($0) - UnsafeRawPointer(start)
        }
    }

    private mutating func take(line: UnsafeBufferPointer<UInt8>) {
        lineCount += 1
        if lineCount == 1 {
            let isSplit = creading_count(line.baseAddress, line.count, "    ") == 2 && line.first != UInt8(ascii: " ")
            if !isSplit { flaw = "not a method, a target and a version with one space between" }
            guard let mark = line.firstIndex(of: UInt8(ascii: "?")) else { return }
            queryByteCount = line.count - mark
            parameterCount = 1 + creading_count(line.baseAddress, line.count, "&&&&")
        } else if line.count > 7, line[6] == UInt8(ascii: ":"),
            HeaderField(name: .init(rebasing: line[..<6])).isNamed("cookie")
        {
            // libmicrohttpd also parts them at commas.
            cookieCount += 1 + creading_count(line.baseAddress, line.count, ";,;,")
        }
    }
}
