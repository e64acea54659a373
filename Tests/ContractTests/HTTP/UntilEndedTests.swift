import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: `?until=ended` with `Prefer: wait`.
struct UntilEndedTests {
    private let server: LiveServer
    private let client: HTTPClient
    private static let wait = ["Prefer": "wait=30"]

    init() throws {
        server = try LiveServer { $0.threads = 2 }
        client = HTTPClient(server)
    }

    private func waitingCount() -> Int { MetricsReply(client).int("progressd_waiting_requests") }

    /// Returns when it is parked.
    /// - Parameter others: that are still parked; one that was answered is counted until its reply was sent.
    private func park(
        _ id: String,
        _ headers: [String: String] = wait,
        _ more: String = "",
        beside others: Int = 0
    ) -> HTTPClient {
        #expect(eventually { waitingCount() == others })
        let waiting = HTTPClient(server)
        waiting.send("GET", "/v1/progress/\(id)?until=ended\(more)", headers)
        #expect(eventually { waitingCount() == others + 1 })
        return waiting
    }

    @Test(arguments: [
        ("finish", "{}", "finished"), ("fail", #"{"message":"no"}"#, "failed"), ("cancel", "", "cancelled"),
    ])
    func `it is answered when the end comes, and not before`(call: String, body: String, state: String) {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let waiting = park(id)
        client.complete(id, 1)
        _ = client.patch("/v1/progress/\(id)", #"{"kind":"file"}"#)
        _ = client.post("/v1/progress/\(id)/pause")
        #expect(waitingCount() == 1)

        let ended = client.post("/v1/progress/\(id)/\(call)", body.isEmpty ? nil : body)

        let reply = waiting.reply()
        #expect(reply.status == 200 && reply.json.state.string == state)
        #expect(reply.json.without("links") == ended.json.without("links") && !reply.json.endedAt.isNull)
        #expect(reply["preference-applied"] == "wait" && reply["cache-control"]?.contains("no-store") == true)
        #expect(reply.etag == client.get("/v1/progress/\(id)").etag)
        #expect(eventually { waitingCount() == 0 })
    }

    @Test func `what has ended is answered at once, also to who knows it`() {
        let id = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)
        let etag = client.get("/v1/progress/\(id)").etag

        for headers in [Self.wait, Self.wait.merging(["If-None-Match": etag]) { $1 }] {
            let reply = client.get("/v1/progress/\(id)?until=ended", headers)
            #expect(reply.status == 200 && reply.json.state.string == "finished")
        }
        #expect(client.get("/v1/progress/\(id)?until=ended", ["If-None-Match": etag]).status == 304)
    }

    @Test func `when the time is over it shows what is there, or 304 to who knows it`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag

        let reply = client.get("/v1/progress/\(id)?until=ended", ["Prefer": "wait=1"])
        let known = client.get("/v1/progress/\(id)?until=ended", ["Prefer": "wait=1", "If-None-Match": etag])
        let other = client.get("/v1/progress/\(id)?until=ended", ["Prefer": "wait=1", "If-None-Match": "\"old\""])

        #expect(reply.status == 200 && reply.json.endedAt.isNull)
        #expect(known.status == 304)
        #expect(other.status == 200)
    }

    @Test func `without a wait it is a plain get, and nothing but ended can be asked for`() {
        let id = client.create()

        #expect(client.get("/v1/progress/\(id)?until=ended").status == 200)
        #expect(client.get("/v1/progress/\(id)?until=ended", ["Prefer": "wait=0"]).status == 200)
        for value in ["", "finished", "ENDED"] {
            #expect(client.get("/v1/progress/\(id)?until=\(value)", Self.wait).problem == "invalid-parameter")
        }
        #expect(client.get("/v1/progress/\(id)?until=ended&until=ended").problem == "invalid-parameter")
        #expect(client.get("/v1/progress/nothing?until=ended", Self.wait).status == 404)
    }

