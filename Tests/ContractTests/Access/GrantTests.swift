import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 10: a subtree for someone without a token.
struct GrantTests {
    private let world: AccessWorld
    private var server: LiveServer { world.server }
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test func `a grant is made of the version that its maker has seen`() {
        let top = world.create()
        let headers = { (tag: String) in world.bearer("o", ["If-Match": tag, "Content-Type": "application/json"]) }

        let seen = client.get("/v1/progress/\(top)", world.bearer("o")).etag
        let refused = client.post("/v1/progress/\(top)/grants", #"{"role":"viewer"}"#, headers(#""other""#))
        let made = client.post("/v1/progress/\(top)/grants", #"{"role":"viewer"}"#, headers(seen))

        #expect(refused.status == 412)
        #expect(refused.problem == "precondition-failed")
        #expect(made.status == 201)
    }

    @Test func `a grant opens its subtree with its role, and nothing else`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let child = world.create(#"{"pendingUnitCount":5,"totalUnitCount":2}"#, under: top)
        let other = world.create()

        let made = world.grant(top, #"{"role":"viewer"}"#)
        let token = made.json.token.string ?? ""

        #expect(made.status == 201)
        #expect(made.json.nodeID.string == top)
        #expect(made.json.role.string == "viewer")
        #expect(made.json.expiresAt.isNull)
        #expect(client.get("/v1/progress/\(top)", world.bearer(token)).status == 200)
        #expect(client.get("/v1/progress/\(child)", world.bearer(token)).status == 200)
        #expect(client.get("/v1/progress/\(child)?grant=\(token)").status == 200)
        #expect(client.get("/progress/\(child).svg?grant=\(token)").status == 200)
        #expect(client.get("/v1/progress/\(other)", world.bearer(token)).status == 403)
        #expect(client.get("/v1/progress", world.bearer(token)).status == 403)
        #expect(client.get("/v1/events", world.bearer(token)).status == 403)
        #expect(client.get("/v1/events?id=\(child)&id=\(other)", world.bearer(token)).status == 403)
        #expect(client.get("/metrics", world.bearer(token)).status == 403)
        #expect(
            client.post("/v1/progress/\(child)/completed-units", #"{"count":1}"#, world.bearer(token)).status == 403
        )
        #expect(client.post("/v1/progress", "{}", world.bearer(token)).status == 403)
    }

    @Test func `a grant does not tell whether a name is taken elsewhere`() {
        let top = world.create()
        _ = world.create(#"{"name":"secret"}"#)
        let token = world.grant(top, #"{"role":"operator"}"#).json.token.string ?? ""

        let taken = client.get("/v1/progress/secret", world.bearer(token))
        let free = client.get("/v1/progress/nothing", world.bearer(token))

        #expect(taken.status == 403)
        #expect(free.status == 403)
        for name in ["secret", "nothing"] {
            let child = "{\"childID\":\"\(name)\",\"pendingUnitCount\":1}"
            #expect(client.get("/v1/events?id=\(name)", world.bearer(token)).status == 403)
            #expect(client.post("/v1/progress/\(top)/children", child, world.bearer(token)).status == 403)
        }
    }

    @Test func `only a grant may stand in the URL`() {
        _ = world.create()

        #expect(client.get("/v1/progress?grant=o").status == 401)
    }

    @Test func `a revoked grant is good for nothing, and its streams end`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let made = world.grant(top, #"{"role":"viewer"}"#)
        let token = made.json.token.string ?? ""
        let stream = EventStream(server, "/v1/progress/\(top)/events?grant=\(token)")
        _ = stream.next("snapshot")

        let revoked = client.delete("/v1/grants/\(made.json.grantID.string ?? "")", world.bearer("o"))

        #expect(revoked.status == 204)
        #expect(client.delete("/v1/grants/\(made.json.grantID.string ?? "")", world.bearer("o")).status == 404)
        #expect(stream.next() == nil)
        #expect(stream.isFinished)
        #expect(client.get("/v1/progress/\(top)", world.bearer(token)).status == 401)
        #expect(client.get("/v1/progress/\(top)/events?grant=\(token)").status == 401)
    }

    @Test func `a grant ends when its time is over, and with its node`() {
        let top = world.create()
        let short = world.grant(top, #"{"role":"viewer","expiresIn":60}"#)
        let long = world.grant(top, #"{"role":"viewer"}"#)

        #expect(short.json.expiresAt.string != nil)
        server.clock.advance(seconds: 61)
        #expect(client.get("/v1/progress/\(top)", world.bearer(short.json.token.string ?? "")).status == 401)
        #expect(client.get("/v1/progress/\(top)", world.bearer(long.json.token.string ?? "")).status == 200)

        _ = client.delete("/v1/progress/\(top)", world.bearer("o"))
        #expect(client.get("/v1/progress/\(top)", world.bearer(long.json.token.string ?? "")).status == 401)
    }

    @Test func `a grant made by a grant ends with it, and is about nodes below`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let child = world.create(#"{"pendingUnitCount":5}"#, under: top)
        let other = world.create()
        let outer = world.grant(top, #"{"role":"operator"}"#)
        let token = outer.json.token.string ?? ""

        let inner = world.grant(child, #"{"role":"operator"}"#, by: token)
        let outside = world.grant(other, #"{"role":"viewer"}"#, by: token)
        let before = client.get("/v1/progress/\(child)", world.bearer(inner.json.token.string ?? ""))
        _ = client.delete("/v1/grants/\(outer.json.grantID.string ?? "")", world.bearer("o"))

        #expect(inner.status == 201)
        #expect(outside.status == 403)
        #expect(before.status == 200)
        #expect(client.get("/v1/progress/\(child)", world.bearer(inner.json.token.string ?? "")).status == 401)
    }

    @Test func `grants made with grants end with the first, however many there are`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let first = world.grant(top, #"{"role":"operator","expiresIn":60}"#)
        var tokens = [first.json.token.string ?? ""]
        for _ in 0..<200 {
            let next = world.grant(top, #"{"role":"operator"}"#, by: tokens.last ?? "")
            tokens.append(next.json.token.string ?? "")
        }
        let last = world.grant(top, #"{"role":"viewer","expiresIn":3600}"#, by: tokens.last ?? "")
        let viewer = world.bearer(last.json.token.string ?? "")

        let before = client.get("/v1/progress/\(top)", viewer)
        _ = client.delete("/v1/grants/\(first.json.grantID.string ?? "")", world.bearer("o"))
        let after = client.get("/v1/progress/\(top)", viewer)

        #expect(last.json.expiresAt.string == first.json.expiresAt.string)
        #expect(before.status == 200)
        #expect(after.status == 401)
        #expect(client.get("/v1/progress/\(top)", world.bearer(tokens[100])).status == 401)
    }

    @Test func `attaching takes the right on both nodes`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let root = world.create()
        let token = world.grant(top, #"{"role":"reporter"}"#).json.token.string ?? ""
        let body = "{\"childID\":\"\(root)\",\"pendingUnitCount\":1}"

        #expect(client.post("/v1/progress/\(top)/children", body, world.bearer(token)).status == 403)
        #expect(client.post("/v1/progress/\(top)/children", body, world.bearer("r")).status == 200)
    }

    @Test func `there are as many grants as the settings say`() throws {
        let server = try LiveServer { $0.maximumGrants = 1 }
        let client = HTTPClient(server)
        let id = client.create("{}")

        let first = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer","expiresIn":5}"#)
        let second = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer"}"#)
        server.clock.advance(seconds: 6)
        let third = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer"}"#)

        #expect(first.status == 201)
        #expect(second.status == 507)
        #expect(second.problem == "limit-grants")
        #expect(third.status == 201)
    }

    @Test(arguments: [
        ("{}", 422, "missing-field"), (#"{"role":"root"}"#, 422, "out-of-range"), (#"{"role":1}"#, 400, "wrong-type"),
        (#"{"role":"viewer","x":1}"#, 400, "unknown-field"),
        (#"{"role":"viewer","expiresIn":-1}"#, 422, "out-of-range"), ("", 400, "malformed-json"),
    ])
    func `a grant that cannot be read is a problem`(_ body: String, _ status: Int, _ problem: String) {
        let id = world.create()

        let reply = world.grant(id, body)

        #expect(reply.status == status)
        #expect(reply.problem == problem)
    }

    @Test func `a waiting request ends when its grant does`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let made = world.grant(top, #"{"role":"viewer"}"#)
        let headers = world.bearer(made.json.token.string ?? "")
        let etag = client.get("/v1/progress/\(top)", headers).etag
        let waiting = HTTPClient(server)
        waiting.send(
            "GET",
            "/v1/progress/\(top)",
            headers.merging(["If-None-Match": etag, "Prefer": "wait=30"]) { $1 }
        )
        _ = eventually { client.get("/metrics", world.bearer("v")).text.contains("progressd_waiting_requests 1") }

        _ = client.delete("/v1/grants/\(made.json.grantID.string ?? "")", world.bearer("o"))

        #expect(waiting.reply(to: "GET").status == 401)
    }
}
