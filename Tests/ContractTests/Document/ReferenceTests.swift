import ProgressWire
import TestKit
import Testing

/// `/docs` and `/openapi.json`, which `make reference` makes from `openapi.yaml`.
struct ReferenceTests {
    private let document: ContractDocument
    private let client: HTTPClient
    private let server: LiveServer

    init() throws {
        document = try ContractDocument()
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `the document as JSON is the document`() {
        let reply = client.get("/openapi.json")

        #expect(reply["content-type"] == "application/json")
        #expect(reply.json == document.root)
    }

    @Test func `the reference has an anchor for every operation, schema and problem`() {
        let reply = client.get("/docs")

        #expect(reply["content-type"] == "text/html; charset=utf-8")
        for operation in document.operations { #expect(reply.text.contains("<article id=\"\(operation.id)\">")) }
        for schema in document.root.components.schemas.keys { #expect(reply.text.contains("id=\"schema-\(schema)\"")) }
        #expect(reply.text.contains("id=\"problem-cycle\""))
    }

    @Test(arguments: ["/docs", "/docs.css", "/docs.js", "/openapi.json"])
    func `a reader who has the file gets 304`(path: String) {
        let reply = client.get(path)
        let again = client.get(path, ["If-None-Match": reply.etag])

        #expect(reply["cache-control"] == "no-cache")
        #expect(reply["content-security-policy"]?.hasPrefix("default-src 'none'; ") == true)
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
    }

    @Test func `the page of a problem leads to the calls that may answer it`() {
        let text = client.get("/problems/cycle").text

        #expect(text.contains("<a href=\"/docs#addChild\"><code>POST /v1/progress/{id}/children</code></a>"))
        #expect(client.get("/problems/unauthorized").text.contains("/docs#problems"))
    }
}
