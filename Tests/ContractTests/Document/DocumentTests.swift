import Platform
import ProgressWire
import TestKit
import Testing

/// `openapi.yaml` against the live service: every operation, every example.
struct DocumentTests {
    private let document: ContractDocument

    init() throws { document = try ContractDocument() }

    @Test func `the document that is served is the file`() throws {
        let server = try LiveServer()

        let reply = HTTPClient(server).get("/openapi.yaml")

        #expect(reply.status == 200)
        #expect(reply["content-type"] == "application/yaml")
        #expect(reply.text == document.text)
    }

    @Test func `every operation answers every example of its body as documented`() throws {
        for operation in document.operations where !operation.isStream {
            for body in operation.bodies + (operation.isBodyRequired ? [] : [nil as ContractOperation.Body?]) {
                let world = try ContractWorld(for: operation)

                let reply = world.call(operation, body, [:])

                #expect(reply.status < 300, "\(operation) with \(body?.name ?? "no body"): \(reply.text)")
                #expect(ReplyCheck.flaws(in: reply, to: operation, document) == [])
            }
        }
    }

    @Test func `every operation answers every example of its parameters as documented`() throws {
        for operation in document.operations where !operation.isStream {
            for parameter in operation.parameters {
                for example in parameter.examples {
                    let world = try ContractWorld(for: operation)

                    let reply = world.call(operation, operation.bodies.first, [parameter.name: example])

                    #expect(reply.status < 400 || reply.status == 412, "\(operation) \(parameter.name) \(reply.text)")
                    #expect(ReplyCheck.flaws(in: reply, to: operation, document) == [])
                }
            }
        }
    }

    @Test func `a reply without a body is documented for every write that may be asked for one`() throws {
        for operation in document.operations where operation.parameters.contains(where: { $0.name == "Prefer" }) {
            if operation.method == "GET" { continue }
            for body in operation.bodies + (operation.isBodyRequired ? [] : [nil as ContractOperation.Body?]) {
                let world = try ContractWorld(for: operation)

                let reply = world.call(operation, body, [:], headers: ["Prefer": "return=minimal"])

                #expect(reply.status == 204 || reply.status == 201, "\(operation)")
                #expect(reply.body.isEmpty)
                #expect(ReplyCheck.flaws(in: reply, to: operation, document) == [])
            }
        }
    }

    @Test func `every stream answers every example of its parameters with events as documented`() throws {
        for operation in document.operations where operation.isStream {
            for parameter in operation.parameters {
                for example in parameter.examples {
                    let world = try ContractWorld(for: operation)
                    let (target, headers) = world.request(operation, nil, [parameter.name: example])

                    let stream = EventStream(world.server, target, headers)
                    if target.contains("fileURL") {
                        _ = world.client.create(#"{"fileURL":"file:///home/anna/Downloads/film.mkv"}"#)
                    }
                    world.client.complete("nightly-backup", 100)
                    let events = stream.take(target.contains("fileURL") ? 1 : 2)

                    #expect(ReplyCheck.flaws(in: stream.reply, to: operation, document) == [])
                    #expect(!events.isEmpty, "\(operation) \(parameter.name)")
                    for event in events {
                        let schema = ReplyCheck.schema(ofEvent: event.name, document)
                        #expect(SchemaCheck.flaws(in: event.data, against: schema, document) == [])
                    }
                }
            }
        }
    }

    @Test func `every example of a reply matches its schema`() {
        for operation in document.operations {
            for status in operation.statuses {
                let content = operation.content(status)
                for type in content.keys where type.hasSuffix("json") && !type.hasSuffix("ndjson") {
                    for name in content[type].examples.keys {
                        let example = document.resolve(content[type].examples[name])["value"]
                        let flaws = SchemaCheck.flaws(in: example, against: content[type].schema, document)
                        #expect(flaws == [], "\(operation) \(status) \(name)")
                        if status >= 400 { #expect(example.status.int == Int64(status), "\(operation) \(name)") }
                    }
                }
            }
        }
    }

    @Test func `every example of a batch and of a stream matches the schemas of its lines`() throws {
        let examples = document.root.components.examples
        for line in examples.BatchCalls["value"].string?.split(separator: "\n") ?? [] {
            let schema = document.schema("BatchCall")
            #expect(SchemaCheck.flaws(in: JSON(text: String(line)), against: schema, document) == [])
        }
        for line in examples.BatchReplies["value"].string?.split(separator: "\n") ?? [] {
            let schema = document.schema("BatchReply")
            #expect(SchemaCheck.flaws(in: JSON(text: String(line)), against: schema, document) == [])
        }
        for name in ["StreamToTheEnd", "StreamRemoved"] {
            let lines = try #require(examples[name]["value"].string).split(separator: "\n").map(String.init)
            for (event, data) in zip(lines, lines.dropFirst()) where event.hasPrefix("event: ") {
                let schema = ReplyCheck.schema(ofEvent: String(event.dropFirst(7)), document)
                #expect(SchemaCheck.flaws(in: JSON(text: String(data.dropFirst(6))), against: schema, document) == [])
            }
        }
    }
}

extension ContractOperation {
    var isStream: Bool { id == "streamProgress" || id == "streamEvents" }
}
