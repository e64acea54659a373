import Glibc
import MicroHTTPD
import Platform
import ProgressRegistry
import ProgressStore
import TestSupport
import Testing

@testable import ProgressHTTP
@testable import ProgressServer

/// A replica that forwards everything, between clients and a writer with scripted replies.
struct ForwarderTests {
    /// A reactor with a `ForwardingApplication` on its own thread; stops when it is released.
    private final class Replica {
        private let reactor: Reactor
        private let thread: pthread_t
        let settings: ForwardingApplication.Settings

        init(to writer: WriterPlace, trusting proxies: [String] = [], replySeconds: Double = 30) throws {
            let reactor = try Reactor(ReactorConfiguration())
            var upstream = Forwarder.usual
            upstream.replySeconds = replySeconds
            let settings = ForwardingApplication.Settings(writer, upstream)
            var configuration = Configuration()
            configuration.trustedProxies = proxies
            let trusted = TrustedProxies(configuration)
            self.reactor = reactor
            self.settings = settings
            thread = Thread { reactor.run { ForwardingApplication($0, trusted, settings) } }.start()
        }

        func client() -> Socket { Socket(port: reactor.port) }

        /// Sends a request without a body, and lets the writer reply to it.
        func exchange(
            _ head: String,
            with writer: RawUpstream,
            reply: String
        ) -> (request: (head: [String], body: String)?, reply: (head: [String], body: String)?) {
            let client = client()
            client.send(head + "\r\n\r\n")
            let peer = writer.accept()
            let request = peer.message()
            peer.send(reply)
            return (request, client.message())
        }

        func stop() {
            reactor.stop(within: 1)
            pthread_join(thread, nil)
        }
    }

    private static func place(_ writer: RawUpstream, term: UInt64 = 7) -> WriterPlace {
        WriterPlace(address: "127.0.0.1:\(writer.port)", key: [0x00, 0x9f, 0xab], term: term)
    }

    private static let done = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"

    // MARK: Requests

