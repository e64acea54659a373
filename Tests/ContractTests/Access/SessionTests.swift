import TestKit
import Testing

/// docs/contract.md, section 10: a cookie for a token.
struct SessionTests {
    private let world: AccessWorld
    private var server: LiveServer { world.server }
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test func `a session has the rights of its token until it is closed`() {
        let id = world.create(#"{"totalUnitCount":5}"#)
        let opened = client.post("/v1/session", #"{"token":"o"}"#)
        let cookie = String((opened["set-cookie"] ?? "").prefix { $0 != ";" })
        let own = ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"]

        #expect(opened.status == 204)
        #expect(opened["set-cookie"]?.hasSuffix("; HttpOnly; SameSite=Strict; Path=/") == true)
        #expect(client.get("/v1/progress/\(id)", ["Cookie": "a=b; \(cookie)"]).status == 200)
        #expect(client.post("/v1/progress/\(id)/pause", nil, own).status == 200)
        #expect(client.post("/v1/progress/\(id)/resume", nil, ["Cookie": cookie]).status == 403)
        #expect(
            client.post(
                "/v1/progress/\(id)/resume",
                nil,
                ["Cookie": cookie, "Origin": "http://127.0.0.1:\(server.port)"]
            ).status == 200
        )
        #expect(
            client.post("/v1/progress/\(id)/pause", nil, ["Cookie": cookie, "Origin": "http://evil.example"]).status
                == 403
        )
        let stream = EventStream(server, "/v1/events", ["Cookie": cookie])
        _ = stream.next("snapshot")
        #expect(client.delete("/v1/session", own).status == 204)
        #expect(stream.next() == nil)
        #expect(stream.isFinished)
        #expect(client.get("/v1/progress/\(id)", ["Cookie": cookie]).status == 401)
    }

    @Test func `the caller's right is told by token, grant and cookie`() {
        let id = world.create()
        let grant = world.grant(id, #"{"role":"viewer","expiresIn":60}"#).json
        let token = grant.token.string ?? ""
        let opened = client.post("/v1/session", #"{"token":"r"}"#)
        let cookie = String((opened["set-cookie"] ?? "").prefix { $0 != ";" })

        let viewer = client.get("/v1/session", world.bearer("v"))
        let granted = client.get("/v1/session?grant=\(token)")
        let reporter = client.get("/v1/session", ["Cookie": cookie])

        #expect(viewer.json == JSON(text: #"{"role":"viewer","nodeID":null,"expiresAt":null}"#))
        #expect(viewer["cache-control"] == "no-store")
        #expect(granted.json.role.string == "viewer")
        #expect(granted.json.nodeID.string == id)
        #expect(granted.json.expiresAt == grant.expiresAt)
        #expect(reporter.json.role.string == "reporter")
        #expect(client.get("/v1/session").problem == "unauthorized")
        #expect(client.get("/v1/session", world.bearer("x")).problem == "unauthorized")
    }

    @Test func `no session for a token that is not good`() {
        #expect(client.post("/v1/session", #"{"token":"x"}"#).status == 401)
        #expect(client.post("/v1/session", #"{"token":""}"#).status == 401)
        #expect(client.post("/v1/session", #"{"token":"no token"}"#).status == 401)
    }
}
