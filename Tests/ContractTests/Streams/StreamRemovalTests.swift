import ProgressRegistry
import ProgressServer
import TestKit
import Testing

/// docs/contract.md, section 9: nodes in a removed tree that is too large to be freed at once.
struct StreamRemovalTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.streamRate = 0 }
        client = HTTPClient(server)
    }

    /// Creates a tree that takes many turns to free, `low` last.
    private func createLargeTree() {
        _ = client.create(#"{"name":"top","totalUnitCount":100}"#)
        let children = Array(repeating: #"{"pendingUnitCount":0}"#, count: 1_000).joined(separator: ",")
        for _ in 0..<16 { _ = client.create("{\"pendingUnitCount\":1,\"children\":[\(children)]}", under: "top") }
        _ = client.create(#"{"name":"low","pendingUnitCount":1,"totalUnitCount":2}"#, under: "top")
    }

    private func post(batch lines: String...) {
        let headers = ["Content-Type": "application/x-ndjson"]
        #expect(client.post("/v1/batch", lines.joined(separator: "\n"), headers).status == 200)
    }

    private static let finish =
        #"{"method":"POST","path":"/v1/progress/low/completed-units","body":{"count":2}}"#
    private static let remove = #"{"method":"DELETE","path":"/v1/progress/top"}"#

    @Test func `a progress that finishes just before a large tree takes it along is told as finished, then as removed`()
    {
        createLargeTree()
        let stream = EventStream(server, "/v1/progress/low/events")
        #expect(stream.next()?.name == "snapshot")

        post(batch: Self.finish, Self.remove)
        let events = stream.rest()

        #expect(events.map(\.name) == ["progress", "state", "removed", "end"])
        #expect(events.first?.data.completedUnitCount.int == 2)
    }

    @Test func `the end waits until every progress of a large removed tree is told as removed`() {
        createLargeTree()
        let other = client.create(#"{"name":"other","totalUnitCount":1}"#)
        let stream = EventStream(server, "/v1/events?id=low&id=other")
        #expect(stream.take(2).count == 2)

        post(
            batch: Self.remove,
            #"{"method":"POST","path":"/v1/progress/other/completed-units","body":{"count":1}}"#
        )
        let events = stream.rest()

        #expect(events.filter { $0.data.id.string == other }.map(\.name) == ["progress", "state"])
        #expect(events.suffix(2).map(\.name) == ["removed", "end"])
    }

    @Test func `a reader that comes back while a large tree is freed learns of a removal once`() {
        createLargeTree()
        let first = EventStream(server, "/v1/progress/low/events")
        #expect(first.next()?.name == "snapshot")
        let id = client.snapshot("low").id.string ?? ""

        client.send("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], bytes: Array(Self.remove.utf8))
        let second = EventStream(server, "/v1/progress/\(id)/events", ["Last-Event-ID": first.lastID])

        #expect(first.rest().map(\.name) == ["removed", "end"])
        #expect(second.rest().map(\.name).suffix(2) == ["removed", "end"])
    }
}
