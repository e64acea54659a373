import TestKit
import Testing

/// docs/contract.md, section 1, `summary`, and section 8, retention, as HTTP shows them.
struct SummaryTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `a summary sums over the subtree`() {
        let id = client.create(
            """
            {"totalUnitCount":2,"children":[
             {"pendingUnitCount":1,"kind":"file","totalUnitCount":100,"completedUnitCount":40,"fileTotalCount":9,
              "fileCompletedCount":7,"throughput":5,"estimatedTimeRemaining":12},
             {"pendingUnitCount":1,"kind":"file","totalUnitCount":-1,"completedUnitCount":2,"throughput":2.5,
              "estimatedTimeRemaining":60.5}]}
            """
        )

        let summary = client.get("/v1/progress/\(id)?summary=true").json.summary

        #expect(summary.totalByteCount.int == 100)
        #expect(summary.completedByteCount.int == 42)
        #expect(summary.fileTotalCount.int == 9)
        #expect(summary.fileCompletedCount.int == 7)
        #expect(summary.throughput.double == 7.5)
        #expect(summary.estimatedTimeRemaining.double == 60.5)
        #expect(summary.nodeCounts.running.int == 2)
        #expect(summary.nodeCounts.indeterminate.int == 1)
        #expect(summary.nodeCounts.count == 7)
        #expect(client.snapshot(id).summary.isMissing)
    }

    @Test func `a summary is null where nobody has one`() {
        let id = client.create()

        let summary = client.get("/v1/progress/\(id)?summary=true").json.summary

        for name in ["fileTotalCount", "fileCompletedCount", "totalByteCount", "throughput", "estimatedTimeRemaining"] {
            #expect(summary[name].isNull, "\(name)")
        }
        #expect(summary.latest.id.string == id)
    }

    @Test func `text from deep down reaches who shows the top`() {
        let top = client.create(#"{"totalUnitCount":1}"#)
        let middle = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1}"#, under: top)
        let deep = client.create(#"{"pendingUnitCount":1,"totalUnitCount":8}"#, under: middle)

        _ = client.patch("/v1/progress/\(deep)", #"{"localizedDescription":"film.mkv","userInfo":{"step":3}}"#)

        let latest = client.get("/v1/progress/\(top)?summary=true").json.summary.latest
        #expect(latest.id.string == deep)
        #expect(latest.localizedDescription.string == "film.mkv")
        #expect(latest.userInfo.step.int == 3)
    }

    @Test func `what vanished stays in the sums, and nodeCounts counts the living`() {
        let top = client.create(#"{"totalUnitCount":2}"#)
        let one = client.create(
            #"{"pendingUnitCount":1,"kind":"file","totalUnitCount":10,"removeWhenFinished":true}"#,
            under: top
        )
        let other = client.create(
            #"{"pendingUnitCount":1,"kind":"file","totalUnitCount":5,"completedUnitCount":2}"#,
            under: top
        )
        client.complete(one, 10)
        _ = client.delete("/v1/progress/\(other)")

        let summary = client.get("/v1/progress/\(top)?summary=true").json.summary

        #expect(summary.totalByteCount.int == 15)
        #expect(summary.completedByteCount.int == 12)
        #expect(summary.nodeCounts.finished.int == 1)
        #expect(summary.nodeCounts.running.int == 0)
    }

    @Test func `an ended tree is removed when its time is over`() {
        let id = client.create(#"{"totalUnitCount":2,"name":"a"}"#)
        #expect(client.snapshot(id).expiresAt.isNull)

        let version = client.complete(id, 2).json.version
        #expect(client.snapshot(id).expiresAt.string == "2026-03-01T03:00:00.000Z")
        server.clock.advance(seconds: 60)
        _ = client.patch("/v1/progress/\(id)", #"{"userInfo":{"a":1}}"#)
        #expect(client.snapshot(id).expiresAt.string == "2026-03-01T03:01:00.000Z")
        #expect(client.snapshot(id).version.int == version.int.map { $0 + 1 })

        server.clock.advance(seconds: 3_599)
        #expect(client.get("/v1/progress/\(id)").status == 200)
        #expect(server.advance(seconds: 2) { client.get("/v1/progress/a").status == 404 })
    }

    @Test func `an ended root waits for the work below it`() {
        let id = client.create(#"{"totalUnitCount":2}"#)
        let child = client.create(#"{"pendingUnitCount":1,"totalUnitCount":2}"#, under: id)
        client.complete(id, 2)

        #expect(client.snapshot(id).isFinished.bool == true)
        #expect(client.snapshot(id).expiresAt.isNull)
        client.complete(child, 2)
        #expect(client.snapshot(id).expiresAt.string == "2026-03-01T03:00:00.000Z")
    }

    @Test func `cancelled and failed roots expire too`() {
        let cancelled = client.create()
        let failed = client.create()

        let first = client.post("/v1/progress/\(cancelled)/cancel").json
        let second = client.post("/v1/progress/\(failed)/fail", #"{"message":"no"}"#).json

        #expect(first.expiresAt.string == "2026-03-01T03:00:00.000Z")
        #expect(second.expiresAt.string == "2026-03-01T03:00:00.000Z")
        #expect(
            server.advance(seconds: 3_601) {
                client.get("/v1/progress/\(cancelled)").status == 404
                    && client.get("/v1/progress/\(failed)").status == 404
            }
        )
    }

    @Test func `a node that is not written to within its lease is stalled until the next write`() {
        let id = client.create(#"{"totalUnitCount":8,"leaseSeconds":10}"#)

        #expect(server.advance(seconds: 11) { client.snapshot(id).state.string == "stalled" })

        #expect(client.post("/v1/progress/\(id)/heartbeat").json.state.string == "running")
    }
}
