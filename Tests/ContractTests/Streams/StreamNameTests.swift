import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 3: a stream by name, once the name goes over to a newer run.
struct StreamNameTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func stream(_ target: String, after id: String? = nil) -> EventStream {
        .withSynced(server, target, after: id)
    }

    /// A run that has ended, with a child that still works.
    private func endedRun() -> String {
        let id = client.put("/v1/progress/backup", #"{"totalUnitCount":1}"#).id
        _ = client.create(#"{"name":"step","pendingUnitCount":0,"totalUnitCount":4}"#, under: id)
        client.complete(id, 1)
        return id
    }

    private func nextRun(_ members: String = "") -> String {
        client.put("/v1/progress/backup", "{\"totalUnitCount\":7\(members)}").id
    }

    @Test func `a stream by name goes over to the next run, one by id does not`() {
        let old = endedRun()
        let byName = stream("/v1/progress/backup/events?descendants=true")
        let byID = stream("/v1/progress/\(old)/events?descendants=true")
        _ = (byName.take(3), byID.take(3))

        let new = nextRun(#","children":[{"name":"first","pendingUnitCount":1}]"#)
        client.complete(new, 3)
        client.complete("step", 4)

        #expect(
            EventStream.text(byName.take(4)) == [
                "removed \(old) replaced", "snapshot backup", "snapshot first", "progress \(new)",
            ]
        )
        #expect(byID.rest().map(\.name) == ["progress", "state", "end"])
    }

    @Test func `a stream of several goes over, and keeps what is selected otherwise`() {
        let old = endedRun()
        let both = stream("/v1/events?id=backup&id=\(old)&id=step")
        #expect(both.take(3).map(\.name) == ["snapshot", "snapshot", "synced"])
        let step = stream("/v1/events?id=backup&id=step&descendants=true")
        _ = step.take(3)

        let new = nextRun()

        #expect(EventStream.text(both.take(1)) == ["snapshot backup"])
        #expect(EventStream.text(step.take(3)) == ["removed \(old) replaced", "snapshot step", "snapshot backup"])
        client.complete(new, 1)
        client.complete("step", 1)
        #expect(both.take(2).map(\.name) == ["progress", "progress"])
        #expect(step.take(2).map(\.name) == ["progress", "progress"])
    }

    @Test func `a returning reader is told that its run was replaced`() throws {
        let old = client.put("/v1/progress/backup", #"{"totalUnitCount":1}"#).id
        let before = stream("/v1/progress/backup/events")
        let last = try #require(before.take(2).last)
        client.complete(old, 1)
        #expect(before.take(3).map(\.name) == ["progress", "state", "end"])
        #expect(stream("/v1/progress/backup/events", after: before.lastID).status == 204)

        let new = nextRun()

        for id in [last.id, before.lastID] {
            let again = stream("/v1/progress/backup/events", after: id)
            #expect(EventStream.text(again.take(3)) == ["removed \(old) replaced", "snapshot backup", "synced "])
            client.complete(new, 1)
            #expect(again.next()?.data.id.string == new)
        }
    }

    @Test func `a returning reader loses nothing of what is below its old run and below the new one`() throws {
        let old = endedRun()
        let inner = client.create(#"{"pendingUnitCount":0,"totalUnitCount":9}"#, under: "step")
        let leaf = client.create(#"{"pendingUnitCount":0,"totalUnitCount":9}"#, under: inner)
        let before = stream("/v1/progress/backup/events?descendants=true")
        let last = try #require(before.take(5).last)
        #expect(last.name == "synced")

        _ = client.patch("/v1/progress/\(inner)", #"{"name":"backup"}"#)

        let expected = ["removed \(old) replaced", "snapshot backup", "snapshot \(leaf)"]
        #expect(EventStream.text(before.take(3)) == expected)
        let resumed = stream("/v1/progress/backup/events?descendants=true", after: last.id)
        #expect(EventStream.text(resumed.take(4)) == expected + ["synced "])
    }

    @Test func `with runs a stream waits for the first run, and does not end with any`() {
        let stream = stream("/v1/progress/backup/events?runs=true")
        #expect(stream.take(1).map(\.name) == ["synced"])

        let first = client.put("/v1/progress/backup", #"{"totalUnitCount":1}"#).id
        #expect(EventStream.text(stream.take(1)) == ["snapshot backup"])
        client.complete(first, 1)
        #expect(stream.take(2).map(\.name) == ["progress", "state"])
        let second = nextRun()
        #expect(EventStream.text(stream.take(2)) == ["removed \(first) replaced", "snapshot backup"])
        _ = client.delete("/v1/progress/\(second)")
        #expect(EventStream.text(stream.take(1)) == ["removed \(second)"])
        let third = nextRun()
        #expect(stream.take(1).map(\.data.id.string) == [third])
        let resumed = self.stream("/v1/progress/backup/events?runs=true", after: stream.lastID)
        #expect(resumed.take(1).map(\.name) == ["synced"])
    }

    @Test func `a returning reader learns of a run that was removed before the next began`() throws {
        let old = client.put("/v1/progress/backup", #"{"totalUnitCount":1}"#).id
        let before = stream("/v1/progress/backup/events?runs=true")
        let last = try #require(before.take(2).last)
        _ = client.delete("/v1/progress/\(old)")

        let new = nextRun()

        let events = stream("/v1/progress/backup/events?runs=true", after: last.id).take(3)
        #expect(EventStream.text(events) == ["removed \(old)", "snapshot backup", "synced "])
        #expect(events.dropFirst().first?.data.id.string == new)
    }

    @Test func `a returning reader is told that the name of a step was freed by a new run`() throws {
        let children = #"[{"name":"step","pendingUnitCount":1}]"#
        _ = client.put("/v1/progress/backup", "{\"totalUnitCount\":1,\"children\":\(children)}")
        let old = client.get("/v1/progress/step").id
        let last = try #require(stream("/v1/progress/step/events").take(2).last)

        let run = client.put("/v1/progress/backup?run=new", "{}").id
        _ = client.create(#"{"name":"step","pendingUnitCount":1}"#, under: run)

        let events = stream("/v1/progress/step/events", after: last.id).take(3)
        #expect(EventStream.text(events) == ["removed \(old) replaced", "snapshot step", "synced "])
    }

    @Test func `with runs a new reader hears of no run that is gone`() {
        _ = client.delete("/v1/progress/\(nextRun())")

        #expect(stream("/v1/progress/backup/events?runs=true").take(1).map(\.name) == ["synced"])
    }

    @Test func `with runs a stream of several waits too, and one by id ends`() {
        let id = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)

        let waiting = stream("/v1/events?id=backup&id=\(id)&runs=true")
        let ended = stream("/v1/progress/\(id)/events?runs=true")

        #expect(waiting.take(2).map(\.name) == ["snapshot", "synced"])
        #expect(ended.rest().map(\.name) == ["snapshot", "synced", "end"])
        let run = nextRun()
        #expect(waiting.next()?.data.id.string == run)
        #expect(client.get("/v1/progress/no!name/events?runs=true").status == 404)
        #expect(client.get("/v1/progress/backup/events?runs=maybe").problem == "invalid-parameter")
    }

    @Test func `a name that another node takes by a patch goes over too`() {
        let old = endedRun()
        let other = client.create(#"{"totalUnitCount":9}"#)
        let stream = stream("/v1/progress/backup/events?descendants=true")
        _ = stream.take(3)

        _ = client.patch("/v1/progress/\(other)", #"{"name":"backup"}"#)
        let taken = stream.take(2)
        client.complete(other, 1)

        #expect(taken.map(\.name) == ["removed", "snapshot"])
        #expect(taken.map(\.data.id.string) == [old, other])
        #expect(stream.next()?.data.completedUnitCount.int == 1)
    }

    @Test func `a grant's stream does not go over to a node outside its subtree`() throws {
        let world = try AccessWorld()
        let old = world.create(#"{"name":"backup","totalUnitCount":1,"completedUnitCount":1}"#)
        let child = world.create(#"{"pendingUnitCount":0,"totalUnitCount":4}"#, under: old)
        let token = world.grant(old, #"{"role":"viewer"}"#).json.token.string ?? ""
        let stream = EventStream(world.server, "/v1/progress/backup/events?descendants=true&grant=\(token)")
        let all = EventStream(world.server, "/v1/progress/backup/events?descendants=true", world.bearer("v"))
        _ = (stream.take(2), all.take(2))

        let new = world.create(#"{"name":"backup","totalUnitCount":4}"#)

        #expect(stream.rest().map(\.name) == ["removed", "end"])
        #expect(all.take(2).map(\.data.id.string) == [old, new])
        #expect(world.client.get("/v1/progress/\(child)", world.bearer(token)).status == 200)
    }

    @Test func `a waiting GET by name follows`() {
        _ = endedRun()
        let etag = client.get("/v1/progress/backup")["etag"] ?? ""
        let waiter = HTTPClient(server)
        waiter.send("GET", "/v1/progress/backup", ["Prefer": "wait=30", "If-None-Match": etag])
        #expect(eventually { MetricsReply(client).int("progressd_waiting_requests") == 1 })

        let new = nextRun()

        #expect(waiter.reply().json.id.string == new)
    }

    @Test func `a heartbeat that waits by name hears of the next run's control`() {
        _ = endedRun()
        let waiter = HTTPClient(server)
        waiter.send("POST", "/v1/progress/backup/heartbeat", ["Prefer": "wait=30"])
        #expect(eventually { MetricsReply(client).int("progressd_waiting_requests") == 1 })

        let new = nextRun()
        _ = client.post("/v1/progress/\(new)/cancel", "{}")

        #expect(waiter.reply()["progress-directive"] == "cancel")
    }

    @Test func `a text view by name follows`() throws {
        _ = endedRun()
        let view = PictureStream(server, "/progress/backup.txt?follow=true")
        _ = view.next()

        let new = nextRun()

        #expect(view.next { $0.contains("0 of 7") } != nil)
        client.complete(new, 7)
        #expect(view.next { $0.hasSuffix("7 of 7\n") } != nil)
        #expect(view.next() == nil && view.isFinished)
    }

    @Test func `a reader that is behind gets the newest run alone`() throws {
        var id = endedRun()
        let text = String(repeating: "x", count: 16_000)
        _ = client.patch("/v1/progress/\(id)", #"{"userInfo":{"text":"\#(text)"}}"#)
        let first = id
        let slow = EventStream(slow: server, "/v1/progress/backup/events?runs=true")
        _ = slow.status

        for number in 1...40 {
            let body = #"{"totalUnitCount":\#(number),"completedUnitCount":\#(number),"userInfo":{"text":"\#(text)"}}"#
            id = client.put("/v1/progress/backup", body).id
        }

        let events = slow.events { $0.data.id.string == id }
        #expect(events.first?.data.id.string == first)
        #expect(events.last?.name == "snapshot")
        var known: Set<String> = []
        for event in events {
            let id = event.data.id.string ?? ""
            if event.name == "removed" { #expect(known.remove(id) != nil) } else { known.insert(id) }
        }
        #expect(known == [id])
    }

    @Test func `a run that was not over is told as failed before it is replaced`() {
        let old = client.put("/v1/progress/backup", #"{"totalUnitCount":4}"#).id
        let stream = stream("/v1/progress/backup/events")
        _ = stream.take(2)

        _ = client.put("/v1/progress/backup?run=new", #"{"totalUnitCount":7}"#)

        let events = stream.take(3)
        #expect(events.map(\.name) == ["state", "removed", "snapshot"])
        #expect(events.first?.data.state.string == "failed")
        #expect(events.first?.data.id.string == old)
        #expect(events.last?.data.totalUnitCount.int == 7)
    }
}
