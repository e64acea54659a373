import TestKit
import Testing

/// docs/contract.md, section 10: the calls that each token may make.
struct RoleTests {
    private let world: AccessWorld
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test(arguments: [
        ("GET", "", "v"), ("GET", "/tree", "v"), ("GET", "/children", "v"), ("PATCH", "", "r"),
        ("POST", "/completed-units", "r"), ("POST", "/heartbeat", "r"), ("POST", "/reservations", "r"),
        ("POST", "/children", "r"), ("POST", "/pause", "o"), ("POST", "/resume", "o"), ("POST", "/grants", "o"),
        ("POST", "/fail", "r"), ("POST", "/finish", "r"), ("POST", "/cancel", "o"), ("GET", "/runs", "v"),
        ("DELETE", "/runs", "o"), ("DELETE", "", "o"),
    ])
    func `each call takes its role`(_ method: String, _ path: String, _ least: String) throws {
        let id = world.create(#"{"totalUnitCount":5,"name":"nightly"}"#)
        let bodies = [
            "/completed-units": #"{"count":1}"#, "/reservations": #"{"pendingUnitCount":1}"#,
            "/children": #"{"pendingUnitCount":1}"#, "/grants": #"{"role":"viewer"}"#, "/fail": #"{"message":"m"}"#,
        ]
        let body = bodies[path] ?? (method == "PATCH" ? "{}" : nil)
        let roles = ["v", "r", "o"]

        let without = client.call(method, "/v1/progress/\(id)\(path)", [:], body)
        let wrong = client.call(method, "/v1/progress/\(id)\(path)", world.bearer("x"), body)
        let replies = roles.map { client.call(method, "/v1/progress/\(id)\(path)", world.bearer($0), body) }

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
            #expect(client.get(path, world.bearer("v")).status == 200)
        }
        #expect(client.get("/v1/events").status == 401)
        #expect(client.post("/v1/progress", "{}").status == 401)
        #expect(client.post("/v1/progress", "{}", world.bearer("v")).status == 403)
        #expect(client.post("/v1/progress", "{}", world.bearer("r")).status == 201)
        #expect(client.put("/v1/progress/named", "{}").status == 401)
        #expect(client.put("/v1/progress/named", "{}", world.bearer("v")).status == 403)
    }

    @Test func `what takes a token is kept by no cache that others use`() {
        let id = world.create()

        let calls = ["", "/\(id)", "/\(id)/tree", "/\(id)/children"].map { "/v1/progress" + $0 }
        for path in calls + ["/progress/\(id).svg", "/progress/\(id).txt", "/progress.txt"] {
            let reply = client.get(path, world.bearer("v"))
            let again = client.get(path, world.bearer("v", ["If-None-Match": reply.etag]))

            #expect(reply["cache-control"] == "private, no-cache", "\(path)")
            #expect(again["cache-control"] == "private, no-cache", "\(path)")
        }
    }

    @Test func `health, the contract and the pages are open`() {
        for path in [
            "/healthz", "/readyz", "/readyz/writes", "/", "/openapi.yaml", "/openapi.json", "/docs",
            "/progress/unknown",
            "/problems/unauthorized",
        ] {
            #expect(client.get(path).status == 200, "\(path)")
        }
    }

    @Test func `the page of what can be no progress is nowhere, also where the page tells nothing`() {
        #expect(client.get("/progress/a%2Fb").status == 404)
        #expect(client.get("/progress/-").status == 404)
    }

    @Test(arguments: ["Basic r", "Bearer", "Bearer ", "r", "Bearer rr", "Bearer R"])
    func `an Authorization that is not a good Bearer is 401`(_ value: String) {
        #expect(client.get("/v1/progress", ["Authorization": value]).status == 401)
    }

    @Test func `the scheme may be in any case`() {
        #expect(client.get("/v1/progress", ["Authorization": "bearer v"]).status == 200)
    }

    @Test func `a batch has its token for each line, and each line needs its role`() {
        let id = world.create(#"{"totalUnitCount":5}"#)
        let lines =
            #"{"method":"GET","path":"/v1/progress/\#(id)"}"# + "\n"
            + #"{"method":"POST","path":"/v1/progress/\#(id)/cancel"}"#

        let reply = client.post("/v1/batch", lines, world.bearer("r", ["Content-Type": "application/x-ndjson"]))

        let statuses = reply.text.split(separator: "\n").map { JSON(text: String($0)).status.int }
        #expect(statuses == [200, 403])
        #expect(client.post("/v1/batch", lines, ["Content-Type": "application/x-ndjson"]).status == 401)
    }
    @Test func `a line of a batch with a wrong token is refused in a line of JSON`() {
        let line = #"{"method":"GET","path":"/v1/progress","headers":{"Authorization":"Bearer x"}}"#

        let reply = client.post("/v1/batch", line, world.bearer("v", ["Content-Type": "application/x-ndjson"]))

        #expect(JSON(text: reply.text).status.int == 401)
        #expect(JSON(text: reply.text).headers["WWW-Authenticate"].string == #"Bearer realm="progressd""#)
    }
}
