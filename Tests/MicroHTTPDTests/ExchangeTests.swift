import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct ExchangeTests {
        @Test func `a body is echoed, declared or chunked, on one connection`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
            #expect(client.reply().body == "hello")
            client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            )
            #expect(client.reply().body == "abcde")
            client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
            #expect(client.reply().body == "x")
        }

        @Test func `pipelined requests are answered in order`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            let requests = (0..<50).map { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n\($0 + 10)" }
            client.send(requests.joined())

            for number in 10..<60 { #expect(client.reply().body == "\(number)") }
        }

        @Test func `the target comes as it was sent`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            #expect(client.get("/target?a=%20b&c=%2f+d").body == "/target?a=%20b&c=%2f+d")
            #expect(client.get("/query?x=1?y").body == "x=1?y")
            #expect(client.get("/query").body == "none")
            #expect(client.get("/query?").body == "")
            #expect(client.get("/peer").body == "127.0.0.1")
        }

        @Test func `every header line of a name is found, without white space around the value`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("GET /headers HTTP/1.1\r\nHost: a\r\nX-A:  one \t\r\nx-a:\r\nX-B: no\r\nX-a: three\r\n\r\n")
            let reply = client.reply()

            #expect(reply.body == "one;;three;")
            #expect(reply.head.contains("\r\nX-Name: one\r\n"))
        }

        @Test func `HEAD has the length and no body, an immutable page may be sent often`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("HEAD /page HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = client.reply(bodyIsExpected: false)

            #expect(head.head.contains("Content-Length: 4\r\n"))
            for _ in 0..<3 { #expect(client.get("/page").body == "page") }
        }

        @Test func `Expect gets its 100 when the body is wanted, and none when it is refused`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let other = RawClient(server)

            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(client.reply().status == 100)
            client.send("ok")
            #expect(client.reply().body == "ok")
            other.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\nExpect: 100-continue\r\n\r\n")
            #expect(other.reply().status == 413)
            #expect(other.isEnded())
        }

        @Test(arguments: ["200-maybe", "100-continue, more", "100-continued"])
        func `another expectation is 417, before a body, and after what is refused for other reasons`(
            expectation: String
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            func status(_ path: String, length: Int, _ version: String = "1.1") -> Int {
                let client = RawClient(server)
                client.send("POST \(path) HTTP/\(version)\r\nHost: a\r\nContent-Length: \(length)\r\n")
                client.send("Expect: \(expectation)\r\n\r\n")
                if version == "1.0" { client.send("ok") }
                return client.reply().status
            }

            #expect(status("/", length: 2) == 417)
            #expect(status("/", length: 0) == 417)
            #expect(status("/forbidden", length: 2) == 403)
            #expect(status("/", length: 2_000) == 413)
            // HTTP/1.0 has no expectations.
            #expect(status("/", length: 2, "1.0") == 200)
        }

        @Test func `a body that is too large is 413, declared or grown, though it was sent in full`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let declared = RawClient(server)
            let chunked = RawClient(server)
            let text = String(repeating: "x", count: 100_000)

            declared.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + text)
            chunked.send(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n186A0\r\n\(text)\r\n0\r\n\r\n"
            )

            #expect(declared.reply().status == 413)
            #expect(declared.isEnded())
            #expect(chunked.reply().status == 413)
            #expect(chunked.isEnded())
            #expect(server.perform { $0.refusals } == [.bodyTooLarge(limit: 1_000), .bodyTooLarge(limit: 1_000)])
        }

        @Test func `what is refused at the head closes, and nothing behind it is read`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("GET /forbidden HTTP/1.1\r\nHost: a\r\n\r\nGET /page HTTP/1.1\r\nHost: a\r\n\r\n")

            let text = client.readToEnd()
            #expect(text.hasPrefix("HTTP/1.1 403 "))
            #expect(text.contains("Connection: close\r\n"))
            #expect(text.hasSuffix("\r\n\r\nno"))
        }

        @Test func `a request may resume what others parked, also many at once`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let waiting = (0..<200).map { _ in RawClient(server) }
            let client = RawClient(server)
            for other in waiting { other.send("GET /park HTTP/1.1\r\nHost: a\r\n\r\n") }
            #expect(server.eventually { $0.parked.count == 200 })

            #expect(client.get("/wake").body == "page")

            for other in waiting { #expect(other.reply().body == "resumed") }
            #expect(server.perform { $0.reactor.counters.parked } == 0)
        }

        @Test func `what parks again and again is refused when the reactor stops`() throws {
            let server = try TestServer()
            let client = RawClient(server)
            client.send("GET /park-for-ever HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(server.eventually { $0.parked.count == 1 })
            server.perform { application in for exchange in application.parked.values { exchange.resume() } }
            #expect(server.eventually { $0.parked.count == 1 && $0.reactor.counters.parked == 1 })

            server.stop()

            #expect(client.reply().status == 503)
        }

        @Test func `a response may close the connection`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            #expect(client.get("/close").head.contains("Connection: close\r\n"))

            #expect(client.isEnded())
        }

        @Test func `a header value with a line end is not sent`() {
            let response = Response(status: 200)

            #expect(!response.addHeader("X-A", Array("a\r\nX-B: c".utf8)))
            #expect(!response.addHeader("X-A", [65, 0]))
            #expect(response.addHeader("X-A", Array("é b".utf8)))
        }

        @Test func `a parked exchange goes on when it is resumed, and one whose peer left is noticed`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            var other: RawClient? = RawClient(server)
            client.send("GET /park HTTP/1.1\r\nHost: a\r\n\r\n")
            other?.send("GET /park HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(server.eventually { $0.parked.count == 2 })

            other = nil
            #expect(server.eventually { $0.parked.count == 1 && $0.completedCount == 1 })
            server.perform { application in for exchange in application.parked.values { exchange.resume() } }

            #expect(client.reply().body == "resumed")
            #expect(client.get("/page").body == "page")
        }
    }
}
