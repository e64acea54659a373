import ProgressRegistry
import ProgressStore
import TestKit
import TestSupport
import Testing

/// The work of `progressd export --until-damage`, without the program around it.
struct UntilDamageTests {
    private let folder = DataFolder()

    /// `before` is older than the damaged part, `after` is in it.
    private func damage() throws {
        let world = try DurableWorld(folder, .commit)
        _ = world.client.post(
            "/v1/progress",
            #"{"name":"before","totalUnitCount":4,"children":[{"pendingUnitCount":1}]}"#
        )
        _ = world.client.post("/v1/progress", #"{"name":"after","totalUnitCount":4}"#)
        world.server.stop()
        let name = try #require(folder.files.last { $0.hasPrefix("journal") })
        var bytes = folder.bytes(of: name)
        bytes[folder.writtenByteCount(of: name) - 1] ^= 1
        folder.write(bytes, to: name)
    }

    private func export(_ folder: DataFolder) throws -> (omission: ExportOmission?, lines: [String]) {
        let target = DataFolder()
        var output = try ExportOutput(path: "\(target.path)/export")
        let export = try DataExport(untilDamageOf: folder.path)
        _ = try export.write(to: &output, at: Moving.moment)
        return (export.omission, Moving.lines(target.bytes(of: "export")))
    }

    @Test func `what is before the damage can be imported, and the directory stays as it was`() throws {
        try damage()
        let before = folder.content
        let target = DataFolder()

        let (omission, lines) = try export(folder)
        try Moving.import(lines, into: target.path)

        #expect(omission?.description.contains("is damaged at byte") == true)
        #expect(folder.content == before)
        let client = try DurableWorld(target).client
        #expect(client.get("/v1/progress/before/tree").json.children[0].id.string != nil)
        #expect(client.get("/v1/progress/after").status == 404)
    }

    @Test func `a start that finds damage says how to go on`() throws {
        try damage()

        let refusal = #expect(throws: (any Error).self) { try DurableWorld(folder) }
        let other = #expect(throws: MovingError.self) { try Moving.export(folder) }

        for text in ["\(String(describing: refusal))", other?.description ?? ""] {
            #expect(text.contains("progressd export --until-damage"), "\(text)")
        }
    }

    @Test func `a part of a damaged snapshot can be imported, too`() throws {
        let world = try DurableWorld(folder)
        let text = String(repeating: ".", count: 2_000)
        let line = #"{"method":"POST","path":"/v1/progress","body":{"localizedDescription":"\#(text)"}}"#
        let batch = Array(repeating: line, count: 2_000).joined(separator: "\n")
        _ = world.client.post("/v1/batch", batch, ["Content-Type": "application/x-ndjson"])
        world.server.stop()
        let (compacted, target) = (DataFolder(), DataFolder())
        try Moving.import(try Moving.export(folder), into: compacted.path)
        var bytes = compacted.bytes(of: "snapshot-1")
        bytes[bytes.count * 3 / 5] ^= 1
        compacted.write(bytes, to: "snapshot-1")

        let (omission, lines) = try export(compacted)
        let moved = try Moving.import(Array((lines.joined(separator: "\n") + "\n").utf8), into: target.path)

        #expect(omission?.description.contains("journal-1") == true)
        #expect((1..<2_000).contains(Int(moved.progresses)))
    }

    @Test func `where nothing is damaged nothing is left out`() throws {
        let world = try DurableWorld(folder)
        _ = world.client.post("/v1/progress", #"{"name":"a"}"#)
        world.server.stop()

        let (omission, lines) = try export(folder)

        #expect(omission == nil)
        #expect(lines.contains { $0.contains(#""name":"a""#) })
    }
}
