import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 10: headers by which every reply tells a browser about pages of other sites. `ReplyCheck`
/// checks the replies of every documented call.
struct GuardHeaderTests {
    private static let sameSite = "same-origin nosniff"
    private static let anySite = "cross-origin nosniff"

    private func guards(_ reply: Reply) -> String {
        "\(reply["cross-origin-resource-policy"] ?? "none") \(reply["x-content-type-options"] ?? "none")"
    }

    @Test func `what no document describes is for our own pages alone, too`() throws {
        let server = try LiveServer {
            $0.hasMCP = true
            $0.hasKubeflow = true
            $0.maximumBodyBytes = 1_000
        }
        let client = HTTPClient(server)
        let id = client.create("{}")
        let long = String(repeating: "x", count: 2_000)
        let calls: [(method: String, target: String, headers: [String: String], body: String?)] = [
            ("GET", "/nothing", [:], nil), ("BREW", "/", [:], nil), ("OPTIONS", "/v1/progress", [:], nil),
            ("GET", "/", ["Host": "evil.example"], nil), ("HEAD", "/v1/progress/\(id)", [:], nil),
            ("HEAD", "/v1/progress/\(id)/events", [:], nil), ("GET", "/dashboard.js", [:], nil),
            ("POST", "/v1/progress", [:], long), ("POST", "/v1/progress", ["Expect": "x"], "{}"),
            ("POST", "/v1/progress", ["Prefer": "return=minimal"], "{}"), ("POST", "/v1/progress", [:], "{"),
            ("GET", "/v1/progress/\(id)", ["If-None-Match": client.get("/v1/progress/\(id)").etag], nil),
            ("POST", "/mcp", [:], #"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{}}"#),
            ("POST", "/v1/progress/\(id)/kubeflow-status", [:], "{}"), ("GET", "/progress/\(id).txt", [:], nil),
            ("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], #"{"method":"GET","path":"/v1/progress"}"#),
        ]

        for call in calls {
            let reply = HTTPClient(server).call(call.method, call.target, call.headers, call.body)
            #expect(reply.status > 0 && guards(reply) == Self.sameSite, "\(call.method) \(call.target)")
        }
        for target in ["/v1/events", "/progress/\(id).txt?follow=true", "/v1/progress/\(id)/events"] {
            let stream = EventStream(server, target)
            #expect(stream.status == 200 && guards(stream.reply) == Self.sameSite, "\(target)")
        }
    }

    @Test func `the files of the element are for every site`() throws {
        let client = HTTPClient(try AccessWorld().server)

        for name in ["progress-element.js", "watch.js", "hub.js", "left.js", "lang/de.js"] {
            let reply = client.get("/\(name)")
            #expect(reply.status == 200 && guards(reply) == Self.anySite, "\(name)")
            #expect(guards(client.get("/\(name)", ["If-None-Match": reply.etag])) == Self.anySite, "\(name)")
        }
        #expect(guards(client.get("/dashboard.js")) == Self.sameSite)
    }

    /// On loopback without tokens, the width of a badge would reveal the service's content to pages of any site.
    @Test(arguments: [
        ("127.0.0.1", false, false, false), ("127.0.0.1", false, true, true), ("127.0.0.1", true, false, false),
        ("127.0.0.1", true, true, true), ("0.0.0.0", false, false, true), ("0.0.0.0", true, false, false),
        ("0.0.0.0", true, true, true),
    ])
    func `a badge is for every site where it is open, or where nothing guards it`(
        host: String,
        hasTokens: Bool,
        isOpen: Bool,
        isForAll: Bool
    ) throws {
        let tokens = try AccessToken.list("operator:o")
        let server = try LiveServer {
            $0.host = host
            $0.allowsAnonymous = true
            $0.hasOpenBadges = isOpen
            if hasTokens { $0.tokens = tokens }
        }
        let client = HTTPClient(server)
        let bearer = ["Authorization": "Bearer o"]
        let id = client.post("/v1/progress", "{}", bearer).id

        for target in ["/progress/\(id).svg", "/progress/nobody.svg?label=x"] {
            let reply = client.get(target, bearer)
            #expect(reply.status == 200 && guards(reply) == (isForAll ? Self.anySite : Self.sameSite), "\(target)")
        }
        #expect(guards(client.get("/v1/progress/\(id)", bearer)) == Self.sameSite)
    }

    @Test func `a badge with a grant in its address is for the page that was given it`() throws {
        let world = try AccessWorld()
        let id = world.create()
        let grant = world.grant(id, #"{"role":"viewer"}"#).json.token.string ?? ""
        let open = HTTPClient(try LiveServer())

        #expect(guards(world.client.get("/progress/\(id).svg?grant=\(grant)")) == Self.anySite)
        #expect(guards(world.client.get("/progress/\(id).svg", world.bearer(grant))) == Self.sameSite)
        #expect(guards(world.client.get("/progress/\(id).svg?grant=x", world.bearer("o"))) == Self.sameSite)
        #expect(guards(world.client.get("/progress/\(id).svg?grant=x")) == Self.sameSite)
        #expect(guards(open.get("/progress/x.svg?grant=x")) == Self.sameSite)
    }
}
