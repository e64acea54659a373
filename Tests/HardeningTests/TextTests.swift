import TestKit
import Testing

/// Text from clients that wants to be something else.
struct TextTests {
    private static let nasty = "a\u{0}b\r\nX-Injected: yes\r\n\r\n<script>alert(1)</script>\u{2028}\u{202e}\"\\"

    private let guarded: Guarded
    private let client: HTTPClient

    init() throws {
        guarded = try Guarded()
        client = guarded.client
    }

    @Test func `NUL and CR LF round-trip in every text`() {
        let text = Self.nasty.json
        let reply = client.post(
            "/v1/progress",
            "{\"kind\":\(text),\"fileOperationKind\":\(text),\"fileURL\":\(text),\"localizedDescription\":\(text),\"localizedAdditionalDescription\":\(text),\"labels\":{\(text):\(text)},\"userInfo\":{\(text):\(text)}}"
        )
        let node = client.snapshot(reply.id)

        for name in ["kind", "fileOperationKind", "fileURL", "localizedDescription", "localizedAdditionalDescription"] {
            #expect(node[name].string == Self.nasty, "\(name)")
        }
        #expect(node.labels[Self.nasty].string == Self.nasty)
        #expect(node.userInfo[Self.nasty].string == Self.nasty)
        #expect(!reply.body.dropLast().contains { $0 < 32 })
        let failed = client.post("/v1/progress/\(reply.id)/fail", "{\"message\":\(text),\"code\":\(text)}").json
        #expect(failed.failure.message.string == Self.nasty && failed.failure.code.string == Self.nasty)
    }

    @Test func `a label in a query does not reach the Link header unescaped`() {
        for _ in 0..<3 { _ = client.create(#"{"labels":{"x\r\nEvil: 1":"\u0000>; rel=\"evil\""}}"#) }

        let reply = client.get(
            "/v1/progress?limit=1&label=x%0D%0AEvil:%201:%00%3E;%20rel=%22evil%22&locale=%0D%0ASet-Cookie:%20b"
        )

        #expect(reply.status == 200)
        #expect(reply.headers.allSatisfy { !["evil", "set-cookie"].contains($0.name) })
        if let link = reply["link"] {
            #expect(link.utf8.allSatisfy { $0 > 31 && $0 < 127 })
            #expect(link.split(separator: ">").count == 2)
        }
    }

    @Test func `a path does not reach the head or the problem unescaped`() {
        for path in [
            "/v1/progress/a%0D%0AEvil:%201", "/v1/progress/%3Cscript%3E", "/%0d%0aLocation:%20x", "/v1/progress/%00",
        ] {
            for method in ["GET", "POST", "PUT", "DELETE"] {
                let reply = client.call(method, path, [:], method == "PUT" ? "{}" : nil)
                #expect(reply.status >= 400)
                #expect(reply.headers.allSatisfy { $0.name != "evil" && $0.name != "location" })
                #expect(reply.json.instance.string == path)
            }
        }

        guarded.expectUnchanged()
    }

    @Test func `a problem's detail shows little of what was sent, and no control characters`() {
        let long = String(repeating: "x\u{0}\r\n", count: 2_000)
        for reply in [
            client.post("/v1/progress", "{\(long.json):1}"), client.post("/v1/progress", "{\"name\":\(long.json)}"),
            client.get("/v1/progress?state=" + String(repeating: "%0D%0A%00", count: 500)),
            client.post("/v1/progress", "{}", ["Content-Type": String(repeating: "x", count: 2_000)]),
        ] {
            #expect(reply.status >= 400)
            #expect((reply.json.detail.string ?? "").utf8.count < 1_000)
            #expect(!reply.body.dropLast().contains { $0 < 32 })
        }
    }

    @Test(arguments: [
        "/../etc/passwd", "/v1/progress/../../etc/passwd", "/v1/progress/..", "/v1/progress/.", "/v1/progress/%2e%2e",
        "/v1/progress/%2e%2e%2fguarded", "/v1/progress/guarded%2ftree", "/v1/progress/guarded%00", "//v1/progress",
        "/v1//progress", "/v1/progress/guarded;x", "/v1/progress/guarded%20", "/v1/progress/%67uarded%",
        "/openapi.yaml%00",
        "/problems/../openapi.yaml", "/problems/%2e%2e", "/problems/", "/v1/./progress", "/v1/progress/%c0%ae%c0%ae",
        "/v1/progress/%252e%252e", "/openapi.yaml/", "/.git/config", "/v1/progress/guarded%2Fcancel",
    ])
    func `paths are not files, and lead nowhere else`(path: String) {
        for method in ["GET", "POST", "DELETE", "PATCH"] {
            let reply = client.call(method, path, [:], method == "PATCH" ? "{}" : nil)
            #expect(reply.status == 404 || reply.status == 405, "\(method) \(path): \(reply.status)")
        }

        guarded.expectUnchanged()
    }

    @Test func `ids and paths that are too long are answered`() {
        let long = String(repeating: "a", count: 3_000)

        #expect(client.get("/v1/progress/\(long)").status == 404)
        #expect(client.get("/\(long)").problem == "not-found")
        #expect(client.get("/v1/events?id=\(long)").status == 404)
        #expect(client.delete("/v1/reservations/\(long)").status == 404)
        #expect(client.get("/v1/progress?cursor=\(long)").problem == "invalid-parameter")
        let huge = HTTPClient(guarded.server).get("/v1/progress/" + String(repeating: "a", count: 100_000))
        #expect([400, 414, 431].contains(huge.status), "\(huge.status)")

        guarded.expectUnchanged()
    }

    @Test func `ten thousand stale cursors are answered`() {
        let ids = (0..<200).map { _ in client.create() }
        let cursors = (0..<100).map { client.get("/v1/progress?limit=\($0 + 1)").json.nextCursor.string ?? "" }
        for id in ids { _ = client.delete("/v1/progress/\(id)") }

        for round in 0..<100 {
            for (number, cursor) in cursors.enumerated() {
                let target = number == round ? "/v1/progress?limit=1&cursor=\(cursor)" : "/v1/progress?cursor=\(cursor)"
                client.send("GET", target)
            }
            for _ in cursors { #expect(client.reply().status == 200) }
        }

        guarded.expectUnchanged()
    }

    @Test func `a Location is made of the id alone`() {
        let reply = client.put("/v1/progress/%61b", "{}", ["Host": "127.0.0.1", "X-Forwarded-Host": "evil.example"])

        #expect(reply.status == 201)
        #expect(reply.json.name.string == "ab")
        #expect(reply["location"] == "/v1/progress/\(reply.id)")
    }
}
