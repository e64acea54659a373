import ProgressServer
import TestKit
import Testing

/// CONTRACT section 10: tokens and roles, grants, reservations as rights, sessions.
struct AccessTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer {
            $0.tokens = try! AccessToken.list("viewer:v\nreporter:r\n# a comment\noperator:o")
        }
        client = HTTPClient(server)
    }

    private func bearer(_ token: String, _ more: [String: String] = [:]) -> [String: String] {
        more.merging(["Authorization": "Bearer \(token)"]) { $1 }
    }

    private func create(_ body: String = "{}", under parent: String? = nil) -> String {
        client.post(parent.map { "/v1/progress/\($0)/children" } ?? "/v1/progress", body, bearer("r")).id
    }

    private func grant(_ node: String, _ body: String, by token: String = "o") -> Reply {
        client.post("/v1/progress/\(node)/grants", body, bearer(token))
    }

    // MARK: Roles

    @Test(arguments: [
        ("GET", "", "v"), ("GET", "/tree", "v"), ("GET", "/children", "v"), ("PATCH", "", "r"),
        ("POST", "/completed-units", "r"), ("POST", "/heartbeat", "r"), ("POST", "/reservations", "r"),
        ("POST", "/children", "r"), ("POST", "/pause", "o"), ("POST", "/resume", "o"), ("POST", "/grants", "o"),
        ("POST", "/fail", "r"), ("DELETE", "", "o"),
    ])
    func `each call takes its role`(_ method: String, _ path: String, _ least: String) throws {
        let id = create(#"{"totalUnitCount":5}"#)
        let bodies = [
            "/completed-units": #"{"count":1}"#, "/reservations": #"{"pendingUnitCount":1}"#,
            "/children": #"{"pendingUnitCount":1}"#, "/grants": #"{"role":"viewer"}"#, "/fail": #"{"message":"m"}"#,
        ]
        let body = bodies[path] ?? (method == "PATCH" ? "{}" : nil)
        let roles = ["v", "r", "o"]

        let without = client.call(method, "/v1/progress/\(id)\(path)", [:], body)
        let wrong = client.call(method, "/v1/progress/\(id)\(path)", bearer("x"), body)
        let replies = roles.map { client.call(method, "/v1/progress/\(id)\(path)", bearer($0), body) }

        #expect(without.status == 401)
        #expect(without.problem == "unauthorized")
        #expect(without["www-authenticate"] == #"Bearer realm="progressd""#)
        #expect(wrong.status == 401)
        for (role, reply) in zip(roles, replies) {
            let isEnough = try #require(roles.firstIndex(of: role)) >= #require(roles.firstIndex(of: least))
            if isEnough && role == least { #expect(reply.status < 300, "\(role)") }
            if !isEnough {
                #expect(reply.status == 403, "\(role)")
                #expect(reply.problem == "forbidden")
            }
        }
    }

    @Test func `lists, metrics and streams of roots take a viewer, creating a root a reporter`() {
        for path in ["/v1/progress", "/metrics"] {
            #expect(client.get(path).status == 401)
            #expect(client.get(path, bearer("v")).status == 200)
        }
        #expect(client.get("/v1/events").status == 401)
        #expect(client.post("/v1/progress", "{}").status == 401)
        #expect(client.post("/v1/progress", "{}", bearer("v")).status == 403)
        #expect(client.post("/v1/progress", "{}", bearer("r")).status == 201)
        #expect(client.put("/v1/progress/named", "{}").status == 401)
        #expect(client.put("/v1/progress/named", "{}", bearer("v")).status == 403)
    }

    @Test func `health, the contract and the pages are open`() {
        for path in ["/healthz", "/readyz", "/", "/openapi.yaml", "/progress/unknown", "/problems/unauthorized"] {
            #expect(client.get(path).status == 200, "\(path)")
        }
    }

    @Test(arguments: ["Basic r", "Bearer", "Bearer ", "r", "Bearer rr", "Bearer R"])
    func `an Authorization that is not a good Bearer is 401`(_ value: String) {
        #expect(client.get("/v1/progress", ["Authorization": value]).status == 401)
    }

    @Test func `the scheme may be in any case`() {
        #expect(client.get("/v1/progress", ["Authorization": "bearer v"]).status == 200)
    }

    @Test func `a batch has its token for each line, and each line needs its role`() {
        let id = create(#"{"totalUnitCount":5}"#)
        let lines =
            #"{"method":"GET","path":"/v1/progress/\#(id)"}"# + "\n"
            + #"{"method":"POST","path":"/v1/progress/\#(id)/cancel"}"#

        let reply = client.post("/v1/batch", lines, bearer("r", ["Content-Type": "application/x-ndjson"]))

        let statuses = reply.text.split(separator: "\n").map { JSON(text: String($0)).status.int }
        #expect(statuses == [200, 403])
        #expect(client.post("/v1/batch", lines, ["Content-Type": "application/x-ndjson"]).status == 401)
    }

    // MARK: Grants

    @Test func `a grant opens its subtree with its role, and nothing else`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let child = create(#"{"pendingUnitCount":5,"totalUnitCount":2}"#, under: top)
        let other = create()

        let made = grant(top, #"{"role":"viewer"}"#)
        let token = made.json.token.string ?? ""

        #expect(made.status == 201)
        #expect(made.json.nodeID.string == top)
        #expect(made.json.role.string == "viewer")
        #expect(made.json.expiresAt.isNull)
        #expect(client.get("/v1/progress/\(top)", bearer(token)).status == 200)
        #expect(client.get("/v1/progress/\(child)", bearer(token)).status == 200)
        #expect(client.get("/v1/progress/\(child)?grant=\(token)").status == 200)
        #expect(client.get("/progress/\(child).svg?grant=\(token)").status == 200)
        #expect(client.get("/v1/progress/\(other)", bearer(token)).status == 403)
        #expect(client.get("/v1/progress", bearer(token)).status == 403)
        #expect(client.get("/v1/events", bearer(token)).status == 403)
        #expect(client.get("/v1/events?id=\(child)&id=\(other)", bearer(token)).status == 403)
        #expect(client.get("/metrics", bearer(token)).status == 403)
        #expect(client.post("/v1/progress/\(child)/completed-units", #"{"count":1}"#, bearer(token)).status == 403)
        #expect(client.post("/v1/progress", "{}", bearer(token)).status == 403)
    }

    @Test func `a grant does not tell whether a name is taken elsewhere`() {
        let top = create()
        _ = create(#"{"name":"secret"}"#)
        let token = grant(top, #"{"role":"operator"}"#).json.token.string ?? ""

        let taken = client.get("/v1/progress/secret", bearer(token))
        let free = client.get("/v1/progress/nothing", bearer(token))

        #expect(taken.status == 403)
        #expect(free.status == 403)
    }

    @Test func `only a grant may stand in the URL`() {
        _ = create()

        #expect(client.get("/v1/progress?grant=o").status == 401)
    }

    @Test func `a revoked grant is good for nothing, and its streams end`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let made = grant(top, #"{"role":"viewer"}"#)
        let token = made.json.token.string ?? ""
        let stream = EventStream(server, "/v1/progress/\(top)/events?grant=\(token)")
        _ = stream.next("snapshot")

        let revoked = client.delete("/v1/grants/\(made.json.grantID.string ?? "")", bearer("o"))

        #expect(revoked.status == 204)
        #expect(client.delete("/v1/grants/\(made.json.grantID.string ?? "")", bearer("o")).status == 404)
        #expect(stream.next(within: 5) == nil)
        #expect(stream.isFinished)
        #expect(client.get("/v1/progress/\(top)", bearer(token)).status == 401)
        #expect(client.get("/v1/progress/\(top)/events?grant=\(token)").status == 401)
    }

    @Test func `a grant ends when its time is over, and with its node`() {
        let top = create()
        let short = grant(top, #"{"role":"viewer","expiresIn":60}"#)
        let long = grant(top, #"{"role":"viewer"}"#)

        #expect(short.json.expiresAt.string != nil)
        server.clock.advance(seconds: 61)
        #expect(client.get("/v1/progress/\(top)", bearer(short.json.token.string ?? "")).status == 401)
        #expect(client.get("/v1/progress/\(top)", bearer(long.json.token.string ?? "")).status == 200)

        _ = client.delete("/v1/progress/\(top)", bearer("o"))
        #expect(client.get("/v1/progress/\(top)", bearer(long.json.token.string ?? "")).status == 401)
    }

    @Test func `a grant made by a grant ends with it, and is about nodes below`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let child = create(#"{"pendingUnitCount":5}"#, under: top)
        let other = create()
        let outer = grant(top, #"{"role":"operator"}"#)
        let token = outer.json.token.string ?? ""

        let inner = grant(child, #"{"role":"operator"}"#, by: token)
        let outside = grant(other, #"{"role":"viewer"}"#, by: token)
        let before = client.get("/v1/progress/\(child)", bearer(inner.json.token.string ?? ""))
        _ = client.delete("/v1/grants/\(outer.json.grantID.string ?? "")", bearer("o"))

        #expect(inner.status == 201)
        #expect(outside.status == 403)
        #expect(before.status == 200)
        #expect(client.get("/v1/progress/\(child)", bearer(inner.json.token.string ?? "")).status == 401)
    }

    @Test func `attaching takes the right on both nodes`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let root = create()
        let token = grant(top, #"{"role":"reporter"}"#).json.token.string ?? ""
        let body = "{\"childID\":\"\(root)\",\"pendingUnitCount\":1}"

        #expect(client.post("/v1/progress/\(top)/children", body, bearer(token)).status == 403)
        #expect(client.post("/v1/progress/\(top)/children", body, bearer("r")).status == 200)
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
        let id = create()

        let reply = grant(id, body)

        #expect(reply.status == status)
        #expect(reply.problem == problem)
    }

    // MARK: Reservations

    @Test func `an unclaimed reservation authorises exactly the create that claims it`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let token =
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":5}"#, bearer("r")).json.token.string
            ?? ""

        let early = client.get("/v1/progress/\(top)", bearer(token))
        let first = client.post("/v1/progress", #"{"totalUnitCount":4}"#, ["Progress-Reservation": token])
        let second = client.post("/v1/progress", "{}", ["Progress-Reservation": token])

        #expect(early.status == 401)
        #expect(first.status == 201)
        #expect(first.json.parentID.string == top)
        #expect(second.status == 401)
        // From now on it is a reporter's right on the child.
        #expect(client.post("/v1/progress/\(first.id)/completed-units", #"{"count":1}"#, bearer(token)).status == 200)
        #expect(client.get("/v1/progress/\(top)", bearer(token)).status == 403)
        #expect(client.post("/v1/progress/\(first.id)/cancel", nil, bearer(token)).status == 403)
        #expect(client.delete("/v1/reservations/\(token)", bearer("r")).status == 204)
        #expect(client.post("/v1/progress/\(first.id)/completed-units", #"{"count":1}"#, bearer(token)).status == 200)
        _ = client.delete("/v1/progress/\(first.id)", bearer("o"))
        #expect(client.post("/v1/progress/\(first.id)/completed-units", #"{"count":1}"#, bearer(token)).status == 401)
    }

    @Test func `in baggage a token claims but authorises nothing`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let token =
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":5}"#, bearer("r")).json.token.string
            ?? ""

        let alone = client.post("/v1/progress", "{}", ["baggage": "progress-reservation=\(token)"])
        let authorised = client.post("/v1/progress", "{}", bearer("r", ["baggage": "progress-reservation=\(token)"]))

        #expect(alone.status == 401)
        #expect(authorised.json.parentID.string == top)
    }

    @Test func `a PUT that claimed may be repeated, and tells nobody else of the name`() {
        let top = create(#"{"totalUnitCount":10}"#)
        _ = create(#"{"name":"foreign"}"#)
        let token =
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":5}"#, bearer("r")).json.token.string
            ?? ""
        let headers = ["Progress-Reservation": token]

        let first = client.put("/v1/progress/step", "{}", headers)
        let again = client.put("/v1/progress/step", "{}", headers)
        let foreign = client.put("/v1/progress/foreign", "{}", headers)

        #expect(first.status == 201)
        #expect(again.status == 200)
        #expect(foreign.status == 401)
    }

    // MARK: Sessions

    @Test func `a session has the rights of its token until it is closed`() {
        let id = create(#"{"totalUnitCount":5}"#)
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
        #expect(stream.next(within: 5) == nil)
        #expect(stream.isFinished)
        #expect(client.get("/v1/progress/\(id)", ["Cookie": cookie]).status == 401)
    }

    @Test func `no session for a token that is not good`() {
        #expect(client.post("/v1/session", #"{"token":"x"}"#).status == 401)
        #expect(client.post("/v1/session", #"{"token":""}"#).status == 401)
        #expect(client.post("/v1/session", #"{"token":"no token"}"#).status == 401)
    }

    @Test func `a waiting request ends when its grant does`() {
        let top = create(#"{"totalUnitCount":10}"#)
        let made = grant(top, #"{"role":"viewer"}"#)
        let headers = bearer(made.json.token.string ?? "")
        let etag = client.get("/v1/progress/\(top)", headers).etag
        let waiting = HTTPClient(server)
        waiting.send(
            "GET",
            "/v1/progress/\(top)",
            headers.merging(["If-None-Match": etag, "Prefer": "wait=30"]) { $1 }
        )
        _ = eventually { client.get("/metrics", bearer("v")).text.contains("progressd_streams 1") }

        _ = client.delete("/v1/grants/\(made.json.grantID.string ?? "")", bearer("o"))

        #expect(waiting.reply(to: "GET").status == 401)
    }

    // MARK: Without tokens

    @Test func `without tokens a browser that speaks for another site is refused`() throws {
        let server = try LiveServer { $0.corsOrigins = ["https://good.example"] }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":5}"#)
        let foreign = ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"]

        #expect(client.post("/v1/progress/\(id)/cancel", nil, foreign).status == 403)
        #expect(client.get("/v1/progress/\(id)", foreign).status == 200)
        #expect(
            client.post(
                "/v1/progress/\(id)/pause",
                nil,
                ["Sec-Fetch-Site": "cross-site", "Origin": "https://good.example"]
            ).status == 200
        )
        #expect(client.post("/v1/progress/\(id)/resume", nil, ["Sec-Fetch-Site": "same-origin"]).status == 200)
    }

    @Test func `without tokens a session needs none, but what it is given has to be one`() throws {
        let client = HTTPClient(try LiveServer())

        #expect(client.post("/v1/session", #"{"token":"x"}"#).status == 204)
        #expect(client.post("/v1/session", #"{"token":"no token"}"#).problem == "out-of-range")
    }

    @Test func `another address is fine where there are tokens`() throws {
        _ = try LiveServer {
            $0.host = "0.0.0.0"
            $0.tokens = try! AccessToken.list("viewer:v")
        }
        #expect(throws: ServerError.self) { try LiveServer { $0.host = "0.0.0.0" } }
    }
}
