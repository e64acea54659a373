import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 9: `Last-Event-ID`, the end, silence, slow readers, hostile text.
struct StreamResumeTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.threads = 2 }
        client = HTTPClient(server)
    }

    private func events(_ target: String, after id: String? = nil) -> EventStream {
        EventStream(server, target, id.map { ["Last-Event-ID": $0] } ?? [:])
    }

    @Test func `who comes back gets what changed since, as snapshots`() throws {
        let ids = (0..<3).map { _ in client.create(#"{"totalUnitCount":8}"#) }
        let target = "/v1/events?" + ids.map { "id=\($0)" }.joined(separator: "&")
        let first = events(target)
        _ = first.take(3)
        client.complete(ids[1], 1)

        let back = events(target, after: first.lastID)
        let event = try #require(back.next())
        client.complete(ids[0], 1)

        #expect(event.name == "snapshot" && event.data.id.string == ids[1])
        #expect(event.data.completedUnitCount.int == 1)
        #expect(try #require(back.next()).data.id.string == ids[0])
    }

    @Test func `who saw the last progress of a finish, and not its state, learns of the finish again`() throws {
        let id = client.create(#"{"totalUnitCount":1}"#)
        let first = events("/v1/progress/\(id)/events")
        _ = first.next()
        client.complete(id, 1)
        let seen = first.events { $0.name == "progress" }
        #expect(seen.last?.data.fractionCompleted.double == 1)

        let back = events("/v1/progress/\(id)/events", after: first.lastID)

        let event = try #require(back.next())
        #expect(event.name == "snapshot" && event.data.state.string == "finished")
    }

    @Test func `the parameter is as good as the header`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let first = events("/v1/progress/\(id)/events")
        _ = first.next()

        let back = events("/v1/progress/\(id)/events?lastEventID=\(first.lastID)")
        client.complete(id, 1)

        // A snapshot where the change was there before the stream had begun; without the parameter, one of 0.
        #expect(try #require(back.next()).data.completedUnitCount.int == 1)
    }

    @Test func `what was removed meanwhile is told`() throws {
        let ids = (0..<2).map { _ in client.create() }
        let target = "/v1/events?id=\(ids[0])&id=\(ids[1])"
        let first = events(target)
        _ = first.take(2)
        _ = client.delete("/v1/progress/\(ids[0])")

        let back = events(target, after: first.lastID)

        let event = try #require(back.next())
        #expect(event.name == "removed" && event.data.id.string == ids[0])
    }

    @Test func `roots that came, went and left meanwhile are told`() throws {
        let ids = (0..<3).map { _ in client.create() }
        let first = events("/v1/events")
        _ = first.take(3)
        _ = client.delete("/v1/progress/\(ids[0])")
        _ = client.post("/v1/progress/\(ids[1])/children", "{\"childID\":\"\(ids[2])\",\"pendingUnitCount\":1}")
        let new = client.create()
        let brief = client.create()
        _ = client.delete("/v1/progress/\(brief)")

        let back = events("/v1/events", after: first.lastID)
        client.complete(new, 5)
        let seen = back.events { $0.name == "progress" }

        #expect(seen.contains { $0.name == "removed" && $0.data.id.string == ids[0] && $0.data.reason.isMissing })
        #expect(seen.contains { $0.data.id.string == ids[2] && $0.data.reason.string == "deselected" })
        #expect(seen.contains { $0.name == "snapshot" && $0.data.id.string == new } || seen.last?.data.id.string == new)
        #expect(!seen.contains { $0.name == "reset" })
    }

    @Test(arguments: ["8f3a61-4711", "nonsense", "-", "-1", "18446744073709551616", "a-b-c"])
    func `an id of another epoch or an unreadable one gets reset and everything`(lastID: String) {
        let id = client.create()

        let stream = events("/v1/progress/\(id)/events?lastEventID=\(lastID)")

        #expect(stream.take(2).map(\.name) == ["reset", "snapshot"])
    }

    @Test func `an id from the future of this epoch gets reset`() throws {
        let id = client.create()
        let first = events("/v1/progress/\(id)/events")
        _ = first.next()
        let epoch = try #require(first.lastID.split(separator: "-").first)

        let stream = events("/v1/progress/\(id)/events", after: "\(epoch)-18446744073709551615")

        #expect(stream.take(2).map(\.name) == ["reset", "snapshot"])
    }

    @Test func `after the end a reconnect is 204, and one without the id gets it all again`() {
        let id = client.create(#"{"totalUnitCount":1}"#)
        let first = events("/v1/progress/\(id)/events")
        _ = first.next()
        client.complete(id, 1)
        #expect(first.rest().last?.name == "end")

        #expect(events("/v1/progress/\(id)/events", after: first.lastID).status == 204)
        let again = events("/v1/progress/\(id)/events")

        #expect(again.rest().map(\.name) == ["snapshot", "end"])
        #expect(again.isFinished)
    }

    @Test func `after the end of one that is gone a reconnect is 204 too`() {
        let id = client.create()
        let first = events("/v1/progress/\(id)/events")
        _ = first.next()
        _ = client.delete("/v1/progress/\(id)")
        #expect(first.rest().last?.name == "end")

        #expect(events("/v1/progress/\(id)/events", after: first.lastID).status == 204)
        #expect(events("/v1/progress/\(id)/events").status == 404)
    }

    @Test func `one that went meanwhile is told by its id, also to who follows its name`() {
        let id = client.create(#"{"name":"followed"}"#)
        let first = events("/v1/progress/followed/events")
        _ = first.next()
        _ = client.delete("/v1/progress/followed")

        let back = events("/v1/progress/followed/events", after: first.lastID)

        let seen = back.rest()
        #expect(seen.map(\.name) == ["removed", "end"])
        #expect(seen.first?.data.id.string == id)
    }

    @Test(arguments: ["", "?runs=true", "?descendants=true"])
    func `who comes back by a name learns that its progress went with the one above, and of the next one`(
        query: String
    ) throws {
        let tree = #"{"totalUnitCount":2,"children":[{"name":"job.step","pendingUnitCount":1,"totalUnitCount":3}]}"#
        _ = client.put("/v1/progress/job", tree)
        let target = "/v1/progress/job.step/events\(query)"
        // The stream ends with its scope.
        let (id, seen) = try {
            let first = events(target)
            return (try #require(first.next()).data.id.string, first.lastID)
        }()
        #expect(eventually { MetricsReply(client).int("progressd_streams") == 0 })
        _ = client.delete("/v1/progress/job")

        let back = events(target, after: seen)
        let removed = try #require(back.next())
        #expect(removed.name == "removed" && removed.data.id.string == id)

        _ = client.put("/v1/progress/job", tree)
        let later = events(target, after: seen)
        let told = [try #require(later.next()), try #require(later.next())]
        #expect(told.first { $0.name == "removed" }?.data.id.string == id)
        #expect(told.contains { $0.name == "snapshot" && $0.data.id.string != id })
    }

    @Test func `an unknown one is removed on a stream that comes back`() {
        let stream = events("/v1/events?id=nobody&id=3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11", after: "x-1")

        #expect(stream.status == 200)
        let removed = stream.rest().filter { $0.name == "removed" }.map(\.data.id.string)
        #expect(Set(removed) == ["nobody", "3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11"])
    }

    @Test func `a reader that is cut between two unknown ones learns of the other when it comes back`() throws {
        let known = client.create()
        let stream = events("/v1/progress/\(known)/events")
        _ = stream.next()
        let target = "/v1/events?id=nobody&id=nothing"

        let back = events(target, after: stream.lastID)
        let told = try #require(back.next())
        let again = events(target, after: back.lastID).rest()

        let missing = told.data.id.string == "nobody" ? "nothing" : "nobody"
        #expect(again.contains { $0.name == "removed" && $0.data.id.string == missing })
        let last = back.rest().last?.id ?? ""
        #expect(events(target, after: last).status == 204)
    }

    @Test func `ids of a stream never go back`() throws {
        let id = client.create(#"{"totalUnitCount":100}"#)
        let stream = events("/v1/events?descendants=true")
        for _ in 0..<10 { _ = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1}"#, under: id) }
        client.complete(id, 90)
        _ = client.delete("/v1/progress/\(id)")

        let seen = stream.events { $0.name == "removed" && $0.data.id.string == id }

        let numbers = seen.compactMap { UInt64($0.id.split(separator: "-")[1]) }
        #expect(numbers.count == seen.count)
        #expect(numbers == numbers.sorted())
    }

    @Test func `a comment breaks the silence`() throws {
        let server = try LiveServer { $0.heartbeatSeconds = 0.2 }
        let id = HTTPClient(server).create()
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        _ = stream.next()

        #expect(stream.waitForComment())
        #expect(stream.waitForComment())
        #expect(stream.strangeLines == [])
    }

    @Test func `hostile text is one line of JSON, and comes out as it went in`() throws {
        let text = "a\nb\r\nc\u{0}d\u{2028}e\u{2029}f\"g\\h</script>\u{7f}\u{85}\u{feff}i\n\ndata: {}\n\nevent: end"
        let body =
            "{\"localizedDescription\":\(text.json),\"labels\":{\(text.json):\(text.json)},\"userInfo\":{\(text.json):\(text.json)}}"
        let id = client.create(body)
        let stream = events("/v1/progress/\(id)/events")
        let first = try #require(stream.next())
        _ = client.post("/v1/progress/\(id)/pause", "{\"reason\":\(text.json)}")
        let second = try #require(stream.next())

        #expect(first.name == "snapshot" && second.name == "state")
        #expect(first.data.localizedDescription.string == text)
        #expect(first.data.labels[text].string == text)
        #expect(first.data.userInfo[text].string == text)
        #expect(second.data.reason.string == text)
        #expect(stream.strangeLines == [])
        #expect(!first.text.unicodeScalars.contains { $0.value < 32 })
    }

    @Test func `stopping closes without an end; the first event said when to come back`() {
        let id = client.create()
        let streams = (0..<5).map { _ in events("/v1/progress/\(id)/events") }
        for stream in streams { _ = stream.next() }

        server.stop()

        for stream in streams {
            #expect(stream.rest().isEmpty)
            #expect(stream.isFinished)
            #expect(stream.retries.count == 1 && (1_000...5_000).contains(stream.retries[0]))
        }
    }
}
