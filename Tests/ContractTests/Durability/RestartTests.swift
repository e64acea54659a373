import TestKit
import Testing

/// docs/contract.md, section 11: everything acknowledged before a clean stop is there after the next start.
struct RestartTests {
    private let world: DurableWorld
    private var client: HTTPClient { world.client }

    init() throws { world = try DurableWorld() }

    private static let everything = #"""
        {"name":"all","totalUnitCount":100,"completedUnitCount":7,"isPausable":true,"kind":"file",
        "fileOperationKind":"copying","fileURL":"file:///tmp/a%20b","fileTotalCount":9,"fileCompletedCount":2,
        "userInfo":{"é":[1,{"x":null}]},"labels":{"job":"4711","ü":"ß"},"localizedDescription":"so",
        "localizedAdditionalDescription":"far","throughput":12.5,"estimatedTimeRemaining":33,"leaseSeconds":60,
        "children":[{"pendingUnitCount":40,"totalUnitCount":4,"completedUnitCount":4},
        {"pendingUnitCount":20,"totalUnitCount":5,"completedUnitCount":1,"removeWhenFinished":true}]}
        """#

    @Test func `a tree reads the same after a restart, to the last member`() throws {
        _ = client.post("/v1/progress", Self.everything)
        _ = client.post("/v1/progress", #"{"name":"other","totalUnitCount":-1}"#)
        _ = client.post("/v1/progress/other/pause", #"{"reason":"lunch"}"#)
        let (tree, other) = (client.get("/v1/progress/all/tree").text, client.get("/v1/progress/other"))
        let list = client.get("/v1/progress").json.items[0].name.string

        try world.restart()

        #expect(client.get("/v1/progress/all/tree").text == tree)
        #expect(client.get("/v1/progress/other").text == other.text)
        #expect(client.get("/v1/progress/other")["etag"] == other["etag"])
        #expect(client.get("/v1/progress").json.items[0].name.string == list)
    }

    @Test func `what was finished, failed or cancelled stays so, and is credited no second time`() throws {
        _ = client.post("/v1/progress", Self.everything)
        let children = client.get("/v1/progress/all/children").json.items
        let (done, open) = (children[0].id.string ?? "", children[1].id.string ?? "")
        _ = client.post("/v1/progress/\(open)/fail", #"{"message":"no","code":"E1"}"#)

        try world.restart()
        _ = client.patch("/v1/progress/\(done)", #"{"completedUnitCount":1}"#)
        _ = client.patch("/v1/progress/\(done)", #"{"completedUnitCount":4}"#)

        #expect(client.get("/v1/progress/all").json.completedUnitCount.int == 47)
        #expect(client.get("/v1/progress/\(open)").json.failure.code.string == "E1")
        #expect(client.post("/v1/progress/\(open)/resume").status == 409)
    }

    @Test func `when it started and ended, who controlled it and who failed it are the same after a restart`() throws {
        _ = client.post("/v1/progress", #"{"name":"top","totalUnitCount":10}"#)
        for (name, call) in [("a", "cancel"), ("b", "fail")] {
            _ = client.post(
                "/v1/progress/top/children",
                #"{"name":"\#(name)","pendingUnitCount":1,"totalUnitCount":9}"#
            )
            _ = client.complete(name, 1)
            _ = client.post("/v1/progress/\(name)/\(call)", call == "fail" ? #"{"message":"no"}"# : #"{"reason":"so"}"#)
        }
        _ = client.post("/v1/progress/top/children", #"{"name":"waits","pendingUnitCount":1,"totalUnitCount":9}"#)
        let tree = client.get("/v1/progress/top/tree?summary=true")

        try world.restart()

        let restored = client.get("/v1/progress/top/tree?summary=true")
        #expect(restored.text == tree.text)
        #expect(restored.json.summary.firstFailure.name.string == "b")
        #expect(restored.json.children[0].control.reason.string == "so")
        #expect(restored.json.children[1].failure.by.role.string == "operator")
        #expect(restored.json.children[2].startedAt.isNull)
    }

    @Test func `a retry across a restart adds nothing, and a new number does`() throws {
        _ = client.post("/v1/progress", #"{"name":"n","totalUnitCount":100}"#)
        _ = client.post("/v1/progress/n/completed-units", #"{"count":5,"writer":"w","sequence":3}"#)

        try world.restart()
        let again = client.post("/v1/progress/n/completed-units", #"{"count":5,"writer":"w","sequence":3}"#)
        let next = client.post("/v1/progress/n/completed-units", #"{"count":5,"writer":"w","sequence":4}"#)

        #expect(again.json.completedUnitCount.int == 5)
        #expect(next.json.completedUnitCount.int == 10)
    }

    @Test func `a PUT is known by its body after a restart`() throws {
        _ = client.put("/v1/progress/p", #"{"totalUnitCount":3}"#)

        try world.restart()

        #expect(client.put("/v1/progress/p", #"{"totalUnitCount":3}"#).status == 200)
        #expect(client.put("/v1/progress/p", #"{"totalUnitCount":4}"#).status == 409)
    }

    @Test func `reservations wait for their child across a restart`() throws {
        _ = client.post("/v1/progress", #"{"name":"r","totalUnitCount":10}"#)
        let open = client.post("/v1/progress/r/reservations", #"{"pendingUnitCount":4}"#).json.token.string ?? ""
        let claimed = client.post("/v1/progress/r/reservations", #"{"pendingUnitCount":2}"#).json.token.string ?? ""
        _ = client.post("/v1/progress", #"{"totalUnitCount":1}"#, ["Progress-Reservation": claimed])

        try world.restart()
        let child = client.post("/v1/progress", #"{"totalUnitCount":1}"#, ["Progress-Reservation": open])
        let late = client.post("/v1/progress", #"{"totalUnitCount":1}"#, ["Progress-Reservation": claimed])

        #expect(child.json.pendingUnitCount.int == 4)
        #expect(late.json.parentID.isNull)
        #expect(client.delete("/v1/reservations/\(claimed)").status == 204)
        #expect(client.get("/v1/progress/r").json.childCount.int == 2)
    }

    @Test func `what was removed stays away, and its name is free`() throws {
        _ = client.post("/v1/progress", Self.everything)
        try world.restart()
        _ = client.delete("/v1/progress/all")

        try world.restart()

        #expect(client.get("/v1/progress/all").status == 404)
        #expect(client.get("/v1/progress").json.items.count == 0)
        #expect(client.post("/v1/progress", Self.everything).status == 201)
    }

    @Test func `a summary keeps what vanished children added to it`() throws {
        _ = client.post("/v1/progress", #"{"name":"s","totalUnitCount":10}"#)
        let file = #"{"pendingUnitCount":1,"kind":"file","totalUnitCount":500,"removeWhenFinished":true}"#
        let child = client.post("/v1/progress/s/children", file).json.id.string ?? ""
        _ = client.patch("/v1/progress/\(child)", #"{"completedUnitCount":500}"#)

        try world.restart()

        let node = client.get("/v1/progress/s?summary=true").json
        #expect(node.completedUnitCount.int == 1)
        #expect(node.summary.completedByteCount.int == 500)
    }

    @Test func `event ids of the run before mean nothing to the next`() throws {
        let id = client.post("/v1/progress", #"{"totalUnitCount":10}"#).json.id.string ?? ""
        let before = EventStream(world.server, "/v1/progress/\(id)/events")
        let seen = before.next()?.id ?? ""

        try world.restart()
        let after = EventStream(world.server, "/v1/progress/\(id)/events", ["Last-Event-ID": seen])

        #expect(after.next()?.name == "reset")
        #expect(after.next()?.name == "snapshot")
    }

    @Test func `two services do not share a directory`() throws {
        #expect(throws: (any Error).self) { try DurableWorld(world.folder) }
    }
}
