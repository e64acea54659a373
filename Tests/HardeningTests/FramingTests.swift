import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Bodies as they may be framed, and requests and readers that stop half-way. `RawCorpusTests` has bad framing.
struct FramingTests {
    private let guarded: Guarded

    init() throws { guarded = try Guarded { $0.maximumBodyBytes = 10_000 } }

    private static let create = "POST /v1/progress HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"

    @Test func `a chunked body is read like a declared one`() {
        let reply = guarded.reply(
            to: Self.create
                + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"kin\r\n1;x=y\r\nd\r\n6\r\n\":\"a\"}\r\n0\r\nX-T: 1\r\n\r\n"
        )

        #expect(reply.status == 201)
        #expect(reply.json.kind.string == "a")
    }

    @Test func `a chunked body of single bytes is read`() {
        let body = #"{"totalUnitCount":8}"#.map { "1\r\n\($0)\r\n" }.joined()

        #expect(guarded.reply(to: Self.create + "Transfer-Encoding: chunked\r\n\r\n\(body)0\r\n\r\n").status == 201)
    }

    @Test func `a body that is too large is refused, declared or grown`() {
        let body = "{\"kind\":\"" + String(repeating: "x", count: 20_000) + "\"}"
        let declared = guarded.reply(to: Self.create + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let hex = String(body.utf8.count, radix: 16)
        let grown = guarded.reply(to: Self.create + "Transfer-Encoding: chunked\r\n\r\n\(hex)\r\n\(body)\r\n0\r\n\r\n")
        let promised = guarded.reply(to: Self.create + "Content-Length: 1000000000000\r\n\r\n")

        for reply in [declared, grown, promised] {
            #expect(reply.status == 413)
            #expect(reply.problem == "body-too-large")
            #expect(reply["connection"]?.lowercased() == "close")
        }
        guarded.expectUnchanged()
    }

    @Test func `a chunked body is refused as soon as it is too large, also if it pauses then`() {
        let client = HTTPClient(guarded.server)
        let chunk = "2000\r\n" + String(repeating: "x", count: 0x2000) + "\r\n"
        client.socket.send(Self.create + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk)

        let reply = client.reply()

        #expect(reply.status == 413)
        #expect(reply.problem == "body-too-large")
        #expect(reply["connection"]?.lowercased() == "close")
        #expect(client.isEnded())
        guarded.expectUnchanged()
    }

    @Test func `whoever sends all of a chunked body that is too large still reads why it was refused`() {
        let client = HTTPClient(guarded.server)
        let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"

        client.socket.send(Self.create + "Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<128 { client.socket.send(chunk) }
        client.socket.send("0\r\n\r\n")

        #expect(client.reply().status == 413)
        #expect(client.isEnded())
        guarded.expectUnchanged()
    }

    @Test func `a body as large as may be passes`() {
        let body = "{\"userInfo\":{\"a\":\"" + String(repeating: "x", count: 9_979) + "\"}}"
        #expect(body.utf8.count == 10_000)

        #expect(guarded.client.post("/v1/progress", body).status == 201)
    }

    @Test func `Expect gets its 100 when the body is wanted, and its end when not`() {
        let client = HTTPClient(guarded.server)
        client.socket.send(Self.create + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(client.reply().status == 100)
        client.socket.send("{}")
        #expect(client.reply().status == 201)

        let refused = HTTPClient(guarded.server)
        refused.socket.send(Self.create + "Expect: 100-continue\r\nContent-Length: 20000\r\n\r\n")
        #expect(refused.reply().status == 413)
        #expect(refused.isEnded())
    }

    @Test func `a client that stops half-way changes nothing`() {
        let whole = Self.create + "Content-Length: 20\r\n\r\n" + #"{"totalUnitCount":8}"#
        for count in stride(from: 1, to: whole.utf8.count, by: 7) {
            let client = HTTPClient(guarded.server)
            client.socket.send(Array(whole.utf8.prefix(count)))
            if count % 2 == 0 { client.socket.breakOff() } else { client.socket.finishSending() }
        }
        for _ in 0..<50 {
            let client = HTTPClient(guarded.server)
            client.socket.send(Self.create + "Transfer-Encoding: chunked\r\n\r\n14\r\n{\"totalUnit")
            client.socket.breakOff()
        }

        guarded.expectUnchanged()
    }

    @Test func `a client that goes in the middle of a stream is forgotten`() {
        let streams = (0..<50).map { _ in EventStream(guarded.server, "/v1/events?descendants=true") }
        for stream in streams { _ = stream.next() }
        for stream in streams { stream.client.socket.breakOff() }

        #expect(
            eventually {
                guarded.client.complete("child", 0)
                return guarded.client.get("/metrics").text.contains("\nprogressd_streams 0\n")
            }
        )
        guarded.expectUnchanged()
    }

    @Test func `a client that sends on a stream is not listened to`() {
        let stream = EventStream(guarded.server, "/v1/events")
        _ = stream.next()

        stream.client.socket.send(Self.create + "Content-Length: 2\r\n\r\n{}")
        guarded.client.complete("guarded", 1)
        guarded.client.complete("guarded", -1)

        #expect(stream.next()?.name == "progress")
        #expect(guarded.client.get("/v1/progress").json.items.count == 1)
    }

    @Test(arguments: [
        ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("localhost.evil.example:80", 421), ("0.0.0.0", 421),
        ("", 421), ("10.0.0.1", 421), ("127.0.0.1", 200), ("localhost:9", 200), ("LOCALHOST", 200), ("[::1]:80", 200),
        ("127.9.9.9", 200), ("a.localhost", 200), ("good.example", 200), ("GOOD.example:80", 200),
        ("xgood.example", 421),
        ("[::1]evil.example", 421), ("[::1", 421),
    ])
    func `a host that is not this service is refused`(host: String, status: Int) throws {
        let server = try LiveServer { $0.allowedHosts = ["good.example"] }
        let client = HTTPClient(server)

        let reply = client.get("/v1/progress", ["Host": host])

        #expect(reply.status == status)
        #expect(status == 200 || reply.problem == "wrong-host")
        if status != 200 { #expect(client.post("/v1/progress", "{}", ["Host": host]).status == status) }
    }
}
