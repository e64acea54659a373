import TestSupport
import Testing

@testable import MicroHTTPD

extension LoopTests {
    /// Bodies that pass through a proxy without being collected.
    struct RelayTests {
        private static let chunked =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

        @Test func `a long body passes to a slow client whole, with its length`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client(receiveBuffer: 4_096)

            client.send("GET /bytes?50000000 HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = client.reply(bodyIsExpected: false)
            let body = client.read(50_000_000)

            #expect(head.head.contains("Content-Length: 50000000\r\n"))
            #expect(!head.head.contains("chunked"))
            #expect(body.utf8.count == 50_000_000 && body.utf8.allSatisfy { $0 == 65 })
            #expect(client.isEnded())
            #expect(proxy.upstreamCount == 1)
        }

        @Test func `a long body passes to the upstream`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client()

            client.send("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 16777216\r\n\r\n")
            for _ in 0..<256 { client.send(String(repeating: "x", count: 65_536)) }

            #expect(client.reply().body == "16777216")
        }

        @Test func `a chunked body passes, and its connection is used again`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client()

            client.send("GET /pieces?3 HTTP/1.0\r\nHost: a\r\n\r\n")
            let text = client.readToEnd()

            #expect(text.hasSuffix("\r\n\r\n" + String(repeating: "B", count: 3_000)))
            #expect(proxy.client().get("/page").body == "page")
            #expect(proxy.upstreamCount == 1)
        }

        @Test func `what comes in pieces goes on in pieces, chunk heads cut anywhere`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }
            client.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()

            peer.send(Self.chunked)
            _ = client.reply(bodyIsExpected: false)
            for byte in "5;x=y\r\nhello\r\n00b\r\n and again.\r\n0\r\nX-Trailer: 1\r\n\r\n".utf8 { peer.send([byte]) }

            #expect(client.readToEnd() == "hello and again.")
        }

        @Test func `a body without a length ends with its connection`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            var peer: Socket? = raw.accept()
            _ = peer?.message()

            peer?.send("HTTP/1.1 200 OK\r\n\r\nhello")
            #expect(client.reply(bodyIsExpected: false).status == 200)
            peer = nil

            #expect(client.readToEnd() == "5\r\nhello\r\n0\r\n\r\n")
        }

        @Test(arguments: ["", "g\r\n", "1\r\nab", "ffffffffffffffffff\r\n"])
        func `an upstream that breaks off, or breaks the chunks, does not end the reply in good order`(
            bytes: String
        ) throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            var peer: Socket? = raw.accept()
            _ = peer?.message()

            peer?.send(Self.chunked + "1\r\nx\r\n")
            #expect(client.reply(bodyIsExpected: false).status == 200)
            #expect(client.read(6) == "1\r\nx\r\n")
            peer?.send(bytes)
            if bytes.isEmpty { peer = nil }

            #expect(!client.readToEnd().hasSuffix("0\r\n\r\n"))
            #expect(client.isEnded())
            #expect(proxy.eventually { $0.upstream?.connectionCount == 0 })
        }

        @Test func `an event stream whose upstream ends without a word ends in good order`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }
            proxy.perform { $0.endsInOrder = true }
            let other = proxy.client()
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            var peer: Socket? = raw.accept()
            other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            var second: Socket? = raw.accept()
            for socket in [peer, second] { _ = socket?.message() }
            for socket in [peer, second] { socket?.send(Self.chunked + "9\r\ndata: a\n\n\r\n") }
            for client in [client, other] {
                #expect(client.reply(bodyIsExpected: false).status == 200)
                #expect(client.read(14) == "9\r\ndata: a\n\n\r\n")
            }

            second?.send("6\r\ndata: \r\n")
            peer = nil
            second = nil

            #expect(client.readToEnd() == "0\r\n\r\n")
            #expect(other.readToEnd() == "6\r\ndata: \r\n0\r\n\r\n")
        }

        @Test func `relays that are ended end in good order, and calls under way go on`() throws {
            let (raw, proxy, stream) = try ProxyServer.scripted()
            defer { proxy.stop() }
            proxy.perform { $0.endsInOrder = true }
            let other = proxy.client()
            stream.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            peer.send(Self.chunked + "9\r\ndata: a\n\n\r\n")
            #expect(stream.reply(bodyIsExpected: false).status == 200)
            #expect(stream.read(14) == "9\r\ndata: a\n\n\r\n")
            other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let second = raw.accept()
            _ = second.message()

            proxy.perform { $0.upstream?.endRelays() }
            let rest = stream.readToEnd()
            second.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")

            #expect(rest == "0\r\n\r\n")
            #expect(peer.rest(until: Moment.now() + 20).isEmpty && peer.isAtEnd)
            #expect(other.reply().body == "done")
        }

        @Test func `a client that leaves a relay ends it at the upstream`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            var client: RawClient? = proxy.client()
            client?.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client?.reply(bodyIsExpected: false).status == 200)
            #expect(server.eventually { $0.streams.count == 1 })

            client = nil

            #expect(server.eventually { $0.goneCount == 1 })
            #expect(proxy.eventually { $0.upstream?.connectionCount == 0 })
            #expect(proxy.eventually { $0.reactor.counters.open == 0 })
        }

        @Test func `relays take no place among the short calls`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port) { $0.connectionLimit = 1 }
            defer { proxy.stop() }
            let streams = (0..<3).map { _ in proxy.client() }

            for stream in streams {
                stream.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(stream.reply(bodyIsExpected: false).status == 200)
            }

            #expect(proxy.client().get("/page").body == "page")
            #expect(proxy.upstreamCount == 4)
        }

        @Test func `a relay's client that does not read holds the upstream back`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let proxy = try ProxyServer(to: server.port)
            defer { proxy.stop() }
            let client = proxy.client(receiveBuffer: 4_096)
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = client.reply(bodyIsExpected: false)
            #expect(server.eventually { $0.streams.count == 1 })
            let size = 200_000

            let isBehind = server.eventually { application in
                guard let socket = application.streams.first, !socket.isBehind else { return true }
                _ = socket.send([], Array(repeating: 65, count: size))
                return false
            }

            #expect(isBehind)
            #expect(client.read(size).utf8.count == size)
        }
    }
}
