import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 5: how the API introduces itself.
struct IntroductionTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private static let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test func `each address in the introduction and in the catalog answers`() throws {
        let introduction = client.get("/v1")
        let catalog = client.get("/.well-known/api-catalog")

        #expect(introduction.status == 200 && introduction.json.name.string == "progressd")
        let links = introduction.json.links
        for name in ["progress", "description", "documentation", "problems", "dashboard"] {
            #expect(client.get(links[name].string ?? "missing").status == 200, "\(name)")
        }
        #expect(
            catalog["content-type"] == #"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#
        )
        let context = catalog.json.linkset[0]
        #expect(context.anchor.string == "/v1")
        for relation in ["service-desc", "service-doc", "status"] {
            #expect(client.get(context[relation][0].href.string ?? "missing").status == 200, "\(relation)")
        }
    }

    @Test func `the description is named in the heads of the pages`() {
        for path in ["/", "/v1", "/docs"] {
            for method in ["GET", "HEAD"] {
                let link = client.call(method, path, [:], nil)["link"] ?? ""
                #expect(link.contains(#"</openapi.yaml>; rel="service-desc""#), "\(method) \(path)")
                #expect(link.contains(#"</docs>; rel="service-doc""#), "\(method) \(path)")
            }
        }
        #expect(
            client.call("HEAD", "/.well-known/api-catalog", [:], nil)["link"]?.contains(#"rel="api-catalog""#) == true
        )
        #expect(client.get("/healthz")["link"] == nil)
    }

    @Test func `the index of problems leads to each page`() {
        let index = client.get("/problems")

        #expect(index["content-type"] == "text/html; charset=utf-8")
        for slug in ["not-found", "invalid-url", "limit-urls", "storage-full"] {
            #expect(index.text.contains(#"href="/problems/\#(slug)""#))
            #expect(client.get("/problems/\(slug)").status == 200)
        }
    }

    @Test(arguments: ["/nothing", "/v1/nothing", "/v1/progress/a/b", "/progress/a/b", "/problems/nothing"])
    func `a browser that loses its way gets a page, a program a problem`(path: String) {
        let page = client.get(path, Self.browser)
        let problem = client.get(path)

        #expect(page.status == 404 && page["content-type"] == "text/html; charset=utf-8")
        #expect(page.text.contains(#"<a href="/">"#) && page["vary"]?.contains("Accept") == true)
        #expect(problem.status == 404 && problem.problem == "not-found")
        #expect(client.call("DELETE", path, Self.browser, nil)["content-type"] == "application/problem+json")
    }

    @Test func `what takes no token says it without one`() throws {
        let tokens = try AccessToken.list("operator:secret")
        let client = HTTPClient(try LiveServer { $0.tokens = tokens })

        for path in ["/v1", "/.well-known/api-catalog", "/problems"] { #expect(client.get(path).status == 200) }
        #expect(client.get("/v1?x=1").problem == "unknown-parameter")
    }
}
