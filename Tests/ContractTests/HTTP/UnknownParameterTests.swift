import MicroHTTPD
import TestKit
import Testing

@testable import ProgressHTTP

/// docs/contract.md, section 5: query parameters that a call does not know.
struct UnknownParameterTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `a misspelled parameter is refused, and the one that is meant is named`() {
        let reply = client.get("/v1/progress?status=failed")

        #expect(reply.status == 400)
        #expect(reply.problem == "unknown-parameter")
        #expect(reply.json.detail.string?.contains("\"status\" is unknown here. Did you mean state?") == true)
    }

    @Test func `a write with an unknown parameter changes nothing`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let path = "/v1/progress/\(id)"
        let writes: [(method: String, target: String, body: String?)] = [
            ("POST", "/v1/progress", "{}"), ("PUT", "/v1/progress/other", "{}"), ("PATCH", path, #"{"kind":"x"}"#),
            ("DELETE", path, nil), ("POST", "\(path)/children", #"{"pendingUnitCount":1}"#),
            ("POST", "\(path)/completed-units", #"{"count":1}"#), ("POST", "\(path)/heartbeat", nil),
            ("POST", "\(path)/cancel", nil), ("POST", "\(path)/pause", nil), ("POST", "\(path)/resume", nil),
            ("POST", "\(path)/fail", #"{"message":"m"}"#),
            ("POST", "\(path)/reservations", #"{"pendingUnitCount":1}"#),
            ("POST", "\(path)/grants", #"{"role":"viewer"}"#),
        ]

        for write in writes {
            let reply = client.call(write.method, "\(write.target)?nothing=1", [:], write.body)
            #expect(reply.problem == "unknown-parameter", "\(write.method) \(write.target)")
        }

        #expect(client.snapshot(id).version.int == 1)
        #expect(client.get("/v1/progress").json.items.count == 1)
    }

    @Test func `a line of a batch with an unknown parameter fails alone`() {
        let reply = client.post(
            "/v1/batch",
            #"{"method":"GET","path":"/v1/progress?limits=1"}"# + "\n"
                + #"{"method":"GET","path":"/v1/progress?limit=1"}"#,
            ["Content-Type": "application/x-ndjson"]
        )

        let lines = reply.text.split(separator: "\n").map { JSON(text: String($0)) }
        #expect(lines.map(\.status.int) == [400, 200])
        #expect(lines[0].body.type.string == "/problems/unknown-parameter")
    }

    @Test func `grant and locale are known to every call`() {
        let id = client.create()

        for target in ["/v1/progress", "/v1/progress/\(id)", "/v1/progress/\(id)/tree", "/v1/progress/\(id)/children"] {
            #expect(client.get("\(target)?locale=de&grant=x").status == 200, "\(target)")
        }
        #expect(client.post("/v1/progress?locale=de", "{}").status == 201)
    }

    @Test func `pages, badges and the service's own paths ignore what they do not know`() {
        let id = client.create()

        for target in [
            "/", "/progress/\(id)", "/progress/\(id).svg", "/healthz", "/readyz", "/readyz/writes", "/metrics",
            "/openapi.yaml",
        ] {
            #expect(client.get("\(target)?utm_source=mail").status == 200, "\(target)")
        }
    }

    @Test func `names are compared exactly, and an empty query has none`() {
        #expect(client.get("/v1/progress?Limit=1").problem == "unknown-parameter")
        #expect(client.get("/v1/progress?=1").problem == "unknown-parameter")
        #expect(client.get("/v1/progress?").status == 200)
        #expect(client.get("/v1/progress?&&").status == 200)
    }

    @Test func `every parameter of the document is known to its call, and no other`() throws {
        for operation in try ContractDocument().operations {
            let path = try #require(Path(pattern: operation.path))
            let row = try #require(CallTable.row(Method(name: operation.method), on: path))
            guard let known = row.parameters else { continue }
            let documented = operation.parameters.filter { $0.place == "query" && $0.name != "locale" }.map(\.name)
            // Another spelling of one that is documented: generated clients would have two names that differ in case.
            #expect(Set(known).subtracting(["lastEventId"]) == Set(documented), "\(operation)")
        }
    }
}

extension Path {
    fileprivate init?(pattern: String) {
        guard let path = Path.allCases.first(where: { $0.pattern.description == pattern }) else { return nil }
        self = path
    }
}
