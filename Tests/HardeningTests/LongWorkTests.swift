import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Large trees, read and removed in slices while others work, vanish or stop the service.
@Suite(.serialized) struct LongWorkTests {
    private static func guarded() throws -> Guarded {
        try Guarded {
            $0.threads = 1
            // Every slice is over after one step.
            $0.sliceNanoseconds = 0
        }
    }

    /// A root called `big` with so many groups of 100 children.
    private static func makeBig(_ client: HTTPClient, groups: Int) {
        _ = client.create(#"{"name":"big","totalUnitCount":1000000}"#)
        let child = #"{"totalUnitCount":10,"pendingUnitCount":1,"kind":"file","fileTotalCount":1}"#
        let children = Array(repeating: child, count: 99).joined(separator: ",")
        let body = #"{"totalUnitCount":100,"pendingUnitCount":1,"children":[\#(children)]}"#
        for _ in 0..<groups { #expect(client.post("/v1/progress/big/children", body).status == 201) }
    }

    private static func count(_ node: JSON) -> Int {
        1 + node.children.list.reduce(0) { $0 + count($1) }
    }

    @Test func `a large tree comes in chunks, whole, and its connection is good for more`() throws {
        let guarded = try Self.guarded()
        Self.makeBig(guarded.client, groups: 20)

        let reply = guarded.client.get("/v1/progress/big/tree")

        #expect(reply.status == 200)
        #expect(reply["transfer-encoding"] == "chunked")
        #expect(Self.count(reply.json) == 2_001)
        #expect(guarded.client.get("/v1/progress/big/tree", ["If-None-Match": reply.etag]).status == 304)
    }

    @Test func `a small tree has a length`() throws {
        let guarded = try Self.guarded()
        let id = guarded.client.create(#"{"totalUnitCount":1,"children":[{"pendingUnitCount":1}]}"#)

        let reply = guarded.client.get("/v1/progress/\(id)/tree")

        #expect(reply["content-length"] != nil)
        #expect(Self.count(reply.json) == 2)
    }

    @Test func `a tree that is removed while it is being read ends as a valid document`() throws {
        let guarded = try Self.guarded()
        Self.makeBig(guarded.client, groups: 60)
        let reader = HTTPClient(guarded.server, receiveBuffer: 4_096)
        reader.send("GET", "/v1/progress/big/tree")
        #expect(reader.socket.hasBytes(within: 20))

        #expect(guarded.client.delete("/v1/progress/big").status == 204)
        let tree = reader.reply(to: "GET").json

        #expect(tree.name.string == "big")
        #expect(Self.count(tree) > 1 && Self.count(tree) < 6_001)
        guarded.expectUnchanged()
    }

    @Test func `a reader that vanishes in the middle of a large tree leaves nothing behind`() throws {
        let guarded = try Self.guarded()
        Self.makeBig(guarded.client, groups: 40)

        for _ in 0..<20 {
            let reader = HTTPClient(guarded.server)
            reader.send("GET", "/v1/progress/big/tree?summary=true")
            reader.socket.breakOff()
        }

        #expect(guarded.client.delete("/v1/progress/big").status == 204)
        guarded.expectUnchanged()
    }

    @Test func `another client is answered between the lines of a batch`() throws {
        let guarded = try Self.guarded()
        let id = guarded.client.create(#"{"totalUnitCount":100000}"#)
        let line = #"{"method":"POST","path":"/v1/progress/\#(id)/completed-units","body":{"count":1}}"#
        let batch = Array(repeating: line, count: 10_000).joined(separator: "\n")
        let other = HTTPClient(guarded.server)
        #expect(other.get("/healthz").status == 200)

        guarded.client.send("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], bytes: Array(batch.utf8))
        #expect(eventually { other.snapshot(id).completedUnitCount.int ?? 0 > 0 })
        let seen = other.snapshot(id).completedUnitCount.int ?? 0
        let reply = guarded.client.reply(to: "POST")

        #expect(seen < 10_000)
        #expect(reply.status == 200)
        #expect(reply.body.split(separator: UInt8(ascii: "\n")).count == 10_000)
        #expect(other.snapshot(id).completedUnitCount.int == 10_000)
    }

    @Test func `a stop lets a batch, a summary and a large tree be answered first`() throws {
        let server = try LiveServer {
            $0.threads = 1
            $0.sliceNanoseconds = 0
        }
        let client = HTTPClient(server)
        Self.makeBig(client, groups: 20)
        let line = #"{"method":"POST","path":"/v1/progress/big/completed-units","body":{"count":1}}"#
        let batch = Array(repeating: line, count: 400).joined(separator: "\n")
        let (tree, summary) = (HTTPClient(server), HTTPClient(server))

        client.send("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], bytes: Array(batch.utf8))
        tree.send("GET", "/v1/progress/big/tree")
        summary.send("GET", "/v1/progress/big?summary=true")
        #expect(tree.socket.hasBytes(within: 20))
        server.stop()

        #expect(client.reply(to: "POST").body.split(separator: UInt8(ascii: "\n")).count == 400)
        #expect(Self.count(tree.reply(to: "GET").json) == 2_001)
        #expect(summary.reply(to: "GET").json.summary.nodeCounts.running.int ?? 0 > 1_000)
    }

    @Test func `a removed tree is gone at once for everybody, and its room is free`() throws {
        let guarded = try Guarded {
            $0.threads = 1
            $0.sliceNanoseconds = 0
            $0.maximumNodes = 2_010
        }
        Self.makeBig(guarded.client, groups: 20)
        let child = guarded.client.get("/v1/progress/big/children?limit=1").json.items[0].id.string ?? ""

        #expect(guarded.client.delete("/v1/progress/big").status == 204)

        #expect(guarded.client.get("/v1/progress/\(child)").status == 404)
        #expect(guarded.client.post("/v1/progress/\(child)/completed-units", #"{"count":1}"#).status == 404)
        #expect(MetricsReply(guarded.client).sum("progressd_nodes") == 2)
        Self.makeBig(guarded.client, groups: 20)
    }
}
