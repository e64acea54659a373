import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct HeadTests {
        /// Heads after the request line and Host that must not get through.
        static let refused: [String] = [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
            "Content-Length: 5\r\nContent-Length: 5\r\n",
            "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: 5, 5\r\n", "Content-Length: +5\r\n", "Content-Length: -5\r\n",
            "Content-Length: 0x5\r\n", "Content-Length:\r\n", "Content-Length: 5 \r\n", "Content-Length: 5 5\r\n",
            "Content-Length: 99999999999999999999999\r\n", "Content-Length: 9999999999999999999\r\n",
            "Transfer-Encoding: gzip\r\n", "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked \r\n",
            "Transfer-Encoding: chunked, chunked\r\n", "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding:\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: identity\r\n",
            "Transfer-Encoding: \u{0B}chunked\r\n",
            "X: a\0b\r\n", "X: a\0\r\n", "X\0Y: a\r\n", "X: a\u{01}b\r\n", "X: a\u{7F}b\r\n", "X: a\rb\r\n",
            "X : a\r\n", "X\t: a\r\n", "X Y: a\r\n", ": a\r\n", "X(): a\r\n", "X\u{E9}: a\r\n", "X\r\n", "\0: a\r\n",
            "X: a\r\n b\r\n", "X: a\r\n\tb\r\n", "Content-Length: 5\r\n 5\r\n", "X: a\nY: b\r\n", "X: a\n",
            " X: a\r\n", "Host: a\r\n", "Host: b\r\n", "Content-Length : 5\r\n", "Transfer-Encoding : chunked\r\n",
        ]

        @Test(arguments: refused) func `a head that can be read in two ways is refused and hides nothing`(
            _ lines: String
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("POST /page HTTP/1.1\r\nHost: a\r\n\(lines)\r\nGET /page HTTP/1.1\r\nHost: a\r\n\r\n")

            let text = client.readToEnd()
            #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400 ") || text.hasPrefix("HTTP/1.1 413 "))
            #expect(!text.contains("HTTP/1.1 200"))
            #expect(server.perform { $0.completedCount } == 0)
        }

        static let refusedLines: [String] = [
            "GET  /page HTTP/1.1\r\nHost: a\r\n", "G\0ET /page HTTP/1.1\r\nHost: a\r\n",
            "GET /a\0b HTTP/1.1\r\nHost: a\r\n", "GET /a\u{01} HTTP/1.1\r\nHost: a\r\n",
            "GET /a\tb HTTP/1.1\r\nHost: a\r\n",
            "GET /a b HTTP/1.1\r\nHost: a\r\n", "GET /page HTTP/1.1\nHost: a\r\n", "GET /page HTTP/1.1\r\n",
            "GET /page HTTP/1.1 \r\nHost: a\r\n", "GET /page\r\nHost: a\r\n", "GET\r\nHost: a\r\n",
            "GET /page HTTP/2.0\r\nHost: a\r\n",
            "GET /page http/1.1\r\nHost: a\r\n", "POST /page HTTP/1.0\r\nTransfer-Encoding: chunked\r\n",
            "GET /page HTTP/1.1\r\n Host: a\r\n", "GET /page HTTP/1.1\r\nHost: a\r\n\n\r\n",
        ]

        @Test(arguments: refusedLines) func `a bad request line is refused`(_ head: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send(head + "\r\n")
            client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")

            let text = client.readToEnd()
            #expect(
                text.isEmpty
                    || ["400", "505"].contains {
                        text.hasPrefix("HTTP/1.1 \($0) ") || text.hasPrefix("HTTP/1.0 \($0) ")
                    }
            )
            #expect(server.perform { $0.completedCount } == 0)
        }

        static let accepted: [String] = [
            "GET /page HTTP/1.1\r\nhost:a\r\n", "GET /page HTTP/1.1\r\nHost:   a  \r\nX:\r\nY:  \r\n",
            "\r\nGET /page HTTP/1.1\r\nHost: a\r\n", "GET /page HTTP/1.0\r\n",
            "POST /page HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n",
            "GET /page?a=b&c=d%20e HTTP/1.1\r\nHost: a\r\nCookie: x=y; z=\"1\"\r\nAccept: */*\r\n",
            "BREW /page HTTP/1.1\r\nHost: a\r\nX: \u{E9}\r\n",
        ]

        @Test(arguments: accepted) func `a sound head comes through`(_ head: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send(head + "\r\n")

            #expect(client.reply().status == 200)
        }

        @Test func `fifty names of the greatest length and ten more headers fit`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let query = (0..<50).map { _ in "id=" + String(repeating: "n", count: 128) }.joined(separator: "&")
            let headers = (0..<10).map { "X-Header-\($0): " + String(repeating: "v", count: 40) + "\r\n" }.joined()

            client.send("GET /query?\(query) HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")

            let reply = client.reply()
            #expect(reply.status == 200)
            #expect(reply.body == query)
        }

        @Test func `nothing of the target is decoded`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            #expect(client.get("/query?a=%26+b%41%2F%00%zz").body == "a=%26+b%41%2F%00%zz")
        }
    }
}
