import ProgressCore
import ProgressLog
import ProgressRegistry
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// `progressd export --until-damage --cluster`.
@Suite struct LogSalvageTests {
    private static let moment: Int64 = 1_763_726_400_000

    /// A cluster of one replica that wrote this many roots, each in its own entry, and handed over.
    private func world(roots: UInt64) throws -> ClusterWorld {
        let world = ClusterWorld(1)
        world.run(milliseconds: 50)
        for number in 1...roots {
            var root = NewProgress(id: ProgressID(high: 0, low: number))
            root.counts = Counts(total: 10, completed: 1)
            _ = try world.replicas[0].write { tree, now in _ = try tree.insert([root], at: now) }
            world.run(milliseconds: 500)
        }
        world.replicas[0].leave()
        world.run(milliseconds: 500)
        return world
    }

    private func export(_ log: any GroupLog) throws -> (omission: String?, lines: [UInt8]) {
        let folder = DataFolder()
        var output = try ExportOutput(path: "\(folder.path)/export")
        let export = try DataExport(untilDamageOf: log)
        _ = try export.write(to: &output, at: Self.moment)
        return (export.omission?.description, folder.bytes(of: "export"))
    }

    private func `import`(_ lines: [UInt8], into log: any GroupLog) throws -> Int64 {
        let folder = DataFolder()
        folder.write(lines, to: "export")
        var input = try ImportInput(path: "\(folder.path)/export")
        return try DataImport.run(into: log, from: &input, at: ClusterWorld.wallClock).progresses
    }

    /// The number of the entry with the last root.
    private func lastEntry(_ world: ClusterWorld) throws -> UInt64 { try world.engine.connect().look(by: .max).tail }

    @Test func `what is before a damaged entry is written, and what follows it is named`() throws {
        let world = try world(roots: 3)
        let tail = try lastEntry(world)
        world.engine.damage(entry: tail - 1)

        let (omission, lines) = try export(world.engine.connect())
        let refused = #expect(throws: MovingError.self) { try DataExport(world.engine.connect()) }

        #expect(omission?.hasPrefix("entry \(tail - 1) of the log") == true)
        #expect(omission?.hasSuffix("leaves out: entries \(tail - 1) to \(tail) of the log") == true)
        #expect(refused?.description.contains("`progressd export --until-damage`") == true)
        #expect((1..<3).contains(try `import`(lines, into: MemoryEngine().connect())))
    }

    @Test func `entries that are gone are left out`() throws {
        let world = try world(roots: 2)
        let tail = try lastEntry(world)
        world.engine.lose(entriesFrom: tail)

        let (omission, lines) = try export(world.engine.connect())

        #expect(omission?.contains("entry \(tail) of the log is missing") == true)
        #expect(try `import`(lines, into: MemoryEngine().connect()) >= 1)
    }

    @Test func `nothing is changed, and versions are above all that were shown`() throws {
        let world = try world(roots: 2)
        world.engine.damage(entry: try lastEntry(world))
        let row = try world.engine.connect().look(by: .max)
        let engine = MemoryEngine()

        let (_, lines) = try export(world.engine.connect())
        _ = try `import`(lines, into: engine.connect())
        let (omission, again) = try export(engine.connect())

        #expect(try world.engine.connect().look(by: .max) == row)
        #expect(omission == nil)
        #expect(String(decoding: again, as: UTF8.self).contains(#""version":1000000"#))
    }

    @Test func `where nothing is damaged it is the usual export`() throws {
        let world = try world(roots: 2)
        let folder = DataFolder()
        var output = try ExportOutput(path: "\(folder.path)/export")
        _ = try DataExport(world.engine.connect()).write(to: &output, at: Self.moment)

        let (omission, lines) = try export(world.engine.connect())

        #expect(omission == nil && lines == folder.bytes(of: "export"))
    }

    @Test func `an empty log has nothing to export, and gets no row by that`() throws {
        let engine = MemoryEngine()

        let error = #expect(throws: MovingError.self) { try DataExport(untilDamageOf: engine.connect()) }

        #expect(error?.exitStatus == 78)
        #expect(try engine.connect().existingRow(by: .max) == nil)
    }

    /// A thousand roots with a child each; the records of all roots come before those of the children.
    private func wide() -> [UInt8] {
        let text = String(repeating: ".", count: 1_500)
        func line(_ number: Int, _ more: String) -> String {
            let id = ProgressID(high: 7, low: UInt64(number))
            return
                "{\"line\":\"progress\",\"id\":\"\(id)\",\(more)\"totalUnitCount\":4,\"completedUnitCount\":1,"
                + "\"localizedDescription\":\"\(text)\",\"version\":1,\"createdAt\":\"2026-11-21T19:27:57.590Z\","
                + "\"updatedAt\":\"2026-11-21T19:27:57.590Z\",\"treeWrittenAt\":\"2026-11-21T19:27:57.590Z\","
                + "\"position\":\(number),\"changeStamp\":\(number)}"
        }
        let roots = (1...1_000).map { line($0, "") }
        let children = (1_001...2_000).map { number in
            line(number, "\"parentID\":\"\(ProgressID(high: 7, low: UInt64(number - 1_000)))\",\"pendingUnitCount\":1,")
        }
        let header =
            #"{"format":"progressd-export","version":3,"exportedAt":"2026-11-21T19:27:59.725Z","progressCount":2000,"#
            + #""reservationCount":0,"rightCount":0,"newestChangeStamp":2000,"newestPosition":2000,"runCount":0}"#
        let lines = [header] + roots + children + [#"{"line":"end","lineCount":2002}"#]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    @Test func `a part of a damaged snapshot can be imported`() throws {
        let engine = MemoryEngine()
        #expect(try `import`(wide(), into: engine.connect()) == 2_000)
        #expect(engine.partCount > 8)

        for part in [1, 3, engine.partCount - 1] {
            let damaged = engine.copy()
            damaged.damage(part: part)
            let (omission, lines) = try export(damaged.connect())
            let count = try `import`(lines, into: MemoryEngine().connect())

            #expect(omission?.contains("part \(part) of snapshot 1") == true)
            #expect(omission?.contains("what follows in that snapshot") == true)
            #expect((100..<2_000).contains(count), "\(part)")
        }
    }
}
