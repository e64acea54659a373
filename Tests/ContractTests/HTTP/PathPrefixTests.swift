import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 11: a service below its own path.
struct PathPrefixTests {
    private static let prefix = "/team-a"
    private static let host = ["Host": "127.0.0.1"]

    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        let tokens = try AccessToken.list("operator:o")
        server = try LiveServer {
            $0.pathPrefix = Self.prefix
            $0.tokens = tokens
        }
        client = HTTPClient(server)
    }

    private static let bearer = ["Authorization": "Bearer o"]

    private func call(_ method: String, _ path: String, _ body: String? = nil) -> Reply {
        client.call(method, Self.prefix + path, Self.bearer, body)
    }

    @Test func `calls are answered below it, and name their addresses with it`() {
        let created = call("POST", "/v1/progress", #"{"name":"a","totalUnitCount":4}"#)
        let read = client.get(created["location"] ?? "", Self.bearer)
        let links = read.json.links
        let child = client.post(links.children.string ?? "", #"{"pendingUnitCount":1}"#, Self.bearer)
        let list = call("GET", "/v1/progress?limit=1")
        let grant = call("POST", "/v1/progress/a/grants", #"{"role":"viewer"}"#)
        let reservation = call("POST", "/v1/progress/a/reservations", #"{"pendingUnitCount":1}"#)

        #expect(created.status == 201)
        #expect(created["location"] == "/team-a/v1/progress/\(created.id)")
        #expect(read.id == created.id)
        for name in ["self", "events", "children", "tree", "cancel", "pause", "resume", "page"] {
            #expect(links[name].string?.hasPrefix("/team-a/") == true, "\(name)")
        }
        #expect(child.status == 201)
        #expect(list.status == 200)
        #expect(grant["location"]?.hasPrefix("/team-a/v1/grants/") == true)
        #expect(reservation["location"]?.hasPrefix("/team-a/v1/reservations/") == true)
        #expect(client.delete(reservation["location"] ?? "", Self.bearer).status == 204)
        #expect(client.delete(grant["location"] ?? "", Self.bearer).status == 204)
    }

    @Test func `the next page of a list is at an address with it`() {
        for _ in 0..<3 { _ = call("POST", "/v1/progress", "{}") }

        let first = call("GET", "/v1/progress?limit=2")
        let target = first["link"]?.split(separator: ">").first?.dropFirst() ?? ""
        let second = client.get(String(target), Self.bearer)

        #expect(target.hasPrefix("/team-a/v1/progress?"))
        #expect(second.json.items.list.count == 1)
    }

    @Test func `lines of a batch name paths without it, and their replies have it`() {
        let lines = [
            #"{"method":"POST","path":"/v1/progress","body":{"name":"a"}}"#,
            #"{"method":"POST","path":"/team-a/v1/progress","body":{"name":"b"}}"#,
        ]
        let headers = Self.bearer.merging(["Content-Type": "application/x-ndjson"]) { $1 }

        let reply = client.post("/team-a/v1/batch", lines.map { $0 + "\n" }.joined(), headers)
        let replies = reply.text.split(separator: "\n")

        #expect(replies.count == 2)
        #expect(replies[0].contains(#""status":201"#) && replies[0].contains(#""Location":"/team-a/v1/progress/"#))
        #expect(replies[1].contains(#""status":404"#) && replies[1].contains(#""/team-a/problems/not-found""#))
    }

    @Test(arguments: ["/", "/v1/progress", "/team-ab/v1/progress", "/team-a%2Fv1/progress", "/docs", "/TEAM-A/v1"])
    func `what is outside is no path, and says where the service is`(path: String) {
        let reply = client.get(path, Self.bearer)

        #expect(reply.status == 404)
        #expect(reply.json.type.string == "/team-a/problems/not-found")
        #expect(reply.json.detail.string?.contains("/team-a/") == true)
        #expect(reply.json.instance.string == path)
        #expect(client.post(path, "{}", Self.bearer).status == 404)
    }

    @Test func `probes and scrapers find their paths at the root, too`() {
        for path in ["/healthz", "/readyz", "/readyz/writes", "/metrics"] {
            #expect(client.get(path, Self.bearer).status == 200, "\(path)")
            #expect(call("GET", path).status == 200, "\(path)")
        }
        #expect(client.get("/metrics").status == 401)
        #expect(client.call("OPTIONS", "*").status == 204)
    }

    @Test func `problems have their page and the path as it was sent`() {
        let missing = call("GET", "/v1/progress/nobody")
        let wrong = call("PUT", "/v1/progress/5b0f4c1e-7d41-4e0b-9c67-5b1f0f6f2a11", "{}")
        let page = client.get(missing.json.type.string ?? "")

        #expect(missing.status == 404)
        #expect(missing.json.detail.string?.contains("nobody") == true)
        #expect(missing.json.instance.string == "/team-a/v1/progress/nobody")
        #expect(wrong.json.type.string == "/team-a/problems/invalid-name")
        #expect(wrong.json.detail.string?.contains("5b0f4c1e-7d41-4e0b-9c67-5b1f0f6f2a11") == true)
        #expect(page.status == 200)
        #expect(page.text.contains(#"<a href="/team-a/docs">"#))
    }

    @Test func `a hint names paths as the caller has to send them`() {
        let hints = [
            (call("GET", "/progress"), #"Did you mean "/team-a/v1/progress"?"#),
            (call("GET", "/v1/progress/a/tre"), "/team-a/v1/progress/{id}/tree?"),
            (call("GET", "/v1/x"), "begin with /team-a/v1/progress; /team-a/docs describes"),
            (call("GET", "/x"), "/team-a/ is the dashboard, /team-a/v1/progress lists the roots, and /team-a/docs"),
            (call("PUT", "/v1/progress", "{}"), "PUT /team-a/v1/progress/{name}."),
        ]
        let line = #"{"method":"POST","path":"/v1/progress/a/pauze"}"#

        let batch = client.post(
            Self.prefix + "/v1/batch",
            line,
            Self.bearer.merging(["Content-Type": "application/x-ndjson"]) { $1 }
        )

        for (reply, hint) in hints {
            #expect(reply.json.detail.string?.contains(hint) == true, "\(reply.text)")
        }
        #expect(batch.text.contains("Did you mean /v1/progress/{id}/pause?"))
    }

    @Test(arguments: ["", "/", "/progress/a", "/docs", "/problems", "/problems/not-found"])
    func `a page loads and links what is below it`(path: String) {
        _ = call("PUT", "/v1/progress/a", "{}")

        let page = client.get(Self.prefix + path, ["Accept": "text/html"])
        let addresses = page.text.split(separator: "=\"").dropFirst().compactMap { piece -> Substring? in
            piece.hasPrefix("/") ? piece.prefix { $0 != "\"" && $0 != "#" } : nil
        }

        #expect(page.status == 200)
        #expect(!addresses.isEmpty)
        for address in Set(addresses) {
            #expect(address.hasPrefix("/team-a/"))
            #expect(client.get(String(address), Self.bearer).status == 200, "\(address)")
        }
    }

    @Test func `a lost browser finds the way back`() {
        for path in ["/", "/team-a/nothing"] {
            let page = client.get(path, ["Accept": "text/html"])
            #expect(page.status == 404)
            #expect(page.text.contains(#"<a href="/team-a/">"#))
        }
    }

    @Test func `the session's cookie belongs to it`() {
        let opened = client.post("/team-a/v1/session", #"{"token":"o"}"#)
        let cookie = opened["set-cookie"] ?? ""
        let pair = String(cookie.prefix { $0 != ";" })
        let closed = client.delete("/team-a/v1/session", ["Cookie": pair, "Sec-Fetch-Site": "same-origin"])

        #expect(opened.status == 204)
        #expect(cookie.hasSuffix("Path=/team-a"))
        #expect(client.get("/team-a/v1/session", ["Cookie": pair]).status == 401)
        #expect(closed["set-cookie"]?.contains("Path=/team-a; Max-Age=0") == true)
    }

    @Test func `the service introduces itself with it`() {
        let introduction = client.get("/team-a/v1")
        let catalog = client.get("/team-a/.well-known/api-catalog")
        let link = introduction["link"] ?? ""

        for name in ["progress", "events", "batch", "session", "description", "documentation", "problems", "dashboard"]
        {
            let path = introduction.json.links[name].string ?? ""
            #expect(path.hasPrefix("/team-a/"), "\(name)")
            if name != "events" { #expect(client.get(path, Self.bearer).status != 404, "\(name)") }
        }
        #expect(link.contains("</team-a/openapi.yaml>; rel=\"service-desc\"") && link.contains("</team-a/docs>"))
        #expect(client.get("/team-a/docs")["link"] == link)
        #expect(catalog.json.linkset[0].anchor.string == "/team-a/v1")
        #expect(catalog.text.contains(#""href":"/team-a/openapi.json""#))
        #expect(catalog["link"] == #"</team-a/.well-known/api-catalog>; rel="api-catalog""#)
    }

    @Test func `the contract names it as its server`() {
        let yaml = client.get("/team-a/openapi.yaml")
        let json = client.get("/team-a/openapi.json")

        #expect(yaml.text.contains("\n  - url: /team-a\n"))
        #expect(json.json.servers[0].url.string == "/team-a")
        #expect(client.get("/team-a/openapi.json", ["If-None-Match": json.etag]).status == 304)
    }

    @Test func `streams and text views are below it`() {
        _ = call("PUT", "/v1/progress/a", #"{"totalUnitCount":2}"#)
        let stream = EventStream(server, "/team-a/v1/progress/a/events", Self.bearer)

        #expect(stream.next()?.name == "snapshot")
        #expect(call("GET", "/progress/a.txt").status == 200)
        #expect(call("GET", "/progress/a.svg").status == 200)
        #expect(client.get("/progress/a.txt", Self.bearer).status == 404)
    }

    @Test func `a wrong host is refused before the path is looked at`() throws {
        let open = HTTPClient(try LiveServer { $0.pathPrefix = Self.prefix })

        #expect(open.get("/v1/progress", ["Host": "evil.example"]).status == 421)
        #expect(open.get("http://127.0.0.1/team-a/v1/progress", Self.host).status == 200)
        #expect(open.get("http://127.0.0.1/v1/progress", Self.host).status == 404)
    }

    @Test func `replicas pass requests on with it`() throws {
        let cluster = try LiveCluster(2) { $0.pathPrefix = Self.prefix }
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))

        let created = heir.post("/team-a/v1/progress", #"{"totalUnitCount":3}"#)

        #expect(created.status == 201)
        #expect(created["location"] == "/team-a/v1/progress/\(created.id)")
        #expect(writer.get("/team-a/v1/progress/\(created.id)").status == 200)
        #expect(heir.get("/team-a/v1/progress/\(created.id)").status == 200)
        #expect(heir.post("/v1/progress", "{}").status == 404)
    }
}
