import TestSupport
import Testing

@testable import MicroHTTPD

extension LoopTests {
    /// A proxy between a client and an upstream that behaves.
    struct UpstreamTests {
        // MARK: Whole replies

        @Test func `a request and its reply pass through, and the connection is used again`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client()

            client.send("POST /echo?a=%20b HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
            #expect(client.reply().body == "hello")
            client.send("GET /headers HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-A: 2\r\n\r\n")
            let headers = client.reply()
            #expect(client.get("/query?a=%20b").body == "a=%20b")

            #expect(headers.body == "1;2;")
            #expect(headers.head.contains("X-Name: 1\r\n"))
            #expect(proxy.upstreamCount == 1)
            #expect(server.reactor.currentCounters.acceptedConnections == 1)
        }

        @Test func `replies without a body keep their length, and the connection`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client()

            client.send("HEAD /bytes?5000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = client.reply(bodyIsExpected: false)
            let nothing = client.get("/nothing")

            #expect(head.status == 200 && head.head.contains("Content-Length: 5000000\r\n"))
            #expect(nothing.status == 204)
            #expect(client.get("/page").body == "page")
            #expect(proxy.upstreamCount == 1)
        }

        @Test func `a reply to HEAD whose length nobody knows ends its connection`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client()

            client.send("HEAD /pieces?3 HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = client.reply(bodyIsExpected: false)

            #expect(reply.status == 200 && !reply.head.contains("Content-Length"))
            #expect(client.isEnded())
        }

        @Test func `interim replies are skipped, and 304 has no body whatever its length`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            peer.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n")
            peer.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 12\r\n\r\n")
            let first = client.reply(bodyIsExpected: false)
            client.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = peer.message()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

            #expect(first.status == 304 && first.head.contains("ETag: \"1\"\r\n"))
            #expect(client.reply().body == "ok")
        }

        @Test func `headers about a connection stay on it`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send(
                "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, X-Hop\r\nTE: trailers\r\nX-Hop: 1\r\nX-End: 2\r\n\r\n"
            )
            let peer = raw.accept()
            let request = peer.message()
            peer.send(
                "HTTP/1.1 200 OK\r\nConnection: x-back\r\nX-Back: 1\r\nX-Stays: 2\r\nKeep-Alive: 5\r\nContent-Length: 0\r\n\r\n"
            )
            let reply = client.reply()

            #expect(request?.head == ["GET / HTTP/1.1", "Host: a", "X-End: 2", "Content-Length: 0"])
            #expect(reply.head.contains("X-Stays: 2\r\n"))
            #expect(!reply.head.contains("X-Back") && !reply.head.contains("Keep-Alive"))
        }

        @Test func `a reply that comes byte by byte is whole in the end`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            for byte in "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello".utf8 { peer.send([byte]) }

            let reply = client.reply()
            #expect(reply.body == "hello" && reply.head.contains("X-A: b\r\n"))
        }

        // MARK: Many

        @Test func `a thousand requests share few connections`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port) { $0.connectionLimit = 4 }
            defer { proxy.stop() }
            let clients = (0..<50).map { _ in proxy.client() }

            for round in 0..<20 {
                for (index, client) in clients.enumerated() {
                    let body = "\(round)-\(index)"
                    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                }
                for (index, client) in clients.enumerated() { #expect(client.reply().body == "\(round)-\(index)") }
            }

            #expect(proxy.upstreamCount <= 4)
            #expect(server.reactor.currentCounters.acceptedConnections <= 4)
        }

        @Test func `a client that breaks off makes room for a call that waits`() throws {
            let raw = RawUpstream()
            let proxy = try ProxyServer(to: raw.port) { $0.connectionLimit = 1 }
            defer { proxy.stop() }
            let client = Socket(receiveBuffer: nil)
            client.connect(to: proxy.reactor.port)
            client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            let other = proxy.client()
            other.send("GET /second HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(proxy.eventually { $0.upstream?.waitingCount == 1 })

            client.breakOff()
            let next = raw.accept()
            let request = next.message()
            next.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

            #expect(request?.head.first == "GET /second HTTP/1.1")
            #expect(other.reply().body == "ok")
        }

        @Test func `stopping with calls under way leaves nothing open`() throws {
            let raw = RawUpstream()
            let proxy = try ProxyServer(to: raw.port)
            let clients = (0..<3).map { _ in proxy.client() }
            for (index, client) in clients.enumerated() { client.send("GET /\(index) HTTP/1.1\r\nHost: a\r\n\r\n") }
            let peers = clients.map { _ in raw.accept() }
            // They come in any order.
            let requests = peers.map { $0.message()?.head.first }
            let first = try #require(requests.firstIndex(of: "GET /0 HTTP/1.1"))
            peers[first].send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
            #expect(clients[0].reply(bodyIsExpected: false).status == 200)

            proxy.stop(within: 0.1)

            for peer in peers { #expect(peer.rest(until: Moment.now() + 20).isEmpty && peer.isAtEnd) }
            for client in clients { #expect(client.isEnded()) }
        }
    }
}
