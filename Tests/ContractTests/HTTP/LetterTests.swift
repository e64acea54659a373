import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: forms of a request that HTTP allows and clients seldom send.
struct LetterTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    /// Requests as they are written, answered in order.
    private func replies(to requests: [String], method: String = "GET") -> [Reply] {
        requests.map { request in
            let client = HTTPClient(server)
            client.socket.send(Array(request.utf8))
            return client.reply(to: method)
        }
    }

    // MARK: Targets

    @Test func `OPTIONS of the whole service lists every method; the asterisk is nothing else`() {
        let replies = replies(to: [
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "OPTIONS /* HTTP/1.1\r\nHost: localhost\r\n\r\n",
        ])

        #expect(replies[0].status == 204)
        #expect(replies[0]["allow"] == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
        #expect(replies[1].status == 400 && replies[1].problem == "malformed-request")
        #expect(replies[2].status == 404)
    }

    @Test(arguments: ["http://localhost", "HTTP://localhost", "https://localhost", "http://127.0.0.1:80"])
    func `a target in absolute form may have an empty path`(origin: String) {
        let lines = " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n"

        let replies = replies(to: ["", "/", "?q=1", "/healthz"].map { "GET \(origin)\($0)\(lines)" })

        #expect(replies.map(\.status) == [200, 200, 200, 200])
        #expect(replies[0].text == replies[1].text && replies[2].text == replies[1].text)
        #expect(replies[3].text == "ok\n")
    }

    @Test func `a target in absolute form without a host is malformed`() {
        let replies = replies(
            to: ["http://", "http:///healthz"].map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
        )

        #expect(replies.map(\.status) == [400, 400])
    }

    // MARK: Twice

    @Test(arguments: [
        "Content-Type", "Authorization", "Origin", "Sec-Fetch-Site", "Last-Event-ID", "Progress-Reservation",
        "Progress-Directive", "Idempotency-Key", "X-Request-ID",
    ])
    func `a field with one value is refused if it comes twice, in a request and in a line`(name: String) {
        let id = client.create()
        let lines = "\(name): application/json\r\n\(name.lowercased()): application/json\r\n"
        let head = "POST /v1/progress/\(id)/heartbeat HTTP/1.1\r\nHost: localhost\r\n"
        let line =
            #"{"method":"POST","path":"/v1/progress/\#(id)/heartbeat","headers":{"\#(name)":"a","\#(name.uppercased())":"a"}}"#

        let reply = replies(to: [head + lines + "\r\n"])[0]
        let batch = client.post("/v1/batch", line, ["Content-Type": "application/x-ndjson"])

        #expect(reply.status == 400 && reply.problem == "malformed-request")
        #expect(reply.json.detail.string == "more than one \(name.lowercased())")
        #expect(batch.json.status.int == 400)
        #expect(batch.json.body.type.string == "/problems/malformed-request")
    }

    @Test func `parameters that may repeat still do`() {
        let id = client.create(#"{"labels":{"a":"1","b":"2"}}"#)

        let list = client.get("/v1/progress?label=a:1&label=b:2&state=indeterminate&state=running")

        #expect(list.json.items[0].id.string == id)
        #expect(client.get("/v1/progress?limit=1&%6Cimit=500").problem == "invalid-parameter")
        #expect(client.get("/progress/\(id).svg?grant=a&grant=b").problem == "invalid-parameter")
        #expect(client.get("/v1/progress?limit=1&limit=500")["connection"] == nil)
    }

    @Test func `the last event's id may be spelled as the substitutes for EventSource do, but once`() {
        let id = client.create()
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        _ = stream.next()
        let path = "/v1/progress/\(id)/events"

        let resumed = EventStream(server, "\(path)?lastEventId=\(stream.lastID)")
        resumed.showsSynced = true
        let twice = EventStream(server, "\(path)?lastEventId=\(stream.lastID)&lastEventID=\(stream.lastID)")

        #expect(resumed.next()?.name == "synced")
        #expect(twice.status == 400)
    }

    @Test func `several Cookie fields are one`() throws {
        let world = try AccessWorld()
        let session = world.client.post("/v1/session", #"{"token":"o"}"#)
        let cookie = (session["set-cookie"] ?? "").prefix { $0 != ";" }

        let replies = ["a=b\r\nCookie: \(cookie)", "\(cookie)\r\nCookie: c=d", "a=b; \(cookie)", "a=b\r\nCookie: c=d"]
            .map { cookies in
                let client = HTTPClient(world.server)
                let head = "GET /v1/session HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookies)\r\n\r\n"
                client.socket.send(Array(head.utf8))
                return client.reply().status
            }

        #expect(replies == [200, 200, 200, 401])
    }

    // MARK: Preconditions

    @Test func `of those who create a name only if it is free one succeeds`() {
        let free = ["If-None-Match": "*"]

        let first = client.put("/v1/progress/leader", #"{"totalUnitCount":1}"#, free)
        let second = client.put("/v1/progress/leader", #"{"totalUnitCount":1}"#, free)
        client.complete("leader", 1)
        let ended = client.put("/v1/progress/leader", #"{"totalUnitCount":1}"#, free)
        let run = client.put("/v1/progress/leader?run=new", "{}", free)
        let patch = client.patch("/v1/progress/leader?create=true", "{}", free)

        #expect(first.status == 201)
        #expect([second, ended, run, patch].map(\.status) == [412, 412, 412, 412])
        #expect(client.patch("/v1/progress/other?create=true", "{}", free).status == 201)
        #expect(client.post("/v1/progress", "{}", free).status == 201)
    }

    // MARK: Replies

    @Test func `a reply that waited is not to be kept, and says that it waited`() {
        let id = client.create(#"{"isPausable":true}"#)
        let etag = client.get("/v1/progress/\(id)")["etag"] ?? ""

        let waited = client.get("/v1/progress/\(id)", ["If-None-Match": etag, "Prefer": "wait=1"])
        let text = client.get(
            "/v1/progress/\(id)",
            [
                "If-None-Match": client.get("/v1/progress/\(id)", ["Accept": "text/plain"])["etag"] ?? "",
                "Prefer": "wait=1", "Accept": "text/plain",
            ]
        )
        let beat = client.post("/v1/progress/\(id)/heartbeat", nil, ["Prefer": "wait=1, return=minimal"])
        let atOnce = client.get("/v1/progress/\(id)", ["If-None-Match": "\"other\"", "Prefer": "wait=1"])
        let plain = client.get("/v1/progress/\(id)", ["Prefer": "wait=1"])

        #expect([waited, text, beat, atOnce, plain].map(\.status) == [304, 304, 204, 200, 200])
        #expect([waited, text, beat].map { $0["cache-control"] } == ["no-store", "no-store", "no-store"])
        #expect([waited, text, atOnce].map { $0["preference-applied"] } == ["wait", "wait", "wait"])
        #expect(beat["preference-applied"] == "return=minimal, wait")
        #expect(plain["preference-applied"] == nil && plain["cache-control"] == "no-cache")
    }

    @Test func `with tokens what is read is private, and what is refused too`() throws {
        let world = try AccessWorld()
        let id = world.client.post("/v1/progress", "{}", world.bearer("o")).id

        let found = world.client.get("/v1/progress/\(id)", world.bearer("v"))
        let missing = world.client.get("/v1/progress/nobody", world.bearer("v"))
        let refused = world.client.get("/v1/progress/\(id)")

        #expect([found, missing, refused].map(\.status) == [200, 404, 401])
        #expect([found, missing, refused].allSatisfy { $0["cache-control"] == "private, no-cache" })
    }

    @Test func `both forms of a page that is gone vary by Accept`() {
        let page = client.get("/progress/nobody", ["Accept": "text/html"])
        let problem = client.get("/progress/nobody")

        #expect(page.status == 404 && problem.status == 404)
        #expect(page["content-type"] != problem["content-type"])
        #expect(page["vary"] == "Accept" && problem["vary"] == "Accept")
    }

    // MARK: Bodies

    @Test(arguments: ["", " ", "\n", "\r\n\t ", String(repeating: " ", count: 40_000)])
    func `JSON that was sent as a form gets the hint, whatever white space is before it`(space: String) {
        let form = ["Content-Type": "application/x-www-form-urlencoded"]

        let reply = client.post("/v1/progress", space + #"{"name":"a"}"#, form)

        #expect(reply.status == 415)
        #expect(reply.json.detail.string?.hasPrefix("The body looks like JSON") == true)
    }

    @Test func `bodies in chunks are refused where the settings say so`() throws {
        let strict = try LiveServer { $0.refusesChunks = true }
        let chunked = "Host: localhost\r\nTransfer-Encoding: chunked\r\n"
        let client = HTTPClient(strict)
        client.socket.send(Array("POST /v1/progress HTTP/1.1\r\n\(chunked)\r\n2\r\n{}\r\n0\r\n\r\n".utf8))
        let expecting = HTTPClient(strict)
        let expectation = "Expect: 100-continue\r\n\r\n"
        expecting.socket.send(Array("POST /v1/progress HTTP/1.1\r\n\(chunked)\(expectation)".utf8))

        let replies = [client.reply(), expecting.reply()]

        #expect(replies.map(\.status) == [411, 411])
        #expect(replies.allSatisfy { $0.problem == "length-required" })
        #expect(client.isEnded() && expecting.isEnded())
        #expect(HTTPClient(strict).post("/v1/progress", "{}").status == 201)
    }
}
