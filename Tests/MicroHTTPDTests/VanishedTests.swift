import Glibc
import Platform
import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct VanishedTests {
        @Test func `a peer that vanishes without a word is noticed, one that is silent is not`() throws {
            let server = try TestServer { $0.vanishedStreamSeconds = 2 }
            defer { server.stop() }
            let clients = (0..<3).map { _ in RawClient(server) }
            for (number, client) in clients.enumerated() {
                client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = client.reply(bodyIsExpected: false)
                #expect(server.eventually { $0.streams.count == number + 1 })
            }

            clients[0].becomeDeaf()
            clients[1].becomeDeaf()
            server.perform { _ = $0.streams[1].send([], [65]) }
            let deadline = MonotonicClock.now() + 6_000_000_000
            while server.perform({ $0.goneCount }) < 2, MonotonicClock.now() < deadline { poll(nil, 0, 20) }
            let silent = MonotonicClock.now() + 1_500_000_000
            while MonotonicClock.now() < silent { poll(nil, 0, 20) }

            #expect(server.perform { $0.goneCount } == 2)
            server.perform { _ = $0.streams.first?.send([], [65]) }
            #expect(clients[2].read(6) == "1\r\nA\r\n")
        }
    }
}

extension RawClient {
    /// From now on no packet reaches this socket, and none is answered, as if its cable were cut.
    fileprivate func becomeDeaf() {
        // struct sock_filter: `ret #0`. struct sock_fprog: one instruction, and where it is.
        let instruction = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        defer { instruction.deallocate() }
        instruction.initialize(to: 0x0006)
        var program = (UInt64(1), UInt64(UInt(bitPattern: instruction)))
        let attachFilter: Int32 = 26
        let size = socklen_t(MemoryLayout.size(ofValue: program))
        let result = setsockopt(descriptor, SOL_SOCKET, attachFilter, &program, size)
        #expect(result == 0)
    }
}
