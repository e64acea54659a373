import TestSupport
import Testing

@testable import MicroHTTPD

extension LoopTests {
    /// A proxy whose upstream closes, is silent, moves, or breaks the grammar.
    struct BrokenUpstreamTests {
        @Test func `without a listener nothing is sent`() throws {
            var raw: RawUpstream? = RawUpstream()
            let port = raw?.port ?? 0
            raw = nil
            let proxy = try ProxyServer(to: port)
            defer { proxy.stop() }

            let reply = proxy.client().get("/")

            #expect(reply.body == "not sent")
            #expect(proxy.upstreamCount == 0)
        }

        @Test(arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ])
        func `an upstream that closes before its reply is whole has not replied`(begin: String) throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
            var peer: Socket? = raw.accept()
            _ = peer?.message()
            peer?.send(begin)
            peer = nil

            #expect(client.reply().body == "no reply")
            #expect(proxy.upstreamCount == 0)
        }

        @Test(arguments: [
            "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 200 OK\nContent-Length: 0\n\n\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\r\n X: folded\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX\r\n\r\n", "HTTP/1.1 200 OK\r\nX: \u{1}\r\n\r\n", "HTTP/1.1 101 Switch\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 40_000),
        ])
        func `a reply that breaks the grammar is none`(reply: String) throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            peer.send(reply)

            #expect(client.reply().body == "no reply")
            #expect(proxy.upstreamCount == 0)
        }

        @Test func `bytes after a reply cost the connection, not the reply`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n")

            #expect(client.reply().body == "ok")
            #expect(proxy.upstreamCount == 0)
        }

        @Test func `a reset after the request is no reply`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            peer.breakOff()

            #expect(client.reply().body == "no reply")
        }

        @Test func `a kept connection that the upstream has closed is not used again`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            var peer: Socket? = raw.accept()
            _ = peer?.message()
            peer?.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")
            #expect(client.reply().body == "a")

            peer = nil
            #expect(proxy.eventually { $0.upstream?.connectionCount == 0 })
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let second = raw.accept()
            _ = second.message()
            second.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nb")

            #expect(client.reply().body == "b")
            #expect(proxy.eventually { $0.upstream?.connectionCount == 0 })
        }

        @Test func `an early refusal of a long body arrives`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted()
            defer { proxy.stop() }

            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16777216\r\n\r\n")
            for _ in 0..<256 { client.send(String(repeating: "x", count: 65_536)) }
            let peer = raw.accept()
            peer.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno")

            let reply = client.reply()
            #expect(reply.status == 413 && reply.body == "no")
            #expect(proxy.eventually { $0.upstream?.connectionCount == 0 })
        }

        @Test func `a silent upstream is given up, unless the call may be held`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted { $0.replySeconds = 0.1 }
            defer { proxy.stop() }
            let patient = proxy.client()

            patient.send("GET / HTTP/1.1\r\nHost: a\r\nX-Held: 1\r\n\r\n")
            let held = raw.accept()
            _ = held.message()
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let silent = raw.accept()
            #expect(client.reply().body == "no reply")
            held.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

            #expect(patient.reply().body == "ok")
            #expect(silent.message() != nil)
        }

        @Test func `of a call that was given up nothing is delivered later`() throws {
            let (raw, proxy, client) = try ProxyServer.scripted { $0.replySeconds = 0.1 }
            defer { proxy.stop() }

            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
            let peer = raw.accept()
            _ = peer.message()
            #expect(client.reply().body == "no reply")

            #expect(!peer.hasBytes(within: 5))
            #expect(peer.wasReset)
        }

        @Test func `when the upstream moves, a call under way ends soon, and the next goes to the new place`() throws {
            let (old, new) = (RawUpstream(), RawUpstream())
            let proxy = try ProxyServer(to: old.port)
            defer { proxy.stop() }
            let (client, other) = (proxy.client(), proxy.client())
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = old.accept()
            _ = peer.message()

            let address = try #require(UpstreamAddress("127.0.0.1:\(new.port)"))
            proxy.perform { $0.upstream?.move(to: address, within: 0.1) }
            other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let next = new.accept()
            _ = next.message()
            next.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")

            #expect(other.reply().body == "new")
            #expect(client.reply().body == "no reply")
            #expect(peer.rest(until: Moment.now() + 20).isEmpty)
        }

        @Test func `calls that will not be answered end at once, sent ones and those that wait`() throws {
            let raw = RawUpstream()
            let proxy = try ProxyServer(to: raw.port) { $0.connectionLimit = 1 }
            defer { proxy.stop() }
            let (client, other) = (proxy.client(), proxy.client())
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()
            other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(proxy.eventually { $0.upstream?.waitingCount == 1 })

            proxy.perform { $0.upstream?.endCalls(onlyIf: false) }

            #expect(client.reply().body == "no reply")
            #expect(other.reply().body == "not sent")
            #expect(peer.rest(until: Moment.now() + 20).isEmpty)
        }

        @Test func `of an upstream that moved, only what was under way before ends`() throws {
            let (old, new) = (RawUpstream(), RawUpstream())
            let proxy = try ProxyServer(to: old.port)
            defer { proxy.stop() }
            let (client, other) = (proxy.client(), proxy.client())
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let peer = old.accept()
            _ = peer.message()
            let address = try #require(UpstreamAddress("127.0.0.1:\(new.port)"))
            proxy.perform { $0.upstream?.move(to: address, within: 60) }
            other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let next = new.accept()
            _ = next.message()

            proxy.perform { $0.upstream?.endCalls(onlyIf: true) }
            next.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")

            #expect(client.reply().body == "no reply")
            #expect(other.reply().body == "new")
        }

        @Test func `a client that leaves ends its call`() throws {
            let raw = RawUpstream()
            let proxy = try ProxyServer(to: raw.port)
            defer { proxy.stop() }
            var client: RawClient? = proxy.client()
            client?.send("GET / HTTP/1.1\r\nHost: a\r\nX-Held: 1\r\n\r\n")
            let peer = raw.accept()
            _ = peer.message()

            client = nil

            #expect(peer.rest(until: Moment.now() + 20).isEmpty && peer.isAtEnd)
            #expect(proxy.eventually { $0.upstream?.connectionCount == 0 })
        }
    }
}
