import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, sections 5 and 10: pages from elsewhere.
struct CORSTests {
    private let origin = "https://shop.example"

    @Test func `no origin is let in by default`() throws {
        let server = try LiveServer()
        let client = HTTPClient(server)

        let reply = client.get("/v1/progress", ["Origin": origin])
        let preflight = client.call(
            "OPTIONS",
            "/v1/progress",
            ["Origin": origin, "Access-Control-Request-Method": "POST"]
        )

        for reply in [reply, preflight] {
            #expect(reply.status < 300)
            #expect(reply.headers.allSatisfy { !$0.name.hasPrefix("access-control-") })
        }
    }

    @Test func `a listed origin reads, writes and streams, another does not`() throws {
        let server = try LiveServer { $0.corsOrigins = [origin] }
        let client = HTTPClient(server)
        let id = client.create()

        let reply = client.post("/v1/progress", "{}", ["Origin": origin])
        let problem = client.get("/v1/progress/nobody", ["Origin": origin])
        let stream = EventStream(server, "/v1/progress/\(id)/events", ["Origin": origin])
        let other = client.get("/v1/progress", ["Origin": "https://evil.example"])
        let longer = client.get("/v1/progress", ["Origin": origin + ".evil.example"])

        for reply in [reply, problem, stream.reply] {
            #expect(reply["access-control-allow-origin"] == origin)
            #expect(reply["access-control-expose-headers"]?.contains("ETag") == true)
            #expect(reply["vary"]?.contains("Origin") == true)
        }
        for reply in [other, longer] {
            #expect(reply["access-control-allow-origin"] == nil)
            #expect(reply["vary"]?.contains("Origin") == true)
        }
    }

    @Test func `a preflight names methods and headers`() throws {
        let server = try LiveServer { $0.corsOrigins = [origin] }
        let headers = ["Origin": origin, "Access-Control-Request-Method": "PATCH"]

        let reply = HTTPClient(server).call("OPTIONS", "/v1/progress/a", headers)

        #expect(reply.status == 204)
        #expect(reply["access-control-allow-methods"]?.contains("PATCH") == true)
        #expect(reply["access-control-allow-headers"]?.contains("Last-Event-ID") == true)
        #expect(reply["access-control-allow-origin"] == origin)
    }
}
