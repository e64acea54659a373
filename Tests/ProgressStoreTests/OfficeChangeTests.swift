import ProgressCore
import ProgressRegistry
import Testing

@testable import ProgressStore

/// Who rules, and what becomes of what was written.
@Suite struct OfficeChangeTests {
    private let id = ProgressID(high: 0, low: 1)

    private func insert(_ id: ProgressID, at replica: TestReplica) throws -> UInt64? {
        var new = NewProgress(id: id)
        new.counts = Counts(total: 100, completed: 0)
        return try replica.write { tree, now in _ = try tree.insert([new], at: now) }
    }

    private func complete(_ id: ProgressID, at replica: TestReplica) throws -> UInt64? {
        try replica.write { tree, now in _ = try tree.complete(try tree.find(id), by: 1, at: now) }
    }

    @Test func `the first replica of an empty cluster takes office at once`() {
        let world = ClusterWorld(1)

        world.run(milliseconds: 50)

        #expect(world.replicas[0].rules)
        #expect(world.replicas[0].lines.count("holds the office") == 1)
        #expect(world.replicas[0].cluster.takeovers == (clean: 1, unclean: 0))
    }

    @Test func `one of three rules, and the others know where`() throws {
        let world = ClusterWorld(3)

        world.run(milliseconds: 2_000)

        let writer = try #require(world.writer)
        #expect(world.replicas.count { $0.rules } == 1)
        #expect(world.heirs.allSatisfy { $0.cluster.role == .heir })
        #expect(world.heirs.allSatisfy { $0.cluster.writer?.address == "replica-\(writer.number):80" })
        #expect(world.heirs.allSatisfy { $0.cluster.writer?.key == writer.cluster.writer?.key })
    }

    @Test func `a write is safe soon, and the heirs have it`() throws {
        let world = ClusterWorld(3)
        world.run(milliseconds: 1_000)
        let writer = try #require(world.writer)

        let group = try #require(try insert(id, at: writer))
        #expect(!writer.isSafe(group))
        world.run(milliseconds: 20)

        #expect(writer.isSafe(group))
        #expect(world.heirs.allSatisfy { $0.snapshot(of: id)?.version == writer.snapshot(of: id)?.version })
    }

    @Test func `an heir takes office when the lease of a killed writer is over, with all that was acknowledged`() throws
    {
        let world = ClusterWorld(3)
        world.run(milliseconds: 1_000)
        let writer = try #require(world.writer)
        _ = try insert(id, at: writer)
        world.run(milliseconds: 100)
        let epoch = writer.registry.epoch.bytes
        let before = try #require(writer.snapshot(of: id))

        writer.kill()
        #expect(world.run { world.writer != nil })

        let next = try #require(world.writer)
        #expect(next !== writer)
        let after = try #require(next.snapshot(of: id))
        #expect(after.completedUnitCount == before.completedUnitCount)
        #expect(next.registry.epoch.bytes != epoch)
        #expect(next.cluster.takeovers == (clean: 0, unclean: 1))
    }
}
