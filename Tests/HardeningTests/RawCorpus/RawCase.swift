import Testing

/// Bytes as a client may send them, and the required outcome.
struct RawCase: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        /// The reply is one of these, and the connection continues with the next request.
        case answered([Int])
        /// The reply is an error, or there is no reply, and the connection ends: the bytes after it are not read.
        case refused
        /// The reply has this status, and the connection ends: the bytes after it are not read.
        case last(Int)
        /// Read although a strict reader would refuse it: libmicrohttpd does not let us see the difference.
        case lenient
        /// This many replies 200, and one completed unit for each.
        case completed(Int)
    }

    let name: String
    let bytes: [UInt8]
    let outcome: Outcome
    /// Whether the client says after these bytes that no more will come.
    let endsSending: Bool

    init(_ name: String, _ text: String, _ outcome: Outcome, endsSending: Bool = false) {
        self.init(name, Array(text.utf8), outcome, endsSending: endsSending)
    }

    init(_ name: String, _ bytes: [UInt8], _ outcome: Outcome, endsSending: Bool = false) {
        self.name = name
        self.bytes = bytes
        self.outcome = outcome
        self.endsSending = endsSending
    }

    var testDescription: String { name }

    /// A head of the given lines around an addition of nothing, and behind it a request that must not be executed.
    static func refused(_ name: String, _ lines: String, _ body: String = nothing, endsSending: Bool = false) -> RawCase
    {
        RawCase(name, "\(head)\(lines)\r\n\(body)\(marked)", .refused, endsSending: endsSending)
    }

    /// A head of the given lines around an addition of nothing, without a request behind it.
    static func answered(_ name: String, _ statuses: [Int], _ lines: String, _ body: String = nothing) -> RawCase {
        RawCase(name, "\(head)\(lines)\r\n\(body)", .answered(statuses))
    }

    static func lenient(_ name: String, _ lines: String, _ body: String = nothing) -> RawCase {
        RawCase(name, "\(head)\(lines)\r\n\(body)", .lenient)
    }

    // MARK: Parts

    static let line = "POST /v1/progress/guarded/completed-units HTTP/1.1\r\n"
    static let host = "Host: 127.0.0.1\r\n"
    static let json = "Content-Type: application/json\r\n"
    static let head = line + host + json
    /// An addition that changes nothing; 11 bytes.
    static let nothing = #"{"count":0}"#
    static let length = "Content-Length: 11\r\n"
    /// An addition that would show in the tree.
    static let marked = head + length + "\r\n" + #"{"count":1}"#
    /// Asks for nothing, and is easily told from everything else.
    static let health = "GET /healthz HTTP/1.1\r\n" + host + "\r\n"

    /// The bytes as one chunk.
    static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }
}
