import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: a strong ETag names the body, also if a representation shows other nodes.
struct EntityTagTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    /// A root with a child that a call passes over, and a worthless one below that, which still works.
    private func createWithFinishedMiddle() -> (root: String, middle: String, leaf: String) {
        let leaf = #"{"pendingUnitCount":0,"totalUnitCount":5}"#
        let middle =
            #"{"pendingUnitCount":2,"totalUnitCount":2,"completedUnitCount":2,"children":[\#(leaf)]}"#
        let root = client.create(#"{"totalUnitCount":4,"children":[\#(middle)]}"#)
        let tree = client.get("/v1/progress/\(root)/tree").json
        return (root, tree.children[0].id.string ?? "", tree.children[0].children[0].id.string ?? "")
    }

    @Test(arguments: UInt64(4)..<8)
    func `one ETag never means two bodies`(seed: UInt64) throws {
        let run = try EntityTagRun(seed: seed)

        try run.run(70)

        #expect(run.comparisonCount > 1_000)
    }

    @Test(arguments: ["pause", "cancel", "fail"])
    func `a call that passes over a finished node changes the ETags of what that shows`(verb: String) {
        let (root, middle, leaf) = createWithFinishedMiddle()
        let views = ["/tree", "/children", "?summary=true"]
        let etags = views.map { client.get("/v1/progress/\(middle)\($0)").etag }
        let body = verb == "fail" ? #"{"message":"broken"}"# : nil

        let reply = client.post("/v1/progress/\(root)/\(verb)", body)

        #expect(reply.status == 200)
        #expect(client.snapshot(leaf).state.string == (verb == "pause" ? "paused" : "cancelled"))
        for (view, etag) in zip(views, etags) {
            #expect(client.get("/v1/progress/\(middle)\(view)", ["If-None-Match": etag]).status == 200)
        }
    }

    @Test func `a request that waits for a subtree is answered when a call passes over its top`() {
        let (root, middle, _) = createWithFinishedMiddle()
        let etag = client.get("/v1/progress/\(middle)?summary=true").etag
        let waiting = HTTPClient(server)
        waiting.send("GET", "/v1/progress/\(middle)?summary=true", ["Prefer": "wait=30", "If-None-Match": etag])
        #expect(eventually { MetricsReply(client).int("progressd_waiting_requests") == 1 })

        _ = client.post("/v1/progress/\(root)/pause")

        let reply = waiting.reply()
        #expect(reply.status == 200)
        #expect(reply.json.summary.nodeCounts.paused.int == 1)
    }

    @Test func `a stream that resumes meets what a call did below a node that it passed over`() {
        let (root, middle, leaf) = createWithFinishedMiddle()
        let target = "/v1/progress/\(root)/events?descendants=true"
        let first = EventStream(server, target)
        let seen = (0..<3).map { _ in first.next()?.data.id.string }
        let lastID = first.lastID
        #expect(seen == [root, middle, leaf])

        _ = client.post("/v1/progress/\(root)/pause")
        let second = EventStream(server, target, ["Last-Event-ID": lastID])

        let events = [second.next(), second.next()]
        #expect(events.map { $0?.data.id.string } == [root, leaf])
        #expect(events.map { $0?.data.state.string } == ["paused", "paused"])
    }
}
