import TestSupport

/// A client that sends exactly what it is told, and waits at most twenty seconds for a reply.
final class RawClient {
    private let socket: Socket

    var descriptor: Int32 { socket.descriptor }
    private var deadline: Double { Moment.now() + 20 }

    struct Reply {
        var status = 0
        var head = ""
        var body = ""
    }

    /// Made, but not connected.
    init(receiveBufferByteCount: Int32? = nil) { socket = Socket(receiveBuffer: receiveBufferByteCount) }

    convenience init(_ server: TestServer, receiveBufferByteCount: Int32? = nil) {
        self.init(receiveBufferByteCount: receiveBufferByteCount)
        connect(to: server.port)
    }

    @discardableResult
    func connect(to port: UInt16) -> Bool { socket.connect(to: port) }

    func send(_ text: String) { socket.send(text) }

    func get(_ target: String) -> Reply {
        send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        return reply()
    }

    /// One response; status 0 if the connection ended before.
    func reply(bodyIsExpected: Bool = true) -> Reply {
        var reply = Reply()
        var length = 0
        while let line = socket.line(until: deadline) {
            reply.head += line + "\r\n"
            if line.isEmpty {
                reply.status = Int(reply.head.split(separator: " ").dropFirst().first ?? "") ?? 0
                reply.body = bodyIsExpected ? read(length) : ""
                return reply
            }
            let field = line.lowercased()
            if field.hasPrefix("content-length: ") { length = Int(field.dropFirst(16)) ?? 0 }
        }
        return Reply()
    }

    /// Exactly that many bytes, fewer at the end.
    func read(_ count: Int) -> String {
        String(decoding: socket.bytes(count, until: deadline) ?? socket.rest(until: 0), as: UTF8.self)
    }

    func readToEnd() -> String {
        var bytes: [UInt8] = []
        while socket.hasBytes(within: 3) { bytes += socket.rest(until: 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The peer closed or reset; false if it did neither within three seconds.
    func isEnded() -> Bool {
        _ = readToEnd()
        return socket.isAtEnd
    }
}
