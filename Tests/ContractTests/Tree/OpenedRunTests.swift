import Foundation
import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 3: a run that is opened, with its steps.
struct OpenedRunTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private static let members: Set = [
        "id", "run", "state", "createdAt", "startedAt", "endedAt", "durationSeconds", "totalUnitCount",
        "completedUnitCount", "fractionCompleted", "failure", "control", "urls", "stepCounts", "labels", "userInfo",
        "localizedDescription", "localizedAdditionalDescription", "steps", "omittedStepCount",
    ]
    private static let stepMembers: Set = [
        "id", "parentID", "name", "localizedDescription", "depth", "state", "createdAt", "startedAt", "endedAt",
        "durationSeconds", "totalUnitCount", "completedUnitCount", "failure", "typicalDurationSeconds",
    ]
    private static let tree = #"""
        {"totalUnitCount":100,"labels":{"host":"db1"},"userInfo":{"a":1},"urls":{"log":"https://logs/1"},
         "localizedDescription":"Nightly","children":[
        {"name":"b.dump","pendingUnitCount":10,"totalUnitCount":2},
        {"name":"b.upload","pendingUnitCount":90,"totalUnitCount":2,"children":[
        {"pendingUnitCount":2,"totalUnitCount":9,"localizedDescription":"Part 1"}]}]}
        """#

    /// - Returns: the id of the run.
    private func run(_ client: HTTPClient, _ server: LiveServer, seconds: Double) -> String {
        let id = client.put("/v1/progress/b?run=new", Self.tree).id
        client.complete("b.dump", 1)
        server.clock.advance(seconds: seconds)
        client.complete("b.dump", 1)
        return id
    }

    private func open(_ id: String, _ client: HTTPClient? = nil) -> JSON {
        (client ?? self.client).get("/v1/progress/b/runs/\(id)").json
    }

    @Test func `a run that works is shown with its steps as they are`() {
        let id = run(client, server, seconds: 2)

        let opened = open(id)
        let item = client.get("/v1/progress/b/runs").json.items[0]

        #expect(Set(opened.keys) == Self.members)
        #expect(opened.steps.list.allSatisfy { Set($0.keys) == Self.stepMembers })
        #expect(opened.id.string == id && opened.state.string == "running")
        #expect(opened.labels.host.string == "db1" && opened.userInfo.a.int == 1)
        #expect(opened.urls.log.string == "https://logs/1" && item.urls == opened.urls)
        #expect(opened.localizedDescription.string == "Nightly" && opened.localizedAdditionalDescription.isNull)
        #expect(opened.steps.list.map(\.name.string) == ["dump", "upload", nil])
        #expect(opened.steps.list.map(\.depth.int) == [1, 1, 2])
        #expect(opened.steps.list.map(\.state.string) == ["finished", "running", "running"])
        #expect(opened.steps.list.map(\.durationSeconds.double) == [2, nil, nil])
        #expect(opened.steps[2].parentID == opened.steps[1].id)
        #expect(opened.stepCounts.finished.int == 1 && opened.stepCounts.running.int == 2)
        #expect(opened.omittedStepCount.int == 0 && item.stepCounts == opened.stepCounts)
    }

    @Test func `a run is the same when its tree is gone, but for what worked`() {
        let id = run(client, server, seconds: 2)
        _ = client.post("/v1/progress/b.upload/fail", #"{"message":"no disk","code":"E1"}"#)
        let before = open(id)

        _ = client.delete("/v1/progress/b")
        let opened = open(id)

        #expect(opened.state.string == "cancelled" && !opened.endedAt.isNull)
        #expect(opened.steps == before.steps)
        #expect(opened.steps[1].failure.code.string == "E1")
        #expect(opened.steps.list.map(\.state.string) == ["finished", "failed", "cancelled"])
        #expect(opened.stepCounts == before.stepCounts)
        for key in ["labels", "userInfo", "urls", "localizedDescription"] { #expect(opened[key] == before[key]) }
    }

    @Test func `a step says how long it usually takes`() {
        for seconds in [1.0, 2, 60] { _ = run(client, server, seconds: seconds) }
        let id = run(client, server, seconds: 5)

        let step = open(id).steps[0]

        #expect(step.durationSeconds.double == 5 && step.typicalDurationSeconds.double == 2)
        #expect(open(id).steps[1].typicalDurationSeconds.isNull)
    }

    @Test func `a hundred steps are shown, and the others counted`() {
        let steps = Array(repeating: #"{"pendingUnitCount":1}"#, count: 130).joined(separator: ",")
        let id = client.put("/v1/progress/b", #"{"totalUnitCount":130,"children":[\#(steps)]}"#).id

        let opened = open(id)

        #expect(opened.steps.count == 100 && opened.omittedStepCount.int == 30)
        #expect(opened.stepCounts.indeterminate.int == 130)
    }

    @Test func `a userInfo that is too long is not kept`() {
        let text = String(repeating: "x", count: 4_000)
        let id = client.put("/v1/progress/b", #"{"userInfo":{"a":"\#(text)","b":"\#(text)"}}"#).id
        let before = open(id)

        _ = client.delete("/v1/progress/b")

        #expect(before.userInfo.a.string == text && open(id).userInfo.isNull)
    }

    @Test func `what is not remembered is 404`() {
        let id = run(client, server, seconds: 1)
        let other = client.put("/v1/progress/c", "{}").id
        let nobody = "00000000-0000-4000-8000-00000000dead"

        for run in [other, nobody, "x", "%31"] {
            let reply = client.get("/v1/progress/b/runs/\(run)")
            #expect(reply.problem == "not-found" && reply.json.detail.string?.contains("run") == true)
        }
        #expect(client.get("/v1/progress/\(id)/runs/\(id.uppercased())").json.id.string == id)
        #expect(client.get("/v1/progress/nobody/runs/\(id)").status == 404)
        #expect(client.get("/v1/progress/b/runs/").status == 404)
        #expect(client.get("/v1/progress/b/runs/\(id)/x").status == 404)
        #expect(client.get("/v1/progress/b/runs/\(id)?depth=1").problem == "unknown-parameter")
        #expect(client.delete("/v1/progress/b/runs/\(id)")["allow"] == "GET, HEAD, OPTIONS")
        _ = client.post("/v1/progress/b/cancel")
        _ = client.delete("/v1/progress/b/runs")
        #expect(client.get("/v1/progress/b/runs/\(id)").status == 404)
    }

    @Test func `a batch opens a run`() {
        let id = run(client, server, seconds: 1)

        let reply = client.post(
            "/v1/batch",
            #"{"method":"GET","path":"/v1/progress/b/runs/\#(id)"}"#,
            ["Content-Type": "application/x-ndjson"]
        )

        #expect(JSON(text: reply.text).body == open(id))
    }

    @Test func `no steps are kept where none may be`() throws {
        let server = try LiveServer { $0.maximumRunStepBytes = 0 }
        let client = HTTPClient(server)
        let id = run(client, server, seconds: 1)
        let living = open(id, client)

        _ = client.delete("/v1/progress/b")
        let gone = open(id, client)

        #expect(living.steps.count == 3)
        #expect(gone.steps.count == 0 && gone.omittedStepCount.int == 3 && gone.userInfo.isNull)
    }

    @Test(arguments: [nil, 1])
    func `opened runs are the same after a restart and elsewhere`(form: Int?) throws {
        let world = try DurableWorld(recordForm: form)
        var ids: [String] = []
        for seconds in 1...6 {
            ids.append(run(world.client, world.server, seconds: Double(seconds)))
            if seconds == 2 { _ = world.client.post("/v1/progress/b.upload/fail", #"{"message":"no disk"}"#) }
            if seconds < 5 { _ = world.client.delete("/v1/progress/b") }
        }
        let before = ids.map { open($0, world.client) }

        try world.restart()
        let after = ids.map { open($0, world.client) }
        world.server.stop()

        #expect(before.map(\.steps.count) == [0, 0, 3, 3, 3, 3])
        if form == nil { try expectSameElsewhere(world, ids, before) } else { expectTexts(after, before) }
        #expect(form != nil || after == before)
    }

    /// Older forms have no steps of runs that are gone, but they have their texts.
    private func expectTexts(_ after: [JSON], _ before: [JSON]) {
        #expect(after[3].steps.count == 0 && after[3].labels == before[3].labels && after[3].urls == before[3].urls)
        #expect(after[5].steps.list.map(\.id) == before[5].steps.list.map(\.id))
    }

    private func expectSameElsewhere(_ world: DurableWorld, _ ids: [String], _ before: [JSON]) throws {
        let folder = DataFolder()
        let export = try Moving.export(world.folder, at: 1)
        try Moving.import(export, into: folder.path)
        let again = try Moving.export(folder, at: 1)
        let other = try DurableWorld(folder)

        #expect(ids.map { open($0, other.client) } == before)
        #expect(Moving.lines(again) == Moving.lines(export))
    }
}
