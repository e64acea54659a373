import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Large bodies, read in slices while others work, remove the parent, or stop the service.
@Suite(.serialized) struct LargeBodyTests {
    private static let count = 3_000

    private static func guarded() throws -> Guarded {
        try Guarded {
            $0.threads = 1
            // Every slice is over after some tokens.
            $0.sliceNanoseconds = 0
        }
    }

    /// A create with `count` children, the last of which is `last`.
    private static func tree(_ members: String, last: String = #"{"pendingUnitCount":1}"#) -> String {
        let children = Array(repeating: #"{"pendingUnitCount":1}"#, count: count - 1).joined(separator: ",")
        return #"{\#(members),"children":[\#(children),\#(last)]}"#
    }

    /// `body` as equal JSON that is too large to be read at once.
    private static func padded(_ body: String) -> String { String(repeating: " ", count: 20_000) + body }

    private static func nodeCount(_ client: HTTPClient) -> Int { MetricsReply(client).sum("progressd_nodes") }

    @Test func `others are answered while a large create is read, and see nothing or all of it`() throws {
        let guarded = try Self.guarded()
        let other = HTTPClient(guarded.server)
        #expect(other.get("/healthz").status == 200)

        guarded.client.send("PUT", "/v1/progress/big", bytes: Array(Self.tree(#""totalUnitCount":9"#).utf8))
        var tries = 0
        while other.get("/v1/progress/big").status == 404 { tries += 1 }
        let seen = other.get("/v1/progress/big/tree").json.children.list.count
        let reply = guarded.client.reply(to: "PUT")

        #expect(tries > 0)
        #expect(seen == Self.count)
        #expect(reply.status == 201)
    }

    @Test func `a large body is the same create as a small one with equal JSON`() throws {
        let guarded = try Self.guarded()
        let client = guarded.client
        let small = #"{"totalUnitCount":3,"labels":{"a":"b","c":"d"},"children":[{"pendingUnitCount":1}]}"#
        let other = #"{"children":[{"pendingUnitCount":1}],"labels":{"c":"d","a":"b"},"totalUnitCount":3.0}"#

        #expect(client.put("/v1/progress/p", small).status == 201)
        #expect(client.put("/v1/progress/p", Self.padded(other)).status == 200)
        #expect(client.put("/v1/progress/p", Self.padded(#"{"totalUnitCount":4}"#)).problem == "name-taken")
        let named = #"{"name":"q","totalUnitCount":5}"#
        #expect(client.post("/v1/progress", Self.padded(named)).status == 201)
        #expect(client.put("/v1/progress/q", named).status == 200)
    }

    @Test func `a large body is refused for the same as a small one`() throws {
        let guarded = try Self.guarded()
        let client = guarded.client
        let bodies = [
            "", "{", "[]", "3", #"{"a":1}"#, #"{"totalUnitCount":"x"}"#, #"{"children":[{}]}"#, "{} {}",
            #"{"children":[{"pendingUnitCount":1,"totalUnitCounts":1}]}"#, #"{"name":"child"}"#,
            #"{"name":"a","name":"b"}"#,
            #"{"children":[{"pendingUnitCount":-1}]}"#, #"{"pendingUnitCount":1,"userInfo":[]}"#,
            #"{"childID":"nothing","pendingUnitCount":1}"#, #"{"reason":7}"#, #"{"count":"x"}"#,
        ]
        for (method, path) in [
            ("POST", "/v1/progress"), ("PUT", "/v1/progress/child"), ("PUT", "/v1/progress/new"),
            ("POST", "/v1/progress/guarded/children"), ("POST", "/v1/progress/none/children"),
            ("POST", "/v1/progress/none/cancel"), ("POST", "/v1/progress/none/fail"),
            ("POST", "/v1/progress/guarded/completed-units"), ("POST", "/v1/progress/guarded/heartbeat"),
        ] {
            for body in bodies {
                // So that offsets agree as well, the padding comes last.
                let small = client.call(method, path, [:], body + " ")
                let large = client.call(method, path, [:], body + String(repeating: " ", count: 20_000))
                if small.status < 400 { continue }
                #expect(small.status == large.status, "\(method) \(path) \(body)")
                #expect(small.problem == large.problem, "\(method) \(path) \(body)")
                if !body.isEmpty, body != "{" {
                    #expect(small.json.detail == large.json.detail, "\(method) \(path) \(body)")
                }
            }
        }
        for last in [#"{"pendingUnitCount":-1}"#, "{}", "x", #"{"pendingUnitCount":1,"name":"child"}"#] {
            #expect(client.post("/v1/progress", Self.tree(#""name":"big""#, last: last)).status >= 400)
            #expect(client.get("/v1/progress/big").status == 404)
        }
    }

    @Test func `a parent that is removed while its large child is read leaves nothing of it`() throws {
        let guarded = try Self.guarded()
        let parent = guarded.client.create()
        let other = HTTPClient(guarded.server)
        #expect(other.get("/healthz").status == 200)

        let body = Self.tree(#""pendingUnitCount":1"#)
        guarded.client.send("POST", "/v1/progress/\(parent)/children", bytes: Array(body.utf8))
        #expect(other.delete("/v1/progress/\(parent)").status == 204)

        #expect(guarded.client.reply(to: "POST").status == 404)
        #expect(Self.nodeCount(other) == 2)
        guarded.expectUnchanged()
    }

    @Test func `a client that breaks off leaves a large create out, or whole`() throws {
        let guarded = try Self.guarded()
        let body = Array(Self.tree(#""totalUnitCount":1"#).utf8)
        for _ in 0..<10 {
            let client = HTTPClient(guarded.server)
            client.send("POST", "/v1/progress", bytes: body)
            client.socket.breakOff()
        }

        for root in guarded.client.get("/v1/progress").json.items.list where root.id.string != guarded.id {
            let tree = guarded.client.get("/v1/progress/\(root.id.string ?? "")/tree").json
            #expect(tree.children.list.count == Self.count)
        }
        #expect(guarded.client.complete("guarded", 1).status == 200)
    }

    @Test func `a line of a batch may be a large create`() throws {
        let guarded = try Self.guarded()
        let line = #"{"method":"PUT","path":"/v1/progress/b\u0069g","body":\#(Self.tree(#""totalUnitCount":5"#))}"#
        let update = #"{"method":"POST","path":"/v1/progress/big/completed-units","body":{"count":1}}"#
        let bad = #"{"method":"POST","path":"/v1/progress","body":\#(Self.tree(#""totalUnitCount":true"#))}"#

        let reply = guarded.client.post(
            "/v1/batch",
            [line, update, bad, line].joined(separator: "\n"),
            ["Content-Type": "application/x-ndjson"]
        )

        let statuses = reply.body.split(separator: UInt8(ascii: "\n")).map { JSON(Array($0)).status.int }
        #expect(statuses == [201, 200, 400, 200])
    }

    @Test func `others are answered while a long line is read, which does what a short one does`() throws {
        let guarded = try Self.guarded()
        let other = HTTPClient(guarded.server)
        #expect(other.get("/healthz").status == 200)
        // Each bracket is a token, and the last line's first wrong one is far from its beginning.
        let brackets = String(repeating: "[],", count: 100_000)
        let lines = [
            #"{"method":"GET","path":"/v1/progress/guarded","body":[\#(brackets)1]}"#,
            #"{"body":{"count":2\#(String(repeating: " ", count: 300_000))},"#
                + #""path":"/v1/progress/long/completed-units","method":"POST"}"#,
            #"{"method":"POST","path":"/v1/progress/long/completed-units","body":[\#(brackets)}}"#,
        ]
        #expect(guarded.client.put("/v1/progress/long", #"{"totalUnitCount":9}"#).status == 201)

        let batch = Array(lines.joined(separator: "\n").utf8)
        guarded.client.send("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], bytes: batch)
        var tries = 0
        while other.get("/v1/progress/long").json.completedUnitCount.int == 0 { tries += 1 }
        let reply = guarded.client.reply(to: "POST")

        #expect(tries > 0)
        let statuses = reply.body.split(separator: UInt8(ascii: "\n")).map { JSON(Array($0)).status.int }
        #expect(statuses == [200, 200, 400])
    }

    @Test func `units and a heartbeat with a large body count as with a small one`() throws {
        let guarded = try Self.guarded()
        let client = guarded.client
        #expect(client.put("/v1/progress/p", #"{"totalUnitCount":9}"#).status == 201)
        func send(_ call: String, _ body: String) -> Reply { client.post("/v1/progress/p/\(call)", Self.padded(body)) }

        #expect(send("completed-units", #"{"count":2}"#).json.completedUnitCount.int == 2)
        for _ in 0..<2 {
            let reply = send("completed-units", #"{"count":3,"writer":"w","sequence":1}"#)
            #expect(reply.json.completedUnitCount.int == 5)
        }
        #expect(client.call("POST", "/v1/progress/p/heartbeat", ["Prefer": "wait=30"], Self.padded("{}")).status == 200)
    }

    @Test func `a stop lets a large create be answered first`() throws {
        let server = try LiveServer {
            $0.threads = 1
            $0.sliceNanoseconds = 0
        }
        let (client, other) = (HTTPClient(server), HTTPClient(server))

        client.send("PUT", "/v1/progress/big", bytes: Array(Self.tree(#""totalUnitCount":1"#).utf8))
        // Enough turns for the whole body to arrive.
        for _ in 0..<20 { #expect(other.get("/healthz").status == 200) }
        server.stop()

        #expect(client.reply(to: "PUT").status == 201)
    }
}
