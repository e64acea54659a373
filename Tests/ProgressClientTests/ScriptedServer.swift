import Glibc
import Synchronization

/// Listens on loopback; answers each connection's one GET with the next of its texts, and closes it. When it has no
/// more texts it accepts nothing: the kernel connects its clients, and they get no answer. Its port is taken for good,
/// like that of `AbsentServer`.
final class ScriptedServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let requestHeads = Mutex<[String]>([])

    /// The heads of the requests so far.
    var heads: [String] { requestHeads.withLock { $0 } }

    init(_ replies: [String] = []) {
        let socket = LoopbackSocket()
        (listener, port) = (socket.descriptor, socket.port)
        precondition(listen(listener, 8) == 0, "a test needs a port")
        if replies.isEmpty { return }
        // A thread, because the pool of tasks must not be blocked; it ends with its last reply.
        let script = Unmanaged.passRetained(Script(server: self, replies: replies)).toOpaque()
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
        let replies: [String]

        init(server: ScriptedServer, replies: [String]) {
            self.server = server
            self.replies = replies
        }

        func run() {
            for reply in replies { while !answer(with: reply) {} }
        }

        /// - Returns: false for a request of another test's client: its reporter may still be trying to reach a service
        ///   that had this port.
        private func answer(with reply: String) -> Bool {
            let connection = accept(server.listener, nil, nil)
            defer { close(connection) }
            var head: [UInt8] = []
            var byte: UInt8 = 0
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), read(connection, &byte, 1) == 1 {
                head.append(byte)
            }
            let text = String(decoding: head, as: UTF8.self)
            guard text.hasPrefix("GET ") else { return false }
            server.requestHeads.withLock { $0.append(text) }
            let bytes = Array(reply.utf8)
            _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            return true
        }
    }
}
