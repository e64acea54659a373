/// Reads one reply of HTTP/1.1 while its bytes come: its head, then its body piece by piece.
///
/// Bytes that are not a reply are an error; a body may have a length, be chunked, or last as long as its connection.
struct ReplyReader {
    /// The next part of the bytes so far.
    enum Part {
        /// Not enough bytes.
        case nothing
        case head(status: Int, headers: [String: String])
        /// Bytes of the body: they come again until `pass` is called.
        case body(ArraySlice<UInt8>)
        /// Nothing follows.
        case end
    }

    private enum Stage {
        case head
        case sized(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailer
        case untilClose
        case complete
    }

    /// Bytes of a head, of a trailer, or of the line with the size of a chunk, at most.
    private static let longestHead = 65_536

    private let isHead: Bool
    private var bytes: [UInt8] = []
    private var start = 0
    private var stage = Stage.head
    private var status: Int?
    private var headers: [String: String] = [:]
    private var headBytes = 0
    private var hasEnded = false

    /// Whether the connection can have another request, once there is an end.
    private(set) var staysOpen = false

    /// Whether there has been anything at all.
    private(set) var hasBytes = false

    /// - Parameter method: the request's, since a reply to `HEAD` has no body.
    init(to method: String) { isHead = method == "HEAD" }

    mutating func append(_ received: UnsafeRawBufferPointer) {
        bytes.removeSubrange(..<start)
        start = 0
        bytes.append(contentsOf: received)
        hasBytes = true
    }

    /// The peer sends nothing more.
    mutating func close() { hasEnded = true }

    /// Passes over the bytes of a body that were taken.
    mutating func pass(_ count: Int) {
        start += count
        switch stage {
        case .sized(let left): stage = .sized(left: left - count)
        case .chunk(let left): stage = .chunk(left: left - count)
        default: break
        }
    }

    mutating func next() throws(ReplyFault) -> Part {
        while true {
            switch stage {
            case .head:
                guard let line = try line() else { return try nothing() }
                if let part = try readHead(line) { return part }
            case .sized(let left), .chunk(let left):
                if left > 0 { return start < bytes.count ? .body(bytes[start...].prefix(left)) : try nothing() }
                if case .sized = stage { complete() } else { stage = .chunkEnd }
            case .chunkSize:
                guard let line = try line() else { return try nothing() }
                try readSize(line)
            case .chunkEnd:
                guard let line = try line() else { return try nothing() }
                guard line.isEmpty else { throw .notHTTP }
                stage = .chunkSize
            case .trailer:
                guard let line = try line() else { return try nothing() }
                if line.isEmpty { complete() }
            case .untilClose:
                if start < bytes.count { return .body(bytes[start...]) }
                if !hasEnded { return .nothing }
                complete()
            case .complete:
                return .end
            }
        }
    }

    private func nothing() throws(ReplyFault) -> Part {
        if hasEnded { throw hasBytes ? .incomplete : .empty }
        return .nothing
    }

    private mutating func complete() {
        stage = .complete
        // Bytes after the end belong to no request.
        if start < bytes.count { staysOpen = false }
    }

    /// The next line, without its end; nil if it is not complete.
    private mutating func line() throws(ReplyFault) -> Substring? {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else {
            if headBytes + bytes.count - start > Self.longestHead { throw .longHead(Self.longestHead) }
            if case .head = stage, status == nil { try checkBeginning() }
            return nil
        }
        headBytes += end + 1 - start
        if headBytes > Self.longestHead { throw .longHead(Self.longestHead) }
        var line = bytes[start..<end]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        start = end + 1
        return Substring(decoding: line, as: UTF8.self)
    }

    /// Something that never ends its first line need not be waited for.
    private func checkBeginning() throws(ReplyFault) {
        let expected = "HTTP/1.".utf8
        guard bytes[start...].prefix(expected.count).elementsEqual(expected.prefix(bytes.count - start)) else {
            throw .notHTTP
        }
    }

    private mutating func readHead(_ line: Substring) throws(ReplyFault) -> Part? {
        guard let status else {
            try readStatus(line)
            return nil
        }
        if line.isEmpty { return try endHead(status) }
        guard let colon = line.firstIndex(of: ":") else { throw .notHTTP }
        let name = line[..<colon].lowercased(), value = line[line.index(after: colon)...].trimmed
        // Two lengths would leave it to the reader where the reply ends.
        if name == "content-length", let other = headers[name], other != value { throw .notHTTP }
        headers[name] = value
        return nil
    }

    private mutating func readStatus(_ line: Substring) throws(ReplyFault) {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
            let status = Int(parts[1]), 100...599 ~= status
        else { throw .notHTTP }
        self.status = status
        staysOpen = parts[0] == "HTTP/1.1"
        headers = [:]
    }

    private mutating func endHead(_ status: Int) throws(ReplyFault) -> Part? {
        if status < 200 {
            // An interim reply, of a protocol that was not asked for or before the real one.
            if status == 101 { throw .notHTTP }
            self.status = nil
            return nil
        }
        if headers["connection"]?.lowercased().contains("close") == true { staysOpen = false }
        headBytes = 0
        if isHead || status == 204 || status == 304 {
            complete()
        } else if let coding = headers["transfer-encoding"]?.lowercased() {
            guard coding == "chunked" else { throw .coding(coding) }
            stage = .chunkSize
        } else if let length = headers["content-length"] {
            stage = .sized(left: try Self.number(length, radix: 10))
        } else {
            stage = .untilClose
            staysOpen = false
        }
        return .head(status: status, headers: headers)
    }

    private mutating func readSize(_ line: Substring) throws(ReplyFault) {
        let size = try Self.number(line.prefix { $0 != ";" }.trimmed, radix: 16)
        headBytes = 0
        stage = size == 0 ? .trailer : .chunk(left: size)
    }

    /// Digits alone: `Int` would also take a sign.
    private static func number(_ digits: String, radix: Int) throws(ReplyFault) -> Int {
        guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
            let number = Int(digits, radix: radix)
        else { throw .notHTTP }
        return number
    }
}

/// Why bytes are not a reply.
enum ReplyFault: Error, Equatable, CustomStringConvertible {
    case notHTTP
    case empty
    case incomplete
    case longHead(Int)
    case coding(String)

    var description: String {
        switch self {
        case .notHTTP: "the answer is not HTTP/1.1"
        case .empty: "the connection was closed without an answer"
        case .incomplete: "the connection was closed within the answer"
        case .longHead(let most): "the head of the answer has more than \(most) bytes"
        case .coding(let name): "the answer has the transfer coding \(name)"
        }
    }
}
