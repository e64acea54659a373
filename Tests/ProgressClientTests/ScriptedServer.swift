import Glibc
import Synchronization

/// Listens on loopback; answers each connection's one request with the next of its texts, and closes it. When it has no
/// more texts it accepts nothing: the kernel connects its clients, and nobody answers.
final class ScriptedServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let requestHeads = Mutex<[String]>([])

    /// The heads of the requests so far.
    var heads: [String] { requestHeads.withLock { $0 } }

    init(_ replies: [String] = []) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        precondition(isListening, "a test needs a port")
        port = UInt16(bigEndian: address.sin_port)
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

    deinit { close(listener) }

    private final class Script {
        let server: ScriptedServer
        let replies: [String]

        init(server: ScriptedServer, replies: [String]) {
            self.server = server
            self.replies = replies
        }

        func run() {
            for reply in replies {
                let connection = accept(server.listener, nil, nil)
                defer { close(connection) }
                var head: [UInt8] = []
                var byte: UInt8 = 0
                while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), read(connection, &byte, 1) == 1 {
                    head.append(byte)
                }
                server.requestHeads.withLock { $0.append(String(decoding: head, as: UTF8.self)) }
                let bytes = Array(reply.utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
        }
    }
}
