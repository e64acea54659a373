import TestKit
import Testing

/// docs/contract.md, section 7: throughput and time left that no reporter gives, as HTTP and streams show them.
struct RateTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    /// Writes `times` times, a second apart; the clock stays at the last write.
    private func work(_ id: String, _ count: Int64, times: Int) {
        for time in 0..<times {
            if time > 0 { server.clock.advance(seconds: 1) }
            _ = client.complete(id, count)
        }
    }

    private func rates(of id: String) -> [Double?] {
        let snapshot = client.snapshot(id)
        return [snapshot.throughput.double, snapshot.estimatedTimeRemaining.double]
    }

    @Test func `a rate is computed when there is evidence, and does not move with a look or a heartbeat`() {
        let id = client.create(#"{"totalUnitCount":100,"completedUnitCount":40}"#)
        work(id, 5, times: 2)
        let early = rates(of: id)
        server.clock.advance(seconds: 1)
        work(id, 5, times: 2)

        let before = client.get("/v1/progress/\(id)")
        server.clock.advance(seconds: 20)
        _ = client.post("/v1/progress/\(id)/heartbeat")
        let after = client.get("/v1/progress/\(id)")

        #expect(early == [nil, nil])
        #expect(before.json.throughput.double == 5)
        #expect(before.json.estimatedTimeRemaining.double == 8)
        #expect(before.json.localizedAdditionalDescription.string == "60 of 100 — 8 seconds remaining")
        #expect(after.etag == before.etag)
        #expect(after.json.throughput.double == 5)
    }

    @Test func `it is null while paused and once over, and a pause is not time`() {
        let id = client.create(#"{"totalUnitCount":100}"#)
        work(id, 5, times: 4)
        _ = client.post("/v1/progress/\(id)/pause")
        let paused = rates(of: id)
        server.clock.advance(seconds: 3_600)
        _ = client.post("/v1/progress/\(id)/resume")
        let resumed = rates(of: id)
        server.clock.advance(seconds: 1)
        work(id, 5, times: 3)
        let later = rates(of: id)
        _ = client.complete(id, 65)

        #expect(paused == [nil, nil])
        #expect(resumed == [5, 16])
        #expect(later == [5, 13])
        #expect(rates(of: id) == [nil, nil])
    }

    @Test func `without updates it ends by itself, as a change without a word from outside, and comes back`() throws {
        let id = client.create(#"{"totalUnitCount":100}"#)
        work(id, 5, times: 4)
        let before = client.get("/v1/progress/\(id)")
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        let waiting = HTTPClient(server)
        waiting.send("GET", "/v1/progress/\(id)", ["Prefer": "wait=60", "If-None-Match": before.etag])
        _ = stream.next("snapshot")

        #expect(server.advance(seconds: 31) { rates(of: id) == [nil, nil] })
        let (told, after) = (try #require(stream.next("progress")), waiting.reply())
        work(id, 5, times: 1)
        let back = try #require(stream.next("progress"))

        #expect(told.data.throughput.double == nil)
        #expect(after.json.version.int == (before.json.version.int ?? 0) + 1)
        #expect(after.json.updatedAt.string == before.json.updatedAt.string)
        #expect(after.json.localizedAdditionalDescription.string == "20 of 100")
        #expect(after.etag != before.etag)
        #expect(back.data.throughput.double != nil)
        #expect(back.data.updatedAt.string != before.json.updatedAt.string)
    }

    @Test func `work whose end is open shows what was counted and how fast, in the language that is asked for`() {
        let id = client.create(#"{"totalUnitCount":null}"#)
        work(id, 512, times: 4)
        let texts = ["en", "de", "fr"].map {
            client.get("/v1/progress/\(id)?locale=\($0)").json.localizedAdditionalDescription.string
        }

        #expect(server.advance(seconds: 31) { rates(of: id) == [nil, nil] })

        #expect(texts == ["2,048 (512/sec)", "2.048 (512/s)", "2\u{202F}048 (512/s)"])
        #expect(client.snapshot(id).localizedAdditionalDescription.string == "2,048")
    }

    @Test func `what is reported wins until it is set to null`() {
        let id = client.create(#"{"totalUnitCount":100}"#)
        work(id, 5, times: 4)
        _ = client.patch("/v1/progress/\(id)", #"{"throughput":2.5,"estimatedTimeRemaining":77}"#)
        let reported = rates(of: id)
        _ = client.patch("/v1/progress/\(id)", #"{"throughput":null,"estimatedTimeRemaining":null}"#)

        #expect(reported == [2.5, 77])
        #expect(rates(of: id) == [5, 16])
    }

    @Test func `a parent that nobody looked at knows its time from its fraction`() {
        let root = client.create(#"{"totalUnitCount":10}"#)
        let child = client.create(#"{"totalUnitCount":100,"pendingUnitCount":5,"kind":"file"}"#, under: root)
        work(child, 10, times: 4)

        let summary = client.get("/v1/progress/\(root)?summary=true").json.summary

        #expect(rates(of: root) == [0.5, 16])
        #expect(rates(of: child) == [10, 6])
        #expect(
            client.snapshot(child).localizedAdditionalDescription.string
                == "40 bytes of 100 bytes (10 bytes/sec) — 6 seconds remaining"
        )
        #expect(summary.throughput.double == 10.5)
        #expect(summary.estimatedTimeRemaining.double == 16)
    }

    @Test func `progress events carry what is computed`() {
        let id = client.create(#"{"totalUnitCount":100}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        _ = stream.next("snapshot")

        work(id, 5, times: 4)

        let last = stream.next("progress") { $0.data.completedUnitCount.int == 20 }
        #expect(last?.data.throughput.double == 5)
        #expect(last?.data.estimatedTimeRemaining.double == 16)
    }
}
