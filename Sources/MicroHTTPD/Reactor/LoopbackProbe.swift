internal import CMicroHTTPD
internal import Glibc
import Platform

/// Shows what this libmicrohttpd does with requests over loopback, on the calling thread.
enum LoopbackProbe {
    struct Reply {
        /// All that came until the connection ended.
        let bytes: [UInt8]
        /// libmicrohttpd had forgotten the connection when it ended.
        let connectionIsForgotten: Bool
    }

    /// - Parameter requests: on one connection, all at once; the last one ends it.
    /// - Returns: nil if the connection did not end within two seconds.
    static func reply(
        to requests: String,
        by respond: @escaping (Exchange) -> MicroHTTPD.Reply
    ) throws(ReactorError) -> Reply? {
        let reactor = try Reactor(ReactorConfiguration(), name: "self-check")
        reactor.begin(Responder(respond))
        defer { reactor.tearDown() }
        let client = try connect(to: reactor.port)
        defer { close(client) }
        let requests = Array(requests.utf8)
        guard requests.withUnsafeBytes({ write(client, $0.baseAddress, $0.count) }) == requests.count else {
            throw .system(call: "write", code: errno)
        }
        var bytes: [UInt8] = []
        let deadline = MonotonicClock.now() + 2_000_000_000
        while MonotonicClock.now() < deadline {
            _ = reactor.turn()
            guard readAll(client, into: &bytes) else { continue }
            return Reply(bytes: bytes, connectionIsForgotten: reactor.counters.connections == 0)
        }
        return nil
    }

    private static func connect(to port: UInt16) throws(ReactorError) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw .system(call: "connect", code: code)
        }
        return descriptor
    }

    /// - Returns: true at the end of the stream.
    private static func readAll(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { space in
            while true {
                let count = recv(descriptor, space.baseAddress, space.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return count == 0 }
                bytes.append(contentsOf: space[..<count])
            }
        }
    }

    private final class Responder: Application {
        private let answer: (Exchange) -> MicroHTTPD.Reply

        init(_ answer: @escaping (Exchange) -> MicroHTTPD.Reply) { self.answer = answer }

        func admit(_ exchange: Exchange) -> Admission { .accept(maximumBodyByteCount: 0) }

        func respond(to exchange: Exchange) -> MicroHTTPD.Reply { answer(exchange) }

        func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

        /// Soon again: the probe polls its own client between two turns.
        func turn(now: UInt64) -> UInt64? { now + 1_000_000 }

        func completed(_ exchange: Exchange) {}
    }
}
