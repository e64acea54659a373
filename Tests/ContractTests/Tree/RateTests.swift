import TestKit
import Testing

/// docs/contract.md, section 7: throughput and time left where nobody reports them, as HTTP and streams show them.
struct RateTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    /// Writes as often as said, a second apart; the clock stands at the last write.
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

    @Test func `a rate is computed when there is evidence, and moves with writes only`() {
        let id = client.create(#"{"totalUnitCount":100,"completedUnitCount":40}"#)
        work(id, 5, times: 2)
        let early = rates(of: id)
        server.clock.advance(seconds: 1)
        work(id, 5, times: 2)

        let before = client.get("/v1/progress/\(id)")
        server.clock.advance(seconds: 30)
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