    @Test func `a request goes to the writer as it came, with the client's address and the key`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }
        let client = replica.client()

        client.send("PATCH /v1/progress/a%20b?x=1 HTTP/1.1\r\nHost: service\r\nConnection: keep-alive\r\n")
        client.send("If-Match: \"3\"\r\nContent-Length: 2\r\n\r\n{}")
        let peer = writer.accept()
        let request = try #require(peer.message())
        peer.send(Self.done)

        #expect(
            request.head == [
                "PATCH /v1/progress/a%20b?x=1 HTTP/1.1", "Host: service", "If-Match: \"3\"",
                "X-Forwarded-For: 127.0.0.1", "Progress-Forwarded: 009fab", "Content-Length: 2",
            ]
        )
        #expect(request.body == "{}")
        #expect(client.message()?.body == "done")
    }

    @Test func `the client's address ends the chain, and its own key does not pass`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }

        let (request, _) = replica.exchange(
            "GET / HTTP/1.1\r\nHost: a\r\nx-forwarded-for: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2, 192.0.2.3\r\n"
                + "progress-forwarded: 009fab\r\nX-Forwarded-User: eve",
            with: writer,
            reply: Self.done
        )

        #expect(
            request?.head == [
                "GET / HTTP/1.1", "Host: a", "X-Forwarded-For: 192.0.2.1, 192.0.2.2, 192.0.2.3, 127.0.0.1",
                "Progress-Forwarded: 009fab",
            ]
        )
    }

    @Test func `a trusted proxy's user passes`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer), trusting: ["127.0.0.1"])
        defer { replica.stop() }

        let (request, _) = replica.exchange(
            "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-User: ada",
            with: writer,
            reply: Self.done
        )

        #expect(request?.head.contains("X-Forwarded-User: ada") == true)
    }

    @Test func `a request of HTTP/1.0 without a host gets the writer's`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }

        let (request, reply) = replica.exchange("GET / HTTP/1.0", with: writer, reply: Self.done)

        #expect(request?.head.prefix(2) == ["GET / HTTP/1.1", "Host: 127.0.0.1:\(writer.port)"])
        #expect(reply?.body == "done")
    }

    // MARK: Replies

    @Test func `the writer's reply goes back as it came`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }

        let (_, reply) = replica.exchange(
            "GET / HTTP/1.1\r\nHost: a",
            with: writer,
            reply: "HTTP/1.1 412 Precondition Failed\r\nETag: \"5\"\r\nProgress-Directive: cancel\r\nVary: Accept\r\n"
                + "X-Request-ID: 17\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno"
        )

        let head = try #require(reply?.head)
        #expect(head.first == "HTTP/1.1 412 Precondition Failed")
        for line in ["ETag: \"5\"", "Progress-Directive: cancel", "Vary: Accept", "X-Request-ID: 17"] {
            #expect(head.contains(line))
        }
        #expect(!head.contains("Connection: close"))
        #expect(reply?.body == "no")
    }

    @Test(arguments: [
        ("Progress-Not-Writer: 12\r\n", "not the writer: 12"), ("Progress-Not-Writer: x\r\n", "not the writer: 0"),
        ("", "full"),
    ])
    func `a replica that does not rule says so; other refusals are the writer's`(header: String, text: String) throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }

        let (_, reply) = replica.exchange(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0",
            with: writer,
            reply: "HTTP/1.1 503 Service Unavailable\r\n\(header)Content-Length: 4\r\n\r\nfull"
        )

        #expect(reply?.body == text)
    }

    @Test func `a writer that is gone before or after the request is told apart`() throws {
        var writer: RawUpstream? = RawUpstream()
        let place = Self.place(try #require(writer))
        let replica = try Replica(to: place)
        defer { replica.stop() }
        let client = replica.client()

        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        var peer = writer?.accept()
        _ = peer?.message()
        peer = nil
        #expect(client.message()?.body == "no reply")
        writer = nil
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")

        #expect(client.message()?.body == "not sent")
    }

    @Test(arguments: ["a.example:80", "127.0.0.1", ""])
    func `an address that is none gets nothing`(address: String) throws {
        let replica = try Replica(to: WriterPlace(address: address, key: [1], term: 1))
        defer { replica.stop() }
        let client = replica.client()

        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

        #expect(client.message()?.body == "not sent")
    }

    @Test func `an event stream whose writer goes away ends in good order`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }
        let client = replica.client()
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        var peer: Socket? = writer.accept()
        _ = peer?.message()

        peer?.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(client.message()?.head.first == "HTTP/1.1 200 OK")
        peer?.send("9\r\ndata: 1\n\n\r\n")
        peer = nil

        let text = String(decoding: client.rest(until: Moment.now() + 20), as: UTF8.self)
        #expect(text.hasSuffix("data: 1\n\n\r\n0\r\n\r\n"))
    }

    // MARK: Change of the writer

    @Test(arguments: [7, 8] as [UInt64])
    func `after a change the next request goes to the new writer with its key, though the term be the same`(
        term: UInt64
    ) throws {
        let (old, new) = (RawUpstream(), RawUpstream())
        let replica = try Replica(to: Self.place(old))
        defer { replica.stop() }
        _ = replica.exchange("GET / HTTP/1.1\r\nHost: a", with: old, reply: Self.done)

        replica.settings.writer.withLock {
            $0 = WriterPlace(address: "127.0.0.1:\(new.port)", key: [0xff], term: term)
        }
        let (request, reply) = replica.exchange("GET / HTTP/1.1\r\nHost: a", with: new, reply: Self.done)

        #expect(request?.head.last == "Progress-Forwarded: ff")
        #expect(reply?.body == "done")
    }

    // MARK: Clients

    @Test(arguments: ["GET /v1/progress/a", "POST /v1/progress/a/heartbeat"])
    func `a client may wait for longer than the writer has for a reply`(line: String) throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer), replySeconds: 0.2)
        defer { replica.stop() }
        let client = replica.client()
        client.send("\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nPrefer: wait=60\r\n\r\n")
        let peer = writer.accept()
        _ = peer.message()

        #expect(!client.hasBytes(within: 1))
        peer.send(Self.done)

        #expect(client.message()?.body == "done")
    }

    @Test(arguments: ["POST /v1/progress/a/cancel", "PATCH /v1/progress/a", "POST /v1/progress/a/heartbeats"])
    func `other writes cannot wait`(line: String) throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer), replySeconds: 0.2)
        defer { replica.stop() }
        let client = replica.client()
        client.send("\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nPrefer: wait=60\r\n\r\n")
        let peer = writer.accept()
        _ = peer.message()

        #expect(client.message()?.body == "no reply")
    }

    @Test func `a client that waits and leaves ends its request at the writer`() throws {
        let writer = RawUpstream()
        let replica = try Replica(to: Self.place(writer))
        defer { replica.stop() }
        var client: Socket? = replica.client()
        client?.send("GET / HTTP/1.1\r\nHost: a\r\nPrefer: wait=60\r\n\r\n")
        let peer = writer.accept()
        _ = peer.message()

        client = nil

        #expect(peer.rest(until: Moment.now() + 20).isEmpty && peer.isAtEnd)
    }
}
