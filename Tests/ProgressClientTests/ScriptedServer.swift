import Glibc
import Synchronization

/// Listens on loopback; answers the GETs of each connection with its texts, and closes it. When it has no more texts it
/// accepts nothing: the kernel connects its clients, and they get no answer. Its port is taken for good, like that of
/// `AbsentServer`.
final class ScriptedServer: Sendable {
    /// How the last text is sent.
    enum End {
        case closes
        /// The connection stays open.
        case staysOpen
        /// No other connection can be made from then on.
        case refusesOthers
    }

    let port: UInt16
    private let listener: Int32
    private let requestHeads = Mutex<[String]>([])

    /// The heads of the requests so far.
    var heads: [String] { requestHeads.withLock { $0 } }

    /// Each connection gets one reply.
    convenience init(_ replies: [String] = [], end: End = .closes) {
        self.init(connections: replies.map { [$0] }, end: end)
    }

    /// - Parameter replies: those of each connection.
    init(connections replies: [[String]], end: End = .closes) {
        let socket = LoopbackSocket()
        (listener, port) = (socket.descriptor, socket.port)
        precondition(listen(listener, 8) == 0, "a test needs a port")
        if replies.isEmpty { return }
        // A thread, because the pool of tasks must not be blocked; it ends with its last reply.
        let script = Unmanaged.passRetained(Script(server: self, replies: replies, end: end)).toOpaque()
        var thread = pthread_t()
        pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Script>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            script
        )
        pthread_detach(thread)
    }

    private final class Script {
        let server: ScriptedServer
        let replies: [[String]]
        let end: End

        init(server: ScriptedServer, replies: [[String]], end: End) {
            self.server = server
            self.replies = replies
            self.end = end
        }

        func run() {
            for texts in replies.dropLast() { while !answer(with: texts, end: .closes) {} }
            while !answer(with: replies[replies.count - 1], end: end) {}
        }

        /// - Returns: false for a request of another test's client: its reporter may still be trying to reach a service
        ///   that had this port.
        private func answer(with replies: [String], end: End) -> Bool {
            let connection = accept(server.listener, nil, nil)
            if connection < 0 { return false }
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            defer { if end != .staysOpen { close(connection) } }
            for (i, reply) in replies.enumerated() {
                guard let text = head(on: connection) else { return i > 0 }
                server.requestHeads.withLock { $0.append(text) }
                if end == .refusesOthers && i == replies.count - 1 { shutdown(server.listener, Int32(SHUT_RDWR)) }
                let bytes = Array(reply.utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
            return true
        }

        /// Nil where it is no GET.
        private func head(on connection: Int32) -> String? {
            var head: [UInt8] = []
            var byte: UInt8 = 0
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), read(connection, &byte, 1) == 1 {
                head.append(byte)
            }
            let text = String(decoding: head, as: UTF8.self)
            return text.hasPrefix("GET ") ? text : nil
        }
    }
}
