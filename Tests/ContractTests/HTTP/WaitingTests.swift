import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: `Prefer: wait`.
struct WaitingTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.threads = 2 }
        client = HTTPClient(server)
    }

    /// Sends a request that waits, and returns when it is parked, after the one before has got its reply.
    private func park(_ method: String, _ target: String, _ headers: [String: String]) -> HTTPClient {
        #expect(eventually { waitingCount() == 0 })
        let waiting = HTTPClient(server)
        waiting.send(method, target, headers)
        #expect(eventually { waitingCount() == 1 })
        return waiting
    }

    private func waitingCount() -> Int {
        MetricsReply(client).int("progressd_waiting_requests")
    }

    @Test func `a get waits until the ETag changes`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let etag = client.get("/v1/progress/\(id)").etag
        let waiting = park("GET", "/v1/progress/\(id)", ["Prefer": "wait=30", "If-None-Match": etag])

        client.complete(id, 1)

        let reply = waiting.reply()
        #expect(reply.status == 200)
        #expect(reply.json.completedUnitCount.int == 1)
        #expect(eventually { waitingCount() == 0 })
    }

    @Test func `a get whose ETag is old already does not wait`() {
        let id = client.create()

        let reply = client.get("/v1/progress/\(id)", ["Prefer": "wait=30", "If-None-Match": "\"old\""])

        #expect(reply.status == 200)
        #expect(client.get("/v1/progress/\(id)", ["Prefer": "wait=30"]).status == 200)
    }

    @Test func `a get is 304 when the time is over`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag
        let start = Moment.now()

        let reply = client.get("/v1/progress/\(id)", ["Prefer": "wait=1", "If-None-Match": etag])

        #expect(reply.status == 304)
        #expect(Moment.now() - start > 0.9)
        #expect(client.get("/v1/progress/\(id)", ["Prefer": "wait=0", "If-None-Match": etag]).status == 304)
    }

    @Test func `a get of a summary waits for a change below`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":8}"#, under: id)
        let target = "/v1/progress/\(id)?summary=true"
        let waiting = park("GET", target, ["Prefer": "wait=30", "If-None-Match": client.get(target).etag])

        client.complete(child, 1)

        #expect(waiting.reply().json.summary.latest.id.string == child)
    }

    @Test func `who waits for a node that goes is told that it is gone`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag
        let waiting = park("GET", "/v1/progress/\(id)", ["Prefer": "wait=30", "If-None-Match": etag])

        _ = client.delete("/v1/progress/\(id)")

        #expect(waiting.reply().status == 404)
    }

    @Test func `a heartbeat waits until there is another directive to obey`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let path = "/v1/progress/\(id)/heartbeat"
        let running = park("POST", path, ["Prefer": "wait=30"])
        client.complete(id, 1)
        #expect(waitingCount() == 1)

        _ = client.post("/v1/progress/\(id)/pause")
        #expect(running.reply().directive == "pause")

        #expect(client.post(path, nil, ["Prefer": "wait=30"]).directive == "pause")
        #expect(eventually { waitingCount() == 0 })
        let paused = park("POST", path, ["Prefer": "wait=30, return=minimal", "Progress-Directive": "pause"])
        _ = client.post("/v1/progress/\(id)/cancel")
        let last = paused.reply()
        #expect(last.status == 204)
        #expect(last.directive == "cancel")
    }

    @Test func `a heartbeat waits at most half the lease`() {
        let id = client.create(#"{"totalUnitCount":8,"leaseSeconds":1}"#)
        let start = Moment.now()

        let reply = client.post("/v1/progress/\(id)/heartbeat", nil, ["Prefer": "wait=30"])

        #expect(reply.status == 200)
        #expect(reply.directive == "run")
        #expect(Moment.now() - start > 0.4 && Moment.now() - start < 10)
    }

    @Test func `many wait for one, and all are told`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag
        let waiting = (0..<100).map { _ in HTTPClient(server) }
        for one in waiting { one.send("GET", "/v1/progress/\(id)", ["Prefer": "wait=60", "If-None-Match": etag]) }
        #expect(eventually { waitingCount() == 100 })

        client.complete(id, 1)

        for one in waiting { #expect(one.reply().status == 200) }
    }

    @Test func `a client that waits and goes is forgotten`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag
        let waiting = park("GET", "/v1/progress/\(id)", ["Prefer": "wait=60", "If-None-Match": etag])

        waiting.socket.breakOff()

        #expect(eventually { waitingCount() == 0 })
    }

    @Test func `stopping answers who waits`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag
        let waiting = park("GET", "/v1/progress/\(id)", ["Prefer": "wait=60", "If-None-Match": etag])
        let start = Moment.now()

        server.stop()

        #expect([304, 503].contains(waiting.reply().status))
        #expect(Moment.now() - start < 5)
    }
}
