import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct RepeatedHeadTests {
        private static let good =
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n"

        @Test func `a head is known from its second time on, and its note from the third`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            let bodies = (0..<4).map { _ in
                client.send(Self.good)
                return client.reply().body
            }

            #expect(bodies == ["new", "repeated", "noted", "noted"])
        }

        @Test(arguments: [
            "POST /repeated?a=c HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a&b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "PUT /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 23\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-C: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A:  1\r\nX-B:22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 1\r\n\r\nx",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\nX-C: 1\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n",
        ])
        func `a head that differs anywhere is a new one, and forgets the note`(_ other: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            let bodies = [Self.good, Self.good, other, Self.good, Self.good].map { request in
                client.send(request)
                return client.reply().body
            }

            #expect(bodies == ["new", "repeated", "new", "new", "repeated"])
        }

        /// Heads that libmicrohttpd, which writes NUL over separators, leaves with nearly the bytes of the good one.
        static let twins: [String] = [
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\0\0X-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\0X-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A\0 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\0\0X-B\0 22\0\0Content-Length\0 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\r\nHost\0 a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a\0b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST\0/repeated?a=b HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b\0HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
            "POST /repeated?a=b HTTP/1.1\nHost: a\r\nX-A: 1\r\nX-B: 22\r\nContent-Length: 0\r\n\r\n",
        ]

        @Test(arguments: twins) func `a head that only looks like the last one is refused`(_ twin: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            for _ in 0..<3 {
                client.send(Self.good)
                #expect(client.reply().status == 200)
            }

            client.send(twin + Self.good)

            let text = client.readToEnd()
            #expect(text.isEmpty || text.contains("HTTP/1.1 400 ") || text.contains("HTTP/1.0 400 "))
            #expect(!text.contains("HTTP/1.1 200"))
            #expect(server.perform { $0.completedCount } == 3)
        }

        @Test(arguments: HeadTests.refused) func `a good head vouches for no other`(_ lines: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let start = "POST /repeated HTTP/1.1\r\nHost: a\r\n"
            for _ in 0..<2 {
                client.send(start + "Content-Length: 0\r\n\r\n")
                #expect(client.reply().status == 200)
            }

            client.send(start + lines + "\r\n" + Self.good)

            let text = client.readToEnd()
            #expect(!text.contains("HTTP/1.1 200"))
            #expect(server.perform { $0.completedCount } == 2)
        }

        @Test func `the body of a repeated head is its own`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"

            client.send(head + "one" + head + "two" + head + "six")

            #expect((0..<3).map { _ in client.reply().body } == ["one", "two", "six"])
        }
    }
}
