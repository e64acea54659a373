import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 9: streams of one progress and its subtree.
struct StreamBasicsTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.threads = 2 }
        client = HTTPClient(server)
    }

    private func events(_ id: String, _ query: String = "") -> EventStream {
        EventStream(server, "/v1/progress/\(id)/events\(query)")
    }

    @Test func `the head is that of a stream, never compressed`() {
        let stream = EventStream(
            server,
            "/v1/progress/\(client.create())/events",
            ["Accept-Encoding": "gzip, br", "Accept": "text/event-stream"]
        )

        #expect(stream.status == 200)
        #expect(stream.reply["content-type"] == "text/event-stream; charset=utf-8")
        #expect(stream.reply["cache-control"] == "no-store, no-transform")
        #expect(stream.reply["x-accel-buffering"] == "no")
        #expect(stream.reply["content-encoding"] == nil)
        #expect(stream.reply["content-length"] == nil)
    }

    @Test func `the head says that the connection ends with the stream`() {
        let ended = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)

        for target in ["/v1/progress/\(ended)/events", "/progress/\(ended).txt?follow=true"] {
            let stream = EventStream(server, target)

            #expect(stream.reply["connection"] == "close", "\(target)")
        }
    }

    @Test func `the first line of the first event is retry, and the snapshot comes at once`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)

        let stream = events(id)
        let first = try #require(stream.next())

        #expect(stream.retries.count == 1 && (1_000...5_000).contains(stream.retries[0]))
        #expect(first.name == "snapshot")
        #expect(first.data == client.snapshot(id).without("links"))
        let parts = first.id.split(separator: "-")
        #expect(parts.count == 2 && UInt64(parts[1]) != nil)
    }

    @Test func `synced follows the snapshots, with an id that resumes from there`() throws {
        let id = client.create(#"{"totalUnitCount":8,"children":[{"pendingUnitCount":1},{"pendingUnitCount":1}]}"#)
        let stream = events(id, "?descendants=true")
        stream.showsSynced = true

        let first = stream.take(4)
        let resumed = EventStream(server, "/v1/progress/\(id)/events", ["Last-Event-ID": first[3].id])
        resumed.showsSynced = true
        let again = resumed.take(1)

        #expect(first.map(\.name) == ["snapshot", "snapshot", "snapshot", "synced"])
        #expect(first[3].text == "{}")
        #expect(again.map(\.name) == ["synced"])
        #expect(again.map(\.id) == [first[3].id])
    }

    @Test func `synced comes first where there is nothing yet, and after what a returning reader missed`() throws {
        let empty = EventStream(server, "/v1/events")
        empty.showsSynced = true
        let first = try #require(empty.next())

        let id = client.create()
        let missed = EventStream(server, "/v1/events", ["Last-Event-ID": first.id])
        missed.showsSynced = true

        #expect(first.name == "synced")
        #expect(missed.take(2).map(\.name) == ["snapshot", "synced"])
        #expect(empty.next()?.data.id.string == id)
    }

    @Test func `synced follows what comes after reset`() {
        let id = client.create()
        let stream = EventStream(server, "/v1/progress/\(id)/events", ["Last-Event-ID": "nothing"])
        stream.showsSynced = true

        #expect(stream.take(3).map(\.name) == ["reset", "snapshot", "synced"])
    }

    @Test func `synced comes before the end of what has ended, and a reconnect after it is 204`() throws {
        let id = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)
        let stream = events(id)
        stream.showsSynced = true

        let seen = stream.rest()
        let last = try #require(seen.last)

        #expect(seen.map(\.name) == ["snapshot", "synced", "end"])
        let again = EventStream(server, "/v1/progress/\(id)/events", ["Last-Event-ID": last.id])
        #expect(again.status == 204)
    }

    @Test func `an update is a progress event with what a bar needs`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = events(id)
        _ = stream.next()

        client.complete(id, 2)
        let event = try #require(stream.next())

        #expect(event.name == "progress")
        #expect(event.data.id.string == id)
        #expect(event.data.completedUnitCount.int == 2)
        #expect(event.data.fractionCompleted.double == 0.25)
        #expect(event.data.localizedDescription.string == "25% completed")
        #expect(event.data.version == client.snapshot(id).version)
    }

    @Test func `the first change comes at once, those after it at the pace`() throws {
        let slow = try LiveServer { $0.streamRate = 0.2 }
        let client = HTTPClient(slow)
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(slow, "/v1/progress/\(id)/events")
        _ = stream.next()
        let start = Moment.now()

        client.complete(id, 1)
        _ = stream.next()
        let first = Moment.now() - start
        for _ in 0..<5 { client.complete(id, 1) }
        let event = try #require(stream.next())
        let second = Moment.now() - start

        #expect(first < 4)
        #expect(second > 4.9)
        #expect(event.data.completedUnitCount.int == 6)
    }

    @Test func `10,000 updates are few events, and the last shows the final count`() throws {
        let id = client.create(#"{"totalUnitCount":20000}"#)
        let stream = events(id)
        _ = stream.next()
        let body = Array(#"{"count":1}"#.utf8)
        let start = Moment.now()
        for _ in 0..<100 {
            for _ in 0..<100 {
                client.send("POST", "/v1/progress/\(id)/completed-units", ["Prefer": "return=minimal"], bytes: body)
            }
            for _ in 0..<100 { #expect(client.reply(to: "POST").status == 204) }
        }
        let seconds = Moment.now() - start

        let seen = stream.events { $0.data.completedUnitCount.int == 10_000 }

        #expect(seen.last?.data.completedUnitCount.int == 10_000)
        #expect(Double(seen.count) <= seconds * 10 + 3)
        let counts = seen.compactMap(\.data.completedUnitCount.int)
        #expect(counts == counts.sorted())
    }

    @Test func `a finish is the last progress, then state, then the end`() throws {
        let id = client.create(#"{"totalUnitCount":2}"#)
        let stream = events(id)
        _ = stream.next()

        client.complete(id, 1)
        client.complete(id, 1)
        let seen = stream.rest()

        #expect(seen.suffix(3).map(\.name) == ["progress", "state", "end"])
        let (progress, state) = (seen[seen.count - 3], seen[seen.count - 2])
        #expect(progress.data.fractionCompleted.double == 1)
        #expect(progress.data.localizedDescription.string == "100% completed")
        #expect(state.data.state.string == "finished")
        #expect(state.data.reason.isNull)
        #expect(state.data.without("reason") == client.snapshot(id).without("links"))
        #expect(seen.last?.text == "{}")
        #expect(stream.isFinished)
    }

    @Test func `pause, resume and cancel are state events at once, with the reason`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = events(id)
        _ = stream.next()

        _ = client.post("/v1/progress/\(id)/pause", #"{"reason":"lunch"}"#)
        let paused = try #require(stream.next())
        _ = client.post("/v1/progress/\(id)/resume")
        let resumed = try #require(stream.next())
        _ = client.post("/v1/progress/\(id)/resume")
        _ = client.post("/v1/progress/\(id)/cancel", #"{"reason":"enough"}"#)
        let cancelled = try #require(stream.next())

        #expect([paused, resumed, cancelled].map(\.name) == ["state", "state", "state"])
        #expect([paused, resumed, cancelled].map(\.data.state.string) == ["paused", "running", "cancelled"])
        #expect([paused, resumed, cancelled].map(\.data.reason.string) == ["lunch", nil, "enough"])
        #expect(stream.next()?.name == "end")
    }

    @Test func `a failure is a state event with the failure`() {
        let id = client.create()
        let stream = events(id)
        _ = stream.next()

        _ = client.post("/v1/progress/\(id)/fail", #"{"message":"full","code":"ENOSPC"}"#)

        let seen = stream.rest()
        #expect(seen.map(\.name) == ["state", "end"])
        #expect(seen[0].data.failure.code.string == "ENOSPC")
    }

    @Test func `stalled and back are state events`() throws {
        let id = client.create(#"{"totalUnitCount":8,"leaseSeconds":10}"#)
        let stream = events(id)
        _ = stream.next()

        #expect(server.advance(seconds: 11) { client.snapshot(id).state.string == "stalled" })
        let stalled = try #require(stream.next("state"))
        _ = client.post("/v1/progress/\(id)/heartbeat")
        let back = try #require(stream.next("state"))

        #expect(stalled.data.state.string == "stalled")
        #expect(back.data.state.string == "running")
    }

    @Test func `removed names what is gone, and the stream ends`() {
        let id = client.create()
        let stream = events(id)
        _ = stream.next()

        _ = client.delete("/v1/progress/\(id)")

        let seen = stream.rest()
        #expect(seen.map(\.name) == ["removed", "end"])
        #expect(seen[0].text == "{\"id\":\"\(id)\"}")
    }

    @Test func `what vanishes as it finishes shows its last moment, then goes`() {
        let id = client.create(#"{"totalUnitCount":2,"removeWhenFinished":true}"#)
        let stream = events(id)
        _ = stream.next()

        client.complete(id, 2)

        let seen = stream.rest()
        #expect(seen.map(\.name) == ["progress", "state", "removed", "end"])
        #expect(seen.first?.data.completedUnitCount.int == 2)
    }

    @Test func `a write without effect is no event`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        _ = client.post("/v1/progress/\(id)/heartbeat")
        let stream = events(id)
        _ = stream.next()

        client.complete(id, 0)
        _ = client.post("/v1/progress/\(id)/heartbeat")
        _ = client.post("/v1/progress/\(id)/resume")
        client.complete(id, 1)

        #expect(try #require(stream.next()).data.completedUnitCount.int == 1)
    }

    @Test func `texts are in the language of the stream's own request`() {
        let id = client.create(#"{"totalUnitCount":8}"#)

        let stream = EventStream(server, "/v1/progress/\(id)/events", ["Accept-Language": "en"])

        #expect(stream.next()?.data.localizedDescription.string == "0% completed")
        #expect(stream.reply["content-language"] == "en")
    }

    @Test func `a stream of an unknown one is 404, of too high a rate 400`() {
        let id = client.create()

        #expect(events("nobody").status == 404)
        #expect(events("3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11").status == 404)
        for query in ["?maxRate=0", "?maxRate=-1", "?maxRate=x", "?maxRate=nan", "?maxRate=inf", "?descendants=maybe"] {
            #expect(events(id, query).status == 400, "\(query)")
        }
    }

    @Test func `details that change come as a snapshot`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        _ = stream.next()

        for patch in [#"{"labels":{"job":"4711"}}"#, #"{"isPausable":true}"#, #"{"userInfo":{"a":1}}"#] {
            let shown = client.patch("/v1/progress/\(id)", patch).json

            let event = try #require(stream.next())
            #expect(event.name == "snapshot")
            #expect(event.data == shown.without("links"))
        }
    }
}
