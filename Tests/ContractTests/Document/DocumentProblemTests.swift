import ProgressWire
import TestKit
import Testing

@testable import Platform
@testable import ProgressHTTP

/// The problems of `openapi.yaml` against the live service and the table in the source.
struct DocumentProblemTests {
    private let document: ContractDocument

    init() throws { document = try ContractDocument() }

    @Test func `the example of every problem says what the service says`() throws {
        let examples = document.root.components.examples

        for type in ProblemType.allCases {
            let name = "problem-\(type.slug)"
            let example = try #require(examples.keys.contains(name) ? examples[name]["value"] : nil, "\(name)")
            #expect(example.type.string == "/problems/\(type.slug)")
            #expect(example.title.string == type.title.description)
            #expect(example.status.int == Int64(type.status))
        }
    }

    @Test func `no problem is documented that the service does not have`() {
        let known = Set(ProblemType.allCases.map { "problem-\($0.slug)" } + ["problem-limit-text-in-all"])

        for name in document.root.components.examples.keys where name.hasPrefix("problem-") {
            #expect(known.contains(name))
        }
    }

    @Test func `every problem has a page behind its type`() throws {
        let server = try LiveServer()
        let client = HTTPClient(server)

        for type in ProblemType.allCases {
            let reply = client.get("/problems/\(type.slug)")
            #expect(reply.status == 200)
            #expect(reply["content-type"] == "text/html; charset=utf-8")
            #expect(reply.text.contains("<h1>\(type.title)</h1>"))
            let paragraphs = reply.text.split(separator: "<p>").count
            #expect(paragraphs > 3, "\(type.slug) is not explained")
        }
        #expect(client.get("/problems/no-such-problem").problem == "not-found")
    }

    @Test func `every operation answers a wrong host with a documented problem`() throws {
        try provoke(headers: ["Host": "evil.example"]) { _ in 421 }
    }

    @Test func `every operation on a progress answers an unknown one with a documented problem`() throws {
        try provoke(chosen: ["id": JSON(.string("nobody")), "token": JSON(.string("nothing"))]) { operation in
            let isAboutOne = operation.path.contains("{id}") || operation.path.contains("{token}")
            let isFine = ["createNamedProgress", "getProgressBadge"].contains(operation.id)
            return isAboutOne && !isFine ? 404 : nil
        }
    }

    @Test func `every write answers a wrong If-Match with a documented problem`() throws {
        try provoke(headers: ["If-Match": "\"other\""]) { operation in
            operation.parameters.contains { $0.name == "If-Match" } ? 412 : nil
        }
    }

    @Test func `every operation with a body answers another media type with a documented problem`() throws {
        try provoke(headers: ["Content-Type": "text/plain"]) { $0.bodies.isEmpty ? nil : 415 }
    }

    @Test func `every operation with a body answers broken JSON with a documented problem`() throws {
        try provoke(body: "{\"", headers: [:]) { operation in
            operation.bodies.isEmpty || operation.id == "sendBatch" ? nil : 400
        }
    }

    @Test func `every operation with a body answers one that is too large with a documented problem`() throws {
        let body = "{\"message\":\"" + String(repeating: "x", count: 30_000) + "\"}"

        try provoke(body: body, headers: [:]) { $0.bodies.isEmpty ? nil : 413 }
    }

    @Test func `every operation answers a head that is too large with a documented problem`() throws {
        try provoke(headers: ["X-A": String(repeating: "a", count: 20_000)]) { _ in 431 }
    }

    @Test func `every operation answers a smuggled length with a documented problem`() throws {
        try provoke(headers: ["Transfer-Encoding": "gzip"]) { _ in 400 }
    }

    @Test func `every address answers unknown methods with 405 and Allow`() throws {
        for operation in document.operations {
            let world = try ContractWorld(for: operation)
            let (target, _) = world.request(operation, nil, [:])
            let methods = document.operations.filter { $0.path == operation.path }.map(\.method)

            let options = world.client.call("OPTIONS", target)
            for method in ["BREW", "TRACE", "QUERY", "get", "PROPFIND"] {
                let reply = HTTPClient(world.server).call(method, target)
                #expect(reply.status == 405, "\(method) \(target)")
                #expect(reply.problem == "method-not-allowed")
                #expect(reply["allow"] == options["allow"])
                let flaws = SchemaCheck.flaws(in: reply.json, against: document.schema("Problem"), document)
                #expect(flaws == [])
            }

            let allowed = Set(
                (options["allow"] ?? "").split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
            )
            let documented = Set(methods + ["OPTIONS"] + (methods.contains("GET") ? ["HEAD"] : []))
            #expect(options.status == 204)
            #expect(allowed == documented, "\(target)")
        }
    }

    /// Calls every operation for which a status is expected, and compares.
    private func provoke(
        body text: String? = nil,
        chosen: [String: JSON] = [:],
        headers: [String: String] = [:],
        _ expected: (ContractOperation) -> Int?
    ) throws {
        for operation in document.operations {
            guard let status = expected(operation) else { continue }
            let world = try ContractWorld(for: operation)
            let given = operation.bodies.first
            let body = given.map { ContractOperation.Body(mediaType: $0.mediaType, name: "", text: text ?? $0.text) }

            let reply = world.call(operation, body, chosen, headers: headers)

            #expect(reply.status == status, "\(operation): \(reply.text)")
            #expect(ReplyCheck.flaws(in: reply, to: operation, document) == [])
        }
    }
}
