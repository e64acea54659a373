internal import CMicroHTTPD
internal import Glibc

/// Whether this libmicrohttpd hands over a socket as our streams need it.
///
/// MHD_USE_TURBO is documented to skip `shutdown()` when a connection closes; that and the rest of the way (a reader
/// that is called when the head is out, ends with an error, and is forgotten) are proved here, once, at start.
package enum TakeOver {
    /// One stream over loopback, on the calling thread.
    package static func selfCheck() throws(ReactorError) {
        let reactor = try Reactor(ReactorConfiguration(), name: "self-check")
        let application = OneStream()
        reactor.begin(application)
        defer { reactor.tearDown() }
        let client = try connect(to: reactor.port)
        defer { close(client) }
        let request = Array("GET / HTTP/1.1\r\nHost: self-check\r\n\r\n".utf8)
        guard request.withUnsafeBytes({ write(client, $0.baseAddress, $0.count) }) == request.count else {
            throw .system(call: "write", code: errno)
        }
        var reply: [UInt8] = []
        let deadline = MonotonicClock.now() + 2_000_000_000
        while MonotonicClock.now() < deadline {
            _ = reactor.turn()
            guard readAll(client, into: &reply) else { continue }
            guard reactor.connections.isEmpty else {
                throw .takeOverUnsupported(reason: "the connection is not forgotten")
            }
            return try verify(reply)
        }
        throw .takeOverUnsupported(reason: "the stream did not end")
    }

    private static func verify(_ reply: [UInt8]) throws(ReactorError) {
        let text = String(decoding: reply, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200 ") else { throw .takeOverUnsupported(reason: "no head came first") }
        guard text.lowercased().contains("\r\ntransfer-encoding: chunked\r\n") else {
            throw .takeOverUnsupported(reason: "the stream is not chunked")
        }
        guard text.hasSuffix("\r\n\r\n5\r\nhello\r\n0\r\n\r\n") else {
            throw .takeOverUnsupported(reason: "the socket was closed, or written to, by others")
        }
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

    /// Streams one frame to whoever asks.
    private final class OneStream: Application {
        func admit(_ exchange: Exchange) -> Admission { .accept(maximumBodyByteCount: 0) }

        func respond(to exchange: Exchange) -> Reply {
            .stream(
                StreamHead { socket in
                    _ = socket.send(Array("hel".utf8), Array("lo".utf8))
                    socket.finish()
                }
            )
        }

        func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

        /// Soon again: the check polls its own client between two turns.
        func turn(now: UInt64) -> UInt64? { now + 1_000_000 }

        func completed(_ exchange: Exchange) {}
    }
}
