import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 1: who called, in `control` and `failure`, and in the log.
struct CallerTests {
    private static let proxied = ["X-Forwarded-User": "ada"]

    @Test func `without tokens an operator calls, and nobody names a user but a trusted proxy`() throws {
        let server = try LiveServer()
        let client = HTTPClient(server)
        let id = client.create()

        let reply = client.post("/v1/progress/\(id)/pause", #"{"reason":"lunch"}"#, Self.proxied)

        let control = reply.json.control
        #expect(control.action.string == "pause" && control.reason.string == "lunch")
        #expect(control.by.role.string == "operator" && control.by.user.isNull)
        #expect(control.at == reply.json.updatedAt)
    }

    @Test(arguments: [
        ("ada", "ada"), ("Zoë <z@example.org>", "Zoë <z@example.org>"), (String(repeating: "a", count: 257), nil),
        ("a\r\nX-Forwarded-User: b", nil), ("a\tb", nil), ("a\u{9B}31m", nil), ("\u{202E}nimda", nil),
        ("a\u{2066}", nil), ("דנה", "דנה"),
    ])
    func `a trusted proxy names the user, once and shortly`(given: String, user: String?) throws {
        let client = HTTPClient(try LiveServer { $0.trustedProxies = ["127.0.0.1"] })
        let id = client.create()

        let reply = client.post("/v1/progress/\(id)/cancel", nil, ["X-Forwarded-User": given])

        #expect(reply.status == 200)
        #expect(reply.json.control.by.user.string == user)
    }

    @Test func `a line of a batch is called by whoever sends the batch`() throws {
        let client = HTTPClient(try LiveServer { $0.trustedProxies = ["127.0.0.1"] })
        let id = client.create()
        let line = #"{"method":"POST","path":"/v1/progress/\#(id)/pause","headers":{"X-Forwarded-User":"eve"}}"#

        let headers = Self.proxied.merging(["Content-Type": "application/x-ndjson"]) { $1 }
        _ = client.post("/v1/batch", line, headers)

        #expect(client.snapshot(id).control.by.user.string == "ada")
    }

    @Test func `the role is the token's, and readers by grant are told no user, on streams neither`() throws {
        let world = try AccessWorld { $0.trustedProxies = ["127.0.0.1"] }
        let id = world.create(#"{"totalUnitCount":9}"#)
        let child = world.create(#"{"pendingUnitCount":1}"#, under: id)
        let token = world.grant(id, #"{"role":"operator"}"#).json.token.string ?? ""

        let failed = world.client.post(
            "/v1/progress/\(child)/fail",
            #"{"message":"no"}"#,
            world.bearer("r", Self.proxied)
        )
        let paused = world.client.post("/v1/progress/\(id)/pause", nil, world.bearer(token, Self.proxied))
        let seen = world.client.get("/v1/progress/\(id)?summary=true", world.bearer("v")).json
        let granted = world.client.get("/v1/progress/\(id)?summary=true", world.bearer(token)).json
        let tree = world.client.get("/v1/progress/\(id)/tree", world.bearer(token)).json
        let stream = EventStream(world.server, "/v1/progress/\(id)/events?summary=true&grant=\(token)")
        let other = EventStream(world.server, "/v1/progress/\(id)/events?summary=true", world.bearer("v"))

        #expect(failed.json.failure.by.role.string == "reporter" && failed.json.failure.by.user.string == "ada")
        #expect(paused.json.control.by.role.string == "grant" && paused.json.control.by.user.isNull)
        #expect(seen.control.by.user.string == "ada")
        #expect(seen.summary.firstFailure.failure.by.user.string == "ada")
        #expect(granted.control.by.role.string == "grant" && granted.control.by.user.isNull)
        #expect(granted.summary.firstFailure.failure.by.user.isNull)
        #expect(tree.children[0].failure.by.user.isNull)
        let event = stream.next()
        #expect(event?.data.control.by.user.isNull == true)
        #expect(event?.data.summary.firstFailure.failure.by.user.isNull == true)
        #expect(other.next()?.data.control.by.user.string == "ada")
    }

    @Test func `a reader by grant gets another representation, with another ETag`() throws {
        let world = try AccessWorld { $0.trustedProxies = ["127.0.0.1"] }
        let id = world.create()
        let token = world.grant(id, #"{"role":"operator"}"#).json.token.string ?? ""
        _ = world.client.post("/v1/progress/\(id)/pause", nil, world.bearer("o", Self.proxied))

        for path in ["/v1/progress/\(id)", "/v1/progress/\(id)?summary=true", "/v1/progress/\(id)/tree"] {
            let whole = world.client.get(path, world.bearer("o"))["etag"] ?? ""
            let hidden = world.client.get(path, world.bearer(token, ["If-None-Match": whole]))
            #expect(hidden.status == 200 && hidden["etag"] != whole)
            let known = world.client.get(path, world.bearer(token, ["If-None-Match": hidden["etag"] ?? ""]))
            #expect(known.status == 304)
            let matching = world.bearer(token, ["If-Match": hidden["etag"] ?? ""])
            #expect(world.client.post("/v1/progress/\(id)/resume", nil, matching).status == 200)
            _ = world.client.post("/v1/progress/\(id)/pause", nil, world.bearer("o", Self.proxied))
        }
    }

    @Test func `each cancel, pause, resume, failure and removal has a line in the log`() throws {
        let log = LogRecorder(level: .info)
        let client = HTTPClient(try LiveServer(log: log) { $0.trustedProxies = ["127.0.0.1"] })
        let (one, other) = (client.create(#"{"userInfo":{"secret":1}}"#), client.create())

        _ = client.post("/v1/progress/\(one)/pause", #"{"reason":"lunch\nlevel=error"}"#, Self.proxied)
        _ = client.post("/v1/progress/\(one)/resume")
        _ = client.post("/v1/progress/\(one)/cancel")
        _ = client.post("/v1/progress/\(other)/fail", #"{"message":"broken"}"#)
        _ = client.delete("/v1/progress/\(other)")
        _ = client.post("/v1/progress/\(one)/pause")

        let pause = log.lines(with: "message=pause")
        #expect(pause.count == 1)
        for word in ["level=info", "progress.id=\(one)", "caller.role=operator", "caller.user=ada", #"lunch\nlevel"#] {
            #expect(pause[0].contains(word), "\(word)")
        }
        #expect(log.lines(with: "message=resume", "progress.id=\(one)").count == 1)
        #expect(log.lines(with: "message=cancel", "progress.id=\(one)").count == 1)
        #expect(log.lines(with: "message=fail", "control.reason=broken").count == 1)
        #expect(log.lines(with: "message=delete", "progress.id=\(other)").count == 1)
        #expect(log.lines(with: "secret") == [])
    }
}
