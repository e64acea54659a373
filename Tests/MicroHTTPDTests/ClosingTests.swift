import Glibc
import Testing

@testable import MicroHTTPD

extension LoopTests {
    /// How connections end when the service closes them while the peer still sends.
    struct ClosingTests {
        /// Requests after which the service closes, each followed by more than it reads.
        private static let closing: [(name: String, request: String, status: Int)] = [
            ("refused from the head", "GET /forbidden HTTP/1.1\r\nHost: a\r\n\r\n", 403),
            ("a chunk too many", tooMuch, 413),
            ("a head too large", "GET / HTTP/1.1\r\nHost: a\r\nA: \(x(100_000))\r\n\r\n", 431),
        ]

        private static let tooMuch =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n\(x(1_001))\r\n"

        private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

        @Test(arguments: closing.indices) func `a close resets away no reply that its peer has yet to read`(
            _ index: Int
        ) throws {
            let (name, request, status) = Self.closing[index]
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server, receiveBufferByteCount: 4_096)

            client.send("GET /bytes?1000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            client.send(request)
            client.send(String(repeating: "GET /page HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000))

            #expect(client.reply().body.utf8.count == 1_000_000, "\(name)")
            #expect(client.reply().status == status, "\(name)")
            #expect(client.isEnded(), "\(name)")
        }

        @Test func `a refusal in the middle of a body says when it was made`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send(Self.tooMuch)

            let date = HTTPDate.text(of: time(nil))
            #expect(client.reply().head.contains("\r\nDate: \(date.prefix(16))"))
        }

        @Test(arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        ])
        func `a date is written as RFC 9110 does`(_ seconds: Int, _ text: String) {
            #expect(HTTPDate.text(of: seconds) == text)
        }
    }
}
