import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 5: the page and the badge of a progress that is gone, and who may see which.
struct GoneTests {
    private static let browser = ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"]
    private static let gone = "3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11"

    @Test func `a browser gets a page for what is gone, and a program the problem`() throws {
        let client = HTTPClient(try LiveServer())
        let here = client.get("/progress/\(client.create())", Self.browser)

        for target in ["/progress/nobody", "/progress/\(Self.gone)", "/progress/-no-name"] {
            let page = client.get(target, Self.browser)
            #expect(page.status == 404)
            #expect(page["content-type"] == "text/html; charset=utf-8")
            #expect(page.body == here.body)
            #expect(page["etag"] == nil)
            #expect(page["vary"] == "Accept")
            #expect(client.get(target, Self.browser.merging(["If-None-Match": here.etag]) { $1 }).status == 404)
            #expect(client.get(target).problem == "not-found")
            #expect(client.get(target, ["Accept": "text/html;q=0"]).problem == "not-found")
        }
        #expect(here.status == 200)
        #expect(here["vary"] == "Accept")
    }

    @Test func `with tokens, who may not read gets the same page whatever is there`() throws {
        let world = try AccessWorld()
        let client = world.client
        let id = world.create(#"{"name":"here"}"#)
        let other = world.create()
        let grant = world.grant(other, #"{"role":"viewer"}"#).json.token.string ?? ""

        for query in ["", "?grant=\(grant)", "?grant=nonsense"] {
            let pages = ["/progress/here", "/progress/\(id)", "/progress/nobody"].map {
                client.get($0 + query, Self.browser)
            }
            #expect(pages.map(\.status) == [200, 200, 200], "\(query)")
            #expect(Set(pages.map(\.body)).count == 1)
            #expect(Set(pages.map(\.etag)).count == 1)
        }
    }

    @Test func `with tokens, who may read learns that it is gone`() throws {
        let world = try AccessWorld()
        let client = world.client
        let opened = client.post("/v1/session", #"{"token":"v"}"#)
        let cookie = ["Cookie": String((opened["set-cookie"] ?? "").prefix { $0 != ";" })]
        let id = world.create()

        #expect(client.get("/progress/\(id)", Self.browser.merging(cookie) { $1 }).status == 200)
        #expect(client.get("/progress/nobody", Self.browser.merging(cookie) { $1 }).status == 404)
        #expect(client.get("/progress/nobody", world.bearer("v")).problem == "not-found")
    }

    @Test func `badges need a token unless they are open`() throws {
        let world = try AccessWorld()
        let tokens = try AccessToken.list("viewer:v\nreporter:r")
        let open = try LiveServer {
            $0.tokens = tokens
            $0.hasOpenBadges = true
        }
        let client = HTTPClient(open)
        let id = client.post("/v1/progress", "{}", world.bearer("r")).id

        #expect(world.client.get("/progress/nobody.svg").status == 401)
        #expect(world.client.get("/progress/nobody.svg", world.bearer("v")).status == 200)
        #expect(client.get("/progress/\(id).svg").status == 200)
        #expect(client.get("/progress/nobody.svg").text.contains(">no data<"))
        #expect(client.get("/v1/progress/\(id)").status == 401)
    }

    @Test func `a grant sees the badge of what it covers and of what is gone, and no other`() throws {
        let world = try AccessWorld()
        let (id, other) = (world.create(), world.create(#"{"name":"other"}"#))
        let grant = world.grant(id, #"{"role":"viewer"}"#).json.token.string ?? ""

        #expect(world.client.get("/progress/\(id).svg?grant=\(grant)").status == 200)
        #expect(world.client.get("/progress/\(Self.gone).svg?grant=\(grant)").text.contains(">no data<"))
        #expect(world.client.get("/progress/\(other).svg?grant=\(grant)").status == 403)
        #expect(world.client.get("/progress/other.svg?grant=\(grant)").status == 403)
    }
}
