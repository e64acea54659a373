import Testing

@testable import MicroHTTPD

extension LoopTests {
    /// Connections that have moved to the larger memory, or could not.
    struct MovedConnectionTests {
        @Test func `a large head has a body, and others after it, small and large`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let field = "X: " + String(repeating: "x", count: 9_000) + "\r\n"
            let body = String(repeating: "b", count: 900)

            for _ in 0..<3 {
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\n\(field)Content-Length: 900\r\n\r\n\(body)")
                #expect(client.reply().body == body)
                client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
                #expect(client.reply().body == "abc")
            }
        }

        @Test(arguments: [10, 66, 70, 85, 128, 256])
        func `cookies and a body that come together have room together`(count: Int) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let cookies = Array(repeating: "k=v", count: count).joined(separator: ";")
            let lines = "POST /large HTTP/1.1\r\nHost: a\r\nCookie: \(cookies)\r\nContent-Length: "

            for size in [900, 3_000, 3_800, 60_000] {
                client.send("\(lines)\(size)\r\n\r\n" + String(repeating: "b", count: size))

                #expect(client.reply().body == "\(size)")
            }
        }

        @Test func `a large head may follow a body in chunks`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

            for pieces in [
                ["3\r\nabc\r\n0\r\n\r\n"], ["", "3\r", "\nab", "c\r\n0", "\r\n\r\n"], ["3\r\na", "bc\r\n0\r\n\r\n"],
            ] {
                client.send(head + pieces[0])
                for piece in pieces.dropFirst() {
                    server.perform { _ in }
                    client.send(piece)
                }
                #expect(client.reply().body == "abc")
                client.send("GET /query?x HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n")
                #expect(client.reply().body == "x")
            }
        }

        @Test func `a stream begins after a large head`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("GET /stream HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n")

            #expect(client.reply(bodyIsExpected: false).status == 200)
            #expect(server.eventually { $0.streams.count == 1 && $0.reactor.counters.connections == 0 })
        }

        @Test func `a request that waits after a large head is found when it continues`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let (client, other) = (RawClient(server), RawClient(server))

            client.send("GET /park HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n")
            #expect(server.eventually { $0.parked.count == 1 })
            _ = other.get("/wake")

            #expect(client.reply().body == "resumed")
        }

        @Test func `few connections keep the larger memory, and the others close after their reply`() throws {
            let server = try TestServer { $0.keptLargeConnections = 2 }
            defer { server.stop() }
            let clients = (0..<4).map { _ in RawClient(server) }

            let closing = clients.map { client in
                client.send("GET /echo HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n")
                return client.reply().head.contains("Connection: close")
            }

            #expect(closing == [false, false, true, true])
        }

        @Test func `small heads that come in pieces stay where they are, also after a large one elsewhere`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            for _ in 0..<5 {
                for piece in ["GET /pa", "ge HTTP/1.1\r", "\nHo", "st: a\r\n\r", "\n"] {
                    client.send(piece)
                    server.perform { _ in }
                }
                #expect(client.reply().body == "page")
            }
            #expect(server.perform { $0.reactor.counters.acceptedConnections } == 1)
        }

        @Test func `requests in a pipeline are answered in their order, whatever their sizes`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let small = (0..<20).map { "GET /query?\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()

            client.send(small)
            for number in 0..<20 { #expect(client.reply().body == "\(number)") }
            client.send(
                "GET /query?x HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n" + small
            )

            #expect(client.reply().body == "x")
            for number in 0..<20 { #expect(client.reply().body == "\(number)") }
        }

        @Test(arguments: ["GET /a b HTTP/1.1", "GET", "GET /", " GET / HTTP/1.1", "GET  / HTTP/1.1", "GET /a\tb"])
        func `a request line without its three parts is refused with a body, also without the rest of the head`(
            line: String
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            let (whole, unfinished) = (RawClient(server), RawClient(server))

            whole.send("\(line)\r\nHost: a\r\n\r\n")
            unfinished.send("\(line)\r\n")

            for client in [whole, unfinished] { #expect(client.readToEnd().hasPrefix("HTTP/1.1 400 Bad Request\r\n")) }
        }

        @Test func `an unfinished large head meets the deadline of any head`() throws {
            let server = try TestServer { $0.headSeconds = 0.3 }
            defer { server.stop() }
            let (first, later) = (RawClient(server), RawClient(server))
            #expect(later.get("/page").body == "page")

            for client in [first, later] {
                client.send("GET /page HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))")

                #expect(client.readToEnd().hasPrefix("HTTP/1.1 408 "))
            }
        }

        @Test func `nothing of all that is left when the reactor stops`() throws {
            let server = try TestServer()
            let clients = (0..<8).map { _ in RawClient(server) }
            for client in clients {
                client.send("GET /page HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 9_000))\r\n\r\n")
                #expect(client.reply().body == "page")
            }

            server.stop()

            for client in clients { #expect(client.readToEnd().isEmpty) }
            #expect(server.reactor.currentCounters.connections == 0)
        }
    }
}
