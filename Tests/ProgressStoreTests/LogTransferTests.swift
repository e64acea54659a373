import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// `progressd export` and `progressd import` with `--cluster`.
@Suite struct LogTransferTests {
    private static let moment: Int64 = 1_763_726_400_000
    private let root = ProgressID(high: 0, low: 1)
    private let child = ProgressID(high: 0, low: 2)

    /// A cluster of one replica that wrote two nodes and handed over.
    private func filled() throws -> ClusterWorld {
        let world = ClusterWorld(1)
        world.run(milliseconds: 50)
        var parent = NewProgress(id: root)
        parent.counts = Counts(total: 10, completed: 0)
        var part = NewProgress(id: child)
        part.counts = Counts(total: 4, completed: 1)
        _ = try world.replicas[0].write { tree, now in
            _ = try tree.insert([parent], at: now)
            _ = try tree.insert([part], at: now)
        }
        world.run(milliseconds: 500)
        world.replicas[0].leave()
        world.run(milliseconds: 500)
        return world
    }

    private func export(_ log: any GroupLog) throws -> [UInt8] {
        let folder = DataFolder()
        var output = try ExportOutput(path: "\(folder.path)/export")
        _ = try DataExport(log).write(to: &output, at: Self.moment)
        return folder.bytes(of: "export")
    }

    @discardableResult
    private func `import`(_ lines: [UInt8], into log: any GroupLog) throws -> MovedCounts {
        let folder = DataFolder()
        folder.write(lines, to: "export")
        var input = try ImportInput(path: "\(folder.path)/export")
        return try DataImport.run(into: log, from: &input, at: ClusterWorld.wallClock)
    }

    @Test func `what is exported from one log and imported into another is exported the same`() throws {
        let lines = try export(filled().engine.connect())
        let engine = MemoryEngine()

        let counts = try `import`(lines, into: engine.connect())

        #expect(counts.progresses == 2)
        #expect(try export(engine.connect()) == lines)
    }

    @Test func `a cluster continues with what was imported, as after a hand-over`() throws {
        let source = try filled()
        let lines = try export(source.engine.connect())
        let world = ClusterWorld(0)

        try `import`(lines, into: world.engine.connect())
        let replica = world.add(forms: MemberForms(reads: .newest, writes: .newest))
        world.run(milliseconds: 50)

        #expect(replica.rules)
        #expect(replica.cluster.takeovers == (clean: 1, unclean: 0))
        for id in [root, child] {
            let (moved, original) = (replica.snapshot(of: id), source.replicas[0].snapshot(of: id))
            #expect(
                moved != nil && moved?.version == original?.version
                    && moved?.completedUnitCount == original?.completedUnitCount
            )
        }
    }

    @Test func `a log that somebody has written to takes no import, and stays`() throws {
        let world = try filled()
        let lines = try export(world.engine.connect())
        let row = try world.engine.connect().look(by: .max)

        let error = #expect(throws: MovingError.self) { try `import`(lines, into: world.engine.connect()) }

        #expect(error?.exitStatus == 78)
        #expect(try world.engine.connect().look(by: .max) == row)
    }

    @Test func `an export with a wrong line leaves the log empty, and free for another`() throws {
        let lines = try export(filled().engine.connect())
        let engine = MemoryEngine()

        #expect(throws: MovingError.self) { try `import`(lines.dropLast(20) + [10], into: engine.connect()) }
        let row = try engine.connect().look(by: .max)
        try `import`(lines, into: engine.connect())

        #expect(row.isFree && row.tail == 0 && row.snapshot == 0)
        #expect(try export(engine.connect()) == lines)
    }

    @Test func `an empty log has nothing to export`() {
        let error = #expect(throws: MovingError.self) { try DataExport(MemoryEngine().connect()) }

        #expect(error?.exitStatus == 78)
    }

    @Test func `what an engine refuses ends an export and an import`() throws {
        let lines = try export(filled().engine.connect())
        let engine = MemoryEngine()
        engine.setOutage(.refused)

        #expect(throws: MovingError.self) { try DataExport(engine.connect()) }
        #expect(throws: MovingError.self) { try `import`(lines, into: engine.connect()) }
    }
}
