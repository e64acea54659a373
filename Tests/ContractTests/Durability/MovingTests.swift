import Glibc
import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// `progressd export` and `progressd import`: the content of a data directory, independent of the store's format.
struct MovingTests {
    private static let tokens = "operator:o\nreporter:r\nviewer:v"
    private static let everything = #"""
        {"name":"all","totalUnitCount":100,"completedUnitCount":7,"isPausable":true,"kind":"file",
        "fileOperationKind":"copying","fileURL":"file:///tmp/a%20b","fileTotalCount":9,"fileCompletedCount":2,
        "userInfo":{"é":[1.50,{"x":null}]},"labels":{"job":"4711","ü":"ß"},"localizedDescription":"so",
        "throughput":12.5,"estimatedTimeRemaining":33,"leaseSeconds":60,
        "children":[{"pendingUnitCount":40,"totalUnitCount":4,"completedUnitCount":4},
        {"name":"open","pendingUnitCount":20,"totalUnitCount":5,"completedUnitCount":1},
        {"name":"step","pendingUnitCount":9,"kind":"file","totalUnitCount":500,"removeWhenFinished":true}]}
        """#

    /// A world with one of everything that outlives the process.
    private func filled(_ tokens: String? = nil) throws -> DurableWorld {
        let world = try DurableWorld(DataFolder(), tokens: tokens)
        let bearer = tokens == nil ? [:] : ["Authorization": "Bearer o"]
        let client = world.client
        _ = client.put("/v1/progress/all", Self.everything, bearer)
        _ = client.patch("/v1/progress/step", #"{"completedUnitCount":500}"#, bearer)
        _ = client.post("/v1/progress/all/completed-units", #"{"count":5,"writer":"w","sequence":3}"#, bearer)
        _ = client.post("/v1/progress", #"{"name":"late","totalUnitCount":-1}"#, bearer)
        _ = client.post("/v1/progress/open/children", #"{"pendingUnitCount":1,"name":"deep"}"#, bearer)
        _ = client.post("/v1/progress/deep/fail", #"{"message":"no","code":"E1"}"#, bearer)
        _ = client.post("/v1/progress/late/pause", #"{"reason":"lunch"}"#, bearer)
        return world
    }

    /// Stops the world, and starts another one with its exported data.
    private func moved(_ world: DurableWorld, _ tokens: String? = nil) throws -> DurableWorld {
        world.server.stop()
        let folder = DataFolder()
        try Moving.import(Moving.export(world.folder), into: folder.path)
        return try DurableWorld(folder, tokens: tokens)
    }

    @Test func `trees read the same elsewhere, to the last byte, and so do their ETags`() throws {
        let world = try filled()
        let paths = ["all", "open", "deep", "late"].map { "/v1/progress/\($0)" }
        let before = paths.map { world.client.get($0) }
        let tree = world.client.get("/v1/progress/all/tree").text
        let summary = world.client.get("/v1/progress/all?summary=true").text

        let other = try moved(world)

        for (path, reply) in zip(paths, before) {
            #expect(other.client.get(path).text == reply.text)
            #expect(other.client.get(path).etag == reply.etag)
            #expect(other.client.get(path, ["If-None-Match": reply.etag]).status == 304)
        }
        #expect(other.client.get("/v1/progress/all/tree").text == tree)
        #expect(other.client.get("/v1/progress/all?summary=true").text == summary)
        #expect(other.client.get("/v1/progress").json.items[0].name.string == "late")
    }

    @Test func `what no reply shows goes along: retries, bodies, credits, reservations`() throws {
        let world = try filled()
        let open =
            world.client.post("/v1/progress/all/reservations", #"{"pendingUnitCount":4}"#).json.token.string ?? ""

        let other = try moved(world)
        let retry = other.client.post("/v1/progress/all/completed-units", #"{"count":5,"writer":"w","sequence":3}"#)
        let same = other.client.put("/v1/progress/all", Self.everything)
        let another = other.client.put("/v1/progress/all", "{}")
        let child = other.client.post("/v1/progress", #"{"totalUnitCount":1}"#, ["Progress-Reservation": open])
        let first = other.client.get("/v1/progress/all/children").json.items[0].id.string ?? ""
        _ = other.client.patch("/v1/progress/\(first)", #"{"completedUnitCount":0}"#)
        _ = other.client.patch("/v1/progress/\(first)", #"{"completedUnitCount":4}"#)

        #expect(retry.json.completedUnitCount.int == 61)
        #expect(same.status == 200 && another.status == 409)
        #expect(child.json.pendingUnitCount.int == 4)
        #expect(other.client.get("/v1/progress/all").json.completedUnitCount.int == 61)
    }

    @Test func `rights go along as digests, and no token stands in an export`() throws {
        let world = try filled(Self.tokens)
        let bearer = { (token: String) in ["Authorization": "Bearer \(token)"] }
        let grant = world.client.post("/v1/progress/all/grants", #"{"role":"reporter"}"#, bearer("o")).json
        let token = grant.token.string ?? ""
        let cookie =
            world.client.post("/v1/session", #"{"token":"v"}"#)["set-cookie"]?.split(separator: ";").first ?? ""
        let reservation = world.client.post("/v1/progress/all/reservations", #"{"pendingUnitCount":1}"#, bearer("r"))
        let claim = reservation.json.token.string ?? ""
        let child = world.client.post("/v1/progress", "{}", ["Progress-Reservation": claim]).json.id.string ?? ""
        let another = world.client.post("/v1/progress/all/reservations", #"{"pendingUnitCount":3}"#, bearer("r"))
        let open = another.json.token.string ?? ""

        let other = try moved(world, Self.tokens)
        let text = String(decoding: try Moving.export(world.folder), as: UTF8.self)

        for secret in [token, claim, open] { #expect(!secret.isEmpty && !text.contains(secret)) }
        #expect(other.client.get("/v1/progress/all", bearer(token)).status == 200)
        #expect(other.client.post("/v1/progress/all/cancel", nil, bearer(token)).status == 403)
        #expect(other.client.get("/v1/progress", ["Cookie": String(cookie)]).status == 200)
        #expect(other.client.post("/v1/progress/\(child)/heartbeat", nil, bearer(claim)).status == 200)
        #expect(other.client.delete("/v1/grants/\(grant.grantID.string ?? "")", bearer("o")).status == 204)
        #expect(other.client.delete("/v1/reservations/\(claim)", bearer("r")).status == 204)
        let late = other.client.post("/v1/progress", "{}", ["Progress-Reservation": open.uppercased()])
        #expect(late.json.pendingUnitCount.int == 3)
    }

    @Test func `an export of version 1, which had the tokens of reservations, is still read`() throws {
        let world = try DurableWorld(DataFolder(), tokens: Self.tokens)
        let id = world.client.post("/v1/progress", #"{"totalUnitCount":9}"#, ["Authorization": "Bearer o"]).id
        world.server.stop()
        let token = "885eb595-3cdf-4dda-bb2f-f9ac1e6cec8f"
        var lines = Moving.lines(try Moving.export(world.folder))
        lines[0] = lines[0].replacing("\"version\":5,\"readBy\":\"0.4.0\"", with: "\"version\":1")
            .replacing(",\"runCount\":0", with: "")
            .replacing("\"reservationCount\":0", with: "\"reservationCount\":1")
        let reservation = #"{"line":"reservation","token":"\#(token)","parentID":"\#(id)","pendingUnitCount":4}"#
        lines[2...] = [reservation, #"{"line":"end","lineCount":4}"#]
        let target = DataFolder()

        try Moving.import(lines, into: target.path)

        #expect(!target.holds(token: token))
        let other = try DurableWorld(target, tokens: Self.tokens)
        let child = other.client.post("/v1/progress", "{}", ["Progress-Reservation": token])
        #expect(child.json.pendingUnitCount.int == 4)
    }

    @Test func `an export of an import is the export, but for its moment`() throws {
        let world = try filled(Self.tokens)
        _ = world.client.post("/v1/progress/all/grants", #"{"role":"viewer"}"#, ["Authorization": "Bearer o"])
        world.server.stop()
        let folder = DataFolder()

        let first = try Moving.export(world.folder, at: 1)
        try Moving.import(first, into: folder.path)
        let second = try Moving.export(folder, at: 1)

        #expect(Moving.lines(first).count == 8)
        #expect(Moving.lines(first) == Moving.lines(second))
    }

    @Test func `a tree that joined another after it had grown stands behind its parent`() throws {
        let world = try DurableWorld()
        _ = world.client.post("/v1/progress", #"{"name":"leaf","totalUnitCount":1}"#)
        _ = world.client.post("/v1/progress", #"{"name":"branch","totalUnitCount":1}"#)
        _ = world.client.post("/v1/progress", #"{"name":"root","totalUnitCount":1}"#)
        for (child, parent) in [("leaf", "branch"), ("branch", "root")] {
            let id = world.client.get("/v1/progress/\(child)").json.id.string ?? ""
            _ = world.client.post("/v1/progress/\(parent)/children", #"{"childID":"\#(id)","pendingUnitCount":1}"#)
        }

        let other = try moved(world)
        let lines = Moving.lines(try Moving.export(world.folder))

        #expect(zip(lines.dropFirst(), ["root", "branch", "leaf"]).allSatisfy { $0.contains("\"name\":\"\($1)\"") })
        #expect(other.client.get("/v1/progress/root/tree").json.children[0].children[0].name.string == "leaf")
    }

    @Test func `what a killed process leaves can be exported, with the versions that a start would show`() throws {
        let world = try DurableWorld(DataFolder(), .commit)
        _ = world.client.post("/v1/progress", #"{"name":"k","totalUnitCount":9}"#)
        let folder = world.folder.copy()

        let target = DataFolder()
        try Moving.import(Moving.export(folder), into: target.path)

        let (killed, other) = (try DurableWorld(folder), try DurableWorld(target))
        let version = other.client.get("/v1/progress/k").json.version.int ?? 0
        #expect(version > 1_000_000)
        #expect(killed.client.get("/v1/progress/k").json.version.int == version)
    }
}