    @Test func `by name it stays with the run that had it, also once the next one has the name`() {
        let first = client.create(#"{"name":"nightly","totalUnitCount":8}"#)
        let waiting = park("nightly")

        let second = client.call("PUT", "/v1/progress/nightly?run=new", [:], #"{"totalUnitCount":9}"#).id

        let reply = waiting.reply()
        #expect(reply.json.id.string == first && reply.json.state.string == "failed")
        #expect(second != first)
        let next = park("nightly")
        _ = client.patch("/v1/progress/\(second)", #"{"name":"other"}"#)
        _ = client.create(#"{"name":"nightly","totalUnitCount":1,"completedUnitCount":1}"#)
        #expect(waitingCount() == 1)
        _ = client.post("/v1/progress/\(second)/finish")
        #expect(next.reply().json.id.string == second)
    }

    @Test(arguments: ["finish", "completed-units"])
    func `what vanishes as it finishes is answered with its last snapshot`(call: String) {
        let id = client.create(#"{"name":"n","totalUnitCount":1,"removeWhenFinished":true}"#)
        let waiting = [park("n"), park(id, beside: 1)]

        let ended = client.post("/v1/progress/n/\(call)", call == "finish" ? nil : #"{"count":1}"#)

        for one in waiting {
            let reply = one.reply()
            #expect(reply.status == 200 && reply.json.state.string == "finished")
            // `expiresAt` is not compared: it means nothing for a node that is gone.
            #expect(
                reply.json.without("links").without("expiresAt") == ended.json.without("links").without("expiresAt")
            )
        }
        #expect(client.get("/v1/progress/\(id)").status == 404)
    }

    @Test func `what vanishes right after it moved is answered as well`() {
        for _ in 0..<40 {
            let id = client.create(#"{"totalUnitCount":3,"removeWhenFinished":true}"#)
            let waiting = park(id)
            let writers = (0..<3).map { _ in HTTPClient(server) }
            for writer in writers {
                writer.send(
                    "POST",
                    "/v1/progress/\(id)/completed-units",
                    ["Content-Type": "application/json"],
                    bytes: Array(#"{"count":1}"#.utf8)
                )
            }
            for writer in writers { #expect(writer.reply().status == 200) }

            #expect(waiting.reply().status == 200)
        }
    }

    @Test func `what goes with the tree above it as that finishes is answered, too`() {
        let root = client.create(#"{"totalUnitCount":1,"removeWhenFinished":true}"#)
        let child = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1}"#, under: root)
        let waiting = park(child)

        client.complete(child, 1)

        let reply = waiting.reply()
        #expect(reply.status == 200 && reply.json.state.string == "finished" && reply.json.id.string == child)
    }

    @Test func `what is removed before it ended is 404, and after it the end is told`() {
        let removed = client.create(#"{"totalUnitCount":8}"#)
        let waiting = park(removed)
        _ = client.delete("/v1/progress/\(removed)")
        #expect(waiting.reply().status == 404)

        let ended = client.create(#"{"totalUnitCount":8}"#)
        let second = park(ended)
        let lines = ["finish", ""].map { call in
            call.isEmpty
                ? #"{"method":"DELETE","path":"/v1/progress/\#(ended)"}"#
                : #"{"method":"POST","path":"/v1/progress/\#(ended)/finish"}"#
        }
        _ = client.post("/v1/batch", lines.joined(separator: "\n"), ["Content-Type": "application/x-ndjson"])
        #expect(second.reply().json.state.string == "finished")
    }

    @Test func `with a summary it waits for its own end`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let child = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1}"#, under: id)
        let waiting = park(id, Self.wait, "&summary=true")
        client.complete(child, 1)
        #expect(waitingCount() == 1)

        _ = client.post("/v1/progress/\(id)/finish")

        #expect(waiting.reply().json.summary.nodeCounts.finished.int == 2)
    }

    @Test func `a reader by grant gets the end of what vanishes, without whom a proxy named`() throws {
        let tokens = try AccessToken.list("operator:secret")
        let server = try LiveServer { $0.tokens = tokens }
        let client = HTTPClient(server)
        let headers = ["Authorization": "Bearer secret"]
        let id = client.post("/v1/progress", #"{"totalUnitCount":1,"removeWhenFinished":true}"#, headers).id
        let grant = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer"}"#, headers).json.token.string ?? ""
        let waiting = HTTPClient(server)
        waiting.send(
            "GET",
            "/v1/progress/\(id)?until=ended",
            Self.wait.merging(["Authorization": "Bearer \(grant)"]) { $1 }
        )
        #expect(eventually { MetricsReply(client, headers).int("progressd_waiting_requests") == 1 })

        _ = client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#, headers)

        let reply = waiting.reply()
        #expect(reply.status == 200 && reply.json.state.string == "finished")
    }

    @Test func `who waits on is refused once its right is gone`() throws {
        let tokens = try AccessToken.list("operator:secret")
        let server = try LiveServer { $0.tokens = tokens }
        let client = HTTPClient(server)
        let headers = ["Authorization": "Bearer secret"]
        let id = client.post("/v1/progress", #"{"totalUnitCount":1,"removeWhenFinished":true}"#, headers).id
        let grant = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer"}"#, headers).json
        let waiting = HTTPClient(server)
        waiting.send(
            "GET",
            "/v1/progress/\(id)?until=ended",
            Self.wait.merging(["Authorization": "Bearer \(grant.token.string ?? "")"]) { $1 }
        )
        #expect(eventually { MetricsReply(client, headers).int("progressd_waiting_requests") == 1 })

        _ = client.call("DELETE", "/v1/grants/\(grant.grantID.string ?? "")", headers, nil)

        #expect(waiting.reply().status == 401)
    }

    @Test func `lists tell what has ended from what works`() {
        let names = ["finished", "failed", "cancelled", "running", "paused", "indeterminate"]
        for name in names {
            _ = client.create(#"{"name":"\#(name)","totalUnitCount":\#(name == "indeterminate" ? -1 : 8)}"#)
        }
        _ = client.post("/v1/progress/finished/finish")
        _ = client.post("/v1/progress/failed/fail", #"{"message":"no"}"#)
        _ = client.post("/v1/progress/cancelled/cancel")
        _ = client.post("/v1/progress/paused/pause")
        func found(_ query: String) -> Set<String> {
            let items = client.get("/v1/progress?\(query)").json.items
            return Set((0..<items.count).compactMap { items[$0].name.string })
        }

        #expect(found("state=ended") == Set(names.prefix(3)))
        #expect(found("state=working") == Set(names.suffix(3)))
        #expect(found("state=ended&state=paused") == Set(names.prefix(3) + ["paused"]))
        #expect(found("state=ended&state=working") == Set(names))
        #expect(client.get("/v1/progress?state=over").problem == "invalid-parameter")
    }
}
