import ProgressRegistry
import ProgressServer
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 11: the data that a killed process leaves. Its files are copied while it runs.
struct KillTests {
    @Test func `in commit mode a write is on disk when its reply comes`() throws {
        let world = try DurableWorld(DataFolder(), .commit)
        _ = world.client.post("/v1/progress", #"{"name":"c","totalUnitCount":9}"#)
        for count in 1...3 {
            _ = world.client.post("/v1/progress/c/completed-units", #"{"count":1}"#)

            let survivor = try world.survivor()

            #expect(survivor.client.get("/v1/progress/c").json.completedUnitCount.int == Int64(count))
        }
    }

    @Test func `in commit mode a removal, a grant and a batch are on disk as well`() throws {
        let world = try DurableWorld(DataFolder(), .commit)
        let lines = (0..<50).map { #"{"method":"POST","path":"/v1/progress","body":{"name":"b\#($0)"}}"# }
        _ = world.client.call(
            "POST",
            "/v1/batch",
            ["Content-Type": "application/x-ndjson"],
            lines.joined(separator: "\n")
        )
        _ = world.client.delete("/v1/progress/b7")

        let survivor = try world.survivor()

        #expect(survivor.client.get("/v1/progress?limit=100").json.items.count == 49)
        #expect(survivor.client.get("/v1/progress/b7").status == 404)
    }

    @Test func `in interval mode a write is on disk within a second`() throws {
        let world = try DurableWorld()
        _ = world.client.post("/v1/progress", #"{"name":"i","totalUnitCount":9}"#)

        let isThere = eventually {
            (try? world.survivor().client.get("/v1/progress/i").status) == 200
        }

        #expect(isThere)
    }

    @Test func `no version is used twice`() throws {
        let world = try DurableWorld(DataFolder(), .commit)
        let id = world.client.post("/v1/progress", #"{"totalUnitCount":1000}"#).json.id.string ?? ""
        let folder = world.folder.copy()
        for _ in 0..<20 { _ = world.client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#) }
        let shown = world.client.get("/v1/progress/\(id)").json.version.int ?? 0

        let survivor = try DurableWorld(folder)
        let first = survivor.client.get("/v1/progress/\(id)").json.version.int ?? 0
        try survivor.restart()
        let second = survivor.client.get("/v1/progress/\(id)").json.version.int ?? 0

        #expect(first > shown)
        #expect(second == first)
    }

    @Test func `a torn end is cut, and what was safe before it is there`() throws {
        let world = try DurableWorld(DataFolder(), .commit)
        _ = world.client.post("/v1/progress", #"{"name":"t","totalUnitCount":9}"#)
        let folder = world.folder.copy()
        let size = folder.writtenByteCount(of: "journal-1")
        var bytes = folder.bytes(of: "journal-1")
        for place in (size + 64)..<(size + 104) { bytes[place] = 7 }
        folder.write(bytes, to: "journal-1")

        let survivor = try DurableWorld(folder)

        #expect(survivor.client.get("/v1/progress/t").status == 200)
    }

    @Test func `damage in what was safe stops the start`() throws {
        let world = try DurableWorld(DataFolder(), .commit)
        _ = world.client.post("/v1/progress", #"{"name":"d","totalUnitCount":9}"#)
        _ = world.client.post("/v1/progress/d/completed-units", #"{"count":1}"#)
        let folder = world.folder.copy()
        let size = folder.writtenByteCount(of: "journal-1")
        var bytes = folder.bytes(of: "journal-1")
        bytes[size - 200] ^= 0x10
        folder.write(bytes, to: "journal-1")

        let error = #expect(throws: ServerError.self) { try DurableWorld(folder) }

        #expect(error?.exitStatus == 78)
        #expect(error?.description.contains("damaged") == true)
    }
}
