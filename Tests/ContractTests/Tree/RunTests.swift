import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 3: the runs that a name remembers.
struct RunTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.keptRuns = 3 }
        client = HTTPClient(server)
    }

    private static let body = #"{"totalUnitCount":2}"#

    private func finish(_ name: String, after seconds: Double) -> String {
        let id = client.put("/v1/progress/\(name)", Self.body).id
        server.clock.advance(seconds: seconds)
        client.complete(name, 2)
        return id
    }

    @Test func `a run has a number and the one before`() {
        let first = client.put("/v1/progress/a", Self.body).json
        _ = client.post("/v1/progress/a/cancel")
        let second = client.put("/v1/progress/a", Self.body).json
        let plain = client.post("/v1/progress", "{}").json

        #expect(first.run.int == 1 && first.previousID.isNull)
        #expect(second.run.int == 2 && second.previousID == first.id)
        #expect(plain.run.isNull && plain.previousID.isNull)
        #expect(client.patch("/v1/progress/a", #"{"run":3}"#).problem == "read-only-field")
        #expect(client.patch("/v1/progress/a", #"{"name":null}"#).json.run.isNull)
    }

    @Test func `the list has how long each run took and how it ended, newest first`() {
        let first = finish("a", after: 2.5)
        let second = client.put("/v1/progress/a", Self.body).id
        server.clock.advance(seconds: 1)
        _ = client.post("/v1/progress/a/fail", #"{"message":"no disk","code":"E1"}"#)
        _ = client.delete("/v1/progress/a")
        let third = client.put("/v1/progress/a", Self.body).id
        client.complete("a", 1)

        let runs = client.get("/v1/progress/a/runs").json

        #expect(runs.keys == ["items", "typicalDurationSeconds"])
        #expect(runs.items.list.map(\.id.string) == [third, second, first])
        #expect(runs.items.list.map(\.run.int) == [3, 2, 1])
        #expect(runs.items.list.map(\.state.string) == ["running", "failed", "finished"])
        #expect(runs.items.list.map(\.durationSeconds.double) == [nil, 1, 2.5])
        #expect(runs.items.list.map(\.completedUnitCount.int) == [1, 0, 2])
        #expect(runs.items.list.map(\.fractionCompleted.double) == [0.5, 0, 1])
        #expect(runs.items[1].failure.code.string == "E1")
        #expect(runs.items[0].failure.isNull && runs.items[0].endedAt.isNull)
        #expect(runs.items.list.allSatisfy { !$0.control.isMissing })
        #expect(runs.items[2].createdAt.string == "2026-03-01T02:00:00.000Z")
        #expect(runs.items[2].endedAt.string == "2026-03-01T02:00:02.500Z")
        #expect(client.get("/v1/progress/\(third)/runs").json == runs)
    }

    @Test func `at most so many are kept as the setting says, and three that finished have a typical duration`() {
        let ids = [1.0, 9, 4, 6].map { finish("a", after: $0) }

        let runs = client.get("/v1/progress/a/runs").json

        #expect(runs.items.list.map(\.id.string) == [ids[3], ids[2], ids[1]])
        #expect(runs.typicalDurationSeconds.double == 6)
        _ = client.put("/v1/progress/a", Self.body)
        #expect(client.get("/v1/progress/a/runs").json.typicalDurationSeconds.isNull)
    }

    @Test func `runs are there after their trees, by name, until they are forgotten`() {
        _ = finish("a", after: 1)
        _ = client.delete("/v1/progress/a")
        let gone = client.get("/v1/progress/a/runs")

        let forgotten = client.delete("/v1/progress/a/runs")

        #expect(gone.json.items.count == 1)
        #expect(forgotten.status == 204)
        #expect(client.get("/v1/progress/a/runs").problem == "not-found")
        #expect(client.delete("/v1/progress/a/runs").status == 404)
        #expect(client.get("/v1/progress/nobody/runs").status == 404)
        #expect(client.get("/v1/progress/\(client.create())/runs").status == 404)
        #expect(client.post("/v1/progress/a/runs")["allow"] == "GET, HEAD, DELETE, OPTIONS")
    }

    @Test func `a run that works is not forgotten`() {
        let old = finish("a", after: 1)
        let id = client.put("/v1/progress/a", Self.body).id

        _ = client.delete("/v1/progress/a/runs")

        #expect(client.get("/v1/progress/a/runs").json.items.list.map(\.id.string) == [id])
        #expect(client.snapshot(old).state.string == "finished")
        #expect(client.snapshot("a").run.int == 2)
    }

    @Test func `a batch reads the runs of a name`() {
        _ = client.put("/v1/progress/a", Self.body)

        let reply = client.post(
            "/v1/batch",
            #"{"method":"GET","path":"/v1/progress/a/runs"}"#,
            ["Content-Type": "application/x-ndjson"]
        )

        #expect(reply.json.status.int == 200 && reply.json.body.items.count == 1)
    }

    @Test func `a PUT with run=new begins a run in any case, and yesterday's fails`() {
        let body = #"{"totalUnitCount":9,"children":[{"name":"copy","pendingUnitCount":9,"totalUnitCount":4}]}"#
        let first = client.put("/v1/progress/a?run=new", body)
        let second = client.put("/v1/progress/a?run=new", body)
        let repeated = client.put("/v1/progress/a", body)

        let old = client.get("/v1/progress/\(first.id)/tree").json
        #expect([first.status, second.status, repeated.status] == [201, 201, 200])
        #expect(repeated.id == second.id && second.id != first.id)
        #expect(old.state.string == "failed" && old.children[0].state.string == "cancelled")
        #expect(old.failure.message.string == "A newer run began." && old.failure.code.string == "replaced")
        #expect(second.json.run.int == 2 && second.json.previousID.string == first.id)
        #expect(client.snapshot("copy").rootID.string == second.id)
        #expect(client.put("/v1/progress/a?run=old", body).problem == "invalid-parameter")
    }

    @Test func `run=new obeys a precondition, and the limits, and ends nothing then`() {
        let id = client.put("/v1/progress/a", Self.body)
        client.complete("a", 1)

        let stale = client.put("/v1/progress/a?run=new", Self.body, ["If-Match": id.etag])
        let none = client.put("/v1/progress/b?run=new", Self.body, ["If-Match": "*"])
        let wrong = client.put("/v1/progress/a?run=new", #"{"children":[{"pendingUnitCount":-1}]}"#)

        #expect([stale.status, none.status, wrong.status] == [412, 412, 422])
        #expect(client.snapshot("a").id.string == id.id && client.snapshot("a").state.string == "running")
    }

    @Test func `runs are the same after a restart and elsewhere`() throws {
        let world = try DurableWorld()
        for message in ["one", "two"] {
            _ = world.client.put("/v1/progress/a", Self.body)
            _ = world.client.post("/v1/progress/a/fail", #"{"message":"\#(message)","code":"E"}"#)
            if message == "one" { _ = world.client.delete("/v1/progress/a") }
        }
        _ = world.client.put("/v1/progress/a", Self.body)
        _ = world.client.put("/v1/progress/b", Self.body)
        _ = world.client.post("/v1/progress/b/cancel")
        _ = world.client.put("/v1/progress/b", Self.body)
        _ = world.client.delete("/v1/progress/b/runs")
        let before = ["a", "b"].map { world.client.get("/v1/progress/\($0)/runs").text }

        try world.restart()
        let after = ["a", "b"].map { world.client.get("/v1/progress/\($0)/runs").text }
        world.server.stop()
        let folder = DataFolder()
        let export = try Moving.export(world.folder, at: 1)
        try Moving.import(export, into: folder.path)
        let again = try Moving.export(folder, at: 1)
        let other = try DurableWorld(folder)

        #expect(after == before)
        #expect(["a", "b"].map { other.client.get("/v1/progress/\($0)/runs").text } == before)
        #expect(Moving.lines(again) == Moving.lines(export))
        #expect(Moving.lines(export).contains { $0.hasPrefix(#"{"line":"run","fractionCompleted":0"#) })
        let ids = other.client.get("/v1/progress/a/runs").json.items.list
        #expect(ids.map(\.run.int) == [3, 2, 1] && ids.map(\.failure.message.string) == [nil, "two", "one"])
    }

    @Test func `a forgotten run does not come back with a restart`() throws {
        let world = try DurableWorld()
        _ = world.client.put("/v1/progress/a", Self.body)
        _ = world.client.post("/v1/progress/a/cancel")
        let gone = world.client.put("/v1/progress/b", Self.body).id
        _ = world.client.delete("/v1/progress/\(gone)")
        try world.restart()

        _ = world.client.delete("/v1/progress/a/runs")
        _ = world.client.delete("/v1/progress/b/runs")
        try world.restart()
        _ = world.client.delete("/v1/progress/a")

        for name in ["a", "b"] { #expect(world.client.get("/v1/progress/\(name)/runs").status == 404) }
    }
}
