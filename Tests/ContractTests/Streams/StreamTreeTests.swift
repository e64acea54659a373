import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 9: children and subtrees on a stream.
struct StreamTreeTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.threads = 2 }
        client = HTTPClient(server)
    }

    private func events(_ id: String, _ query: String = "") -> EventStream {
        EventStream(server, "/v1/progress/\(id)/events\(query)")
    }

    @Test func `removed below a removed top is not mentioned`() {
        let id = client.create(#"{"children":[{"pendingUnitCount":1,"children":[{"pendingUnitCount":1}]}]}"#)
        let stream = events(id, "?descendants=true")
        #expect(Set(stream.take(3).map(\.name)) == ["snapshot"])

        _ = client.delete("/v1/progress/\(id)")

        #expect(stream.rest().map(\.name) == ["removed", "end"])
    }

    @Test func `descendants shows the subtree, and a child joins the selection`() throws {
        let id = client.create(#"{"totalUnitCount":9}"#)
        let stream = events(id, "?descendants=true")
        _ = stream.next()

        let child = client.create(
            #"{"pendingUnitCount":0,"totalUnitCount":2,"children":[{"pendingUnitCount":1,"name":"deep","totalUnitCount":4}]}"#,
            under: id
        )
        let joined = try #require(stream.next("child"))
        let below = try #require(stream.next("snapshot"))
        client.complete("deep", 1)
        let moved = try #require(stream.next("progress") { $0.data.completedUnitCount.int == 1 })

        #expect(joined.data.id.string == child)
        #expect(below.data.name.string == "deep")
        #expect(moved.data.id == below.data.id)
    }

    @Test func `a subtree that joins comes as child for its top and snapshots below`() throws {
        let id = client.create(#"{"totalUnitCount":9}"#)
        let root = client.create(#"{"children":[{"pendingUnitCount":1,"name":"a"},{"pendingUnitCount":1,"name":"b"}]}"#)
        let stream = events(id, "?descendants=true")
        _ = stream.next()

        _ = client.post("/v1/progress/\(id)/children", "{\"childID\":\"\(root)\",\"pendingUnitCount\":1}")

        let first = try #require(stream.next("child"))
        let names = [stream.next("snapshot"), stream.next("snapshot")].map { $0?.data.name.string ?? "" }
        #expect(first.data.id.string == root)
        #expect(Set(names) == ["a", "b"])
    }

    @Test func `without descendants a child is reported, and its updates are not`() throws {
        let id = client.create(#"{"totalUnitCount":9}"#)
        let stream = events(id)
        _ = stream.next()

        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":2}"#, under: id)
        let joined = try #require(stream.next("child"))
        client.complete(child, 1)
        client.complete(id, 1)
        let moved = try #require(stream.next("progress") { $0.data.completedUnitCount.int == 1 })

        #expect(joined.data.id.string == child)
        #expect(moved.data.id.string == id)
    }

    @Test func `a child's finish reaches the parent's stream`() throws {
        let id = client.create(#"{"totalUnitCount":2}"#)
        let child = client.create(#"{"pendingUnitCount":2,"totalUnitCount":1}"#, under: id)
        let stream = events(id)
        _ = stream.next()

        client.complete(child, 1)

        #expect(stream.rest().map(\.name) == ["progress", "state", "end"])
    }

    @Test func `a child that was finished and taken back before it was reported is reported first`() throws {
        let server = try LiveServer {
            $0.threads = 1
            $0.streamRate = 0
        }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":10}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events?descendants=true")
        #expect(stream.next()?.name == "snapshot")
        let lines = [
            #"{"method":"POST","path":"/v1/progress/\#(id)/children","body":{"name":"c","pendingUnitCount":1,"totalUnitCount":2}}"#,
            #"{"method":"POST","path":"/v1/progress/c/completed-units","body":{"count":2}}"#,
            #"{"method":"POST","path":"/v1/progress/c/completed-units","body":{"count":-1}}"#,
        ]

        let reply = client.post(
            "/v1/batch",
            lines.joined(separator: "\n"),
            ["Content-Type": "application/x-ndjson"]
        )
        let events = stream.events { $0.data.name.string == "c" }

        #expect(reply.status == 200)
        #expect(events.first { $0.data.id.string != id }?.name == "child")
    }

    @Test func `what joins a cancelled parent is told its own reader as a change of state, and as the end`() {
        let (parent, child) = (client.create(), client.create())
        _ = client.post("/v1/progress/\(parent)/cancel")
        let stream = EventStream(server, "/v1/progress/\(child)/events")
        _ = stream.next()

        _ = client.post("/v1/progress/\(parent)/children", #"{"childID":"\#(child)","pendingUnitCount":1}"#)
        let events = stream.rest()

        #expect(events.map(\.name) == ["snapshot", "state", "end"])
        #expect(events[1].data.state.string == "cancelled")
    }
}
