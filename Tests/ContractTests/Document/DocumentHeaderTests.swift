import ProgressWire
import TestKit
import Testing

@testable import ProgressHTTP

/// Headers that HTTP requires of every reply, checked with every operation of the document.
struct DocumentHeaderTests {
    private let document: ContractDocument

    init() throws { document = try ContractDocument() }

    @Test func `every read tells caches to ask again, whatever its status`() throws {
        for operation in document.operations where operation.method == "GET" && !operation.isStream {
            let world = try ContractWorld(for: operation)
            let (target, _) = world.request(operation, nil, [:])
            let (missing, _) = world.request(operation, nil, ["id": JSON(.string("nobody"))])

            for (target, headers) in [(target, [:]), (missing, [:]), (target, ["Host": "evil.example"])] {
                let control = world.client.get(target, headers)["cache-control"]
                let isFixed = operation.path.hasPrefix("/problems") && control == "public, max-age=3600"
                #expect(control == "no-cache" || control == "no-store" || isFixed, "\(target): \(control ?? "nothing")")
            }
        }
    }

    @Test func `every read with an ETag is 304 where it is known, without the representation's headers`() throws {
        for operation in document.operations where operation.method == "GET" && !operation.isStream {
            let world = try ContractWorld(for: operation)
            let (target, _) = world.request(operation, nil, [:])
            let reply = world.client.get(target)
            guard let etag = reply["etag"] else { continue }

            let known = world.client.get(target, ["If-None-Match": etag])

            #expect(known.status == 304, "\(operation)")
            #expect(ReplyCheck.flaws(in: known, to: operation, document) == [])
            #expect(known["content-language"] == nil && known["content-type"] == nil, "\(operation)")
            for name in ["etag", "vary", "cache-control"] {
                #expect(known[name] == reply[name], "\(operation) \(name)")
            }
        }
    }

    @Test func `no other operation has an undocumented 304`() {
        let conditional = document.operations.filter { $0.statuses.contains(304) }

        #expect(conditional.allSatisfy { operation in operation.parameters.contains { $0.name == "If-None-Match" } })
        #expect(conditional.count >= 10)
    }

    @Test func `HEAD of everything says what GET says, and a stream's has no length`() throws {
        for operation in document.operations where operation.method == "GET" {
            let world = try ContractWorld(for: operation)
            let (target, _) = world.request(operation, nil, [:])
            let follows = operation.path.hasSuffix(".txt") ? ["?follow=true"] : []
            for target in ([""] + follows).map({ target + $0 }) {
                let endless = operation.isStream || target.hasSuffix("true")
                let reply = endless ? EventStream(world.server, target).reply : world.client.get(target)

                let head = world.client.call("HEAD", target)

                #expect(head.status == reply.status, "\(target)")
                #expect(!endless || head["content-length"] == nil, "\(target)")
                let others = ["content-security-policy", "x-content-type-options", "referrer-policy", "vary"]
                for name in ["content-type", "cache-control", "content-language", "etag"] + others {
                    #expect(head[name] == reply[name], "\(target) \(name)")
                }
            }
        }
    }

    @Test func `every parameter with one value is refused if it comes twice`() throws {
        for operation in document.operations {
            let single = operation.parameters.filter {
                $0.place == "query" && !["id", "state", "label", "name"].contains($0.name)
            }
            for name in Set(single.map(\.name) + (operation.path.hasPrefix("/v1/") ? ["grant", "locale"] : [])) {
                let world = try ContractWorld(for: operation)
                let (target, headers) = world.request(operation, operation.bodies.first, [:])
                let value = single.first { $0.name == name }?.examples.first.map { $0.string ?? $0.description } ?? "en"
                let query = "?\(name)=\(value)&\(name)=\(value)"

                let reply = world.client.call(
                    operation.method,
                    target + query,
                    headers,
                    operation.bodies.first.map { world.real($0.text) }
                )

                #expect(reply.status == 400 && reply.problem == "invalid-parameter", "\(operation) \(query)")
                #expect(ReplyCheck.flaws(in: reply, to: operation, document) == [])
            }
        }
    }

    @Test func `every write of a node is refused by If-None-Match if it is there`() throws {
        for operation in document.operations where operation.parameters.contains(where: { $0.name == "If-Match" }) {
            let world = try ContractWorld(for: operation)
            if operation.id == "createNamedProgress" { _ = world.client.put("/v1/progress/nightly-backup", "{}") }
            let before = world.client.get("/v1/progress/nightly-backup")
            let body = operation.bodies.first
            let tag = before["etag"] ?? ""

            for value in ["*", tag, "W/\(tag)", "\"other\", \(tag)"] {
                let reply = world.call(operation, body, [:], headers: ["If-None-Match": value])

                #expect(reply.status == 412 && reply.problem == "precondition-failed", "\(operation) \(value)")
                #expect(ReplyCheck.flaws(in: reply, to: operation, document) == [])
            }
            #expect(world.client.get("/v1/progress/nightly-backup")["etag"] == tag, "\(operation)")
            let other = world.call(operation, body, [:], headers: ["If-None-Match": "\"other\""])
            #expect(other.status < 300 || other.status == 409, "\(operation) \(other.text)")
        }
    }

    @Test func `every operation with a body says what it takes when it refuses a type or a coding`() throws {
        let names = ["POST": "accept-post", "PATCH": "accept-patch", "PUT": "accept"]
        for operation in document.operations where !operation.bodies.isEmpty {
            let world = try ContractWorld(for: operation)
            let name = names[operation.method] ?? ""
            let (target, headers) = world.request(operation, operation.bodies.first, [:])
            let text = operation.bodies.first.map { world.real($0.text) }

            let wrong = world.call(operation, operation.bodies.first, [:], headers: ["Content-Type": "text/plain"])
            let coded = HTTPClient(world.server).call(
                operation.method,
                target,
                headers.merging(["Content-Encoding": "gzip"]) { $1 },
                text
            )
            let options = HTTPClient(world.server).call("OPTIONS", target)

            let types = Set((wrong[name] ?? "").split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init))
            #expect(wrong.status == 415 && types == Set(operation.bodies.map(\.mediaType)), "\(operation): \(types)")
            #expect(coded.status == 415 && coded["accept-encoding"] == "identity", "\(operation)")
            #expect(operation.method == "PUT" || options[name] == wrong[name], "\(operation)")
        }
    }
}
