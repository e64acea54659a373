import ProgressCore
import ProgressLog
import ProgressRegistry
import TestLogs
import Testing

@testable import ProgressStore

/// An engine that shows an entry, and loses it when it fails over.
@Suite struct LostEntryTests {
    private let id = ProgressID(high: 0, low: 1)

    @Test func `an heir that has read an entry finds out that another took its number`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        let (reader, other) = (world.heirs[0], world.heirs[1])
        world.run(milliseconds: 500)
        other.log.setOutage(.notDone)
        writer.log.order(.unreplicated)
        writer.log.setOutage(.lostBefore)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        let hasRead = reader.snapshot(of: id) != nil
        let lost = world.engine.row?.tail

        reader.log.setOutage(.notDone)
        world.engine.failOver()
        writer.kill()
        other.log.setOutage(nil)
        #expect(world.run { other.rules })
        let tail = world.engine.row?.tail
        reader.log.setOutage(nil)
        world.run(milliseconds: 1_000)

        #expect(hasRead && tail == lost)
        #expect(reader.snapshot(of: id) == nil)
        #expect(reader.lines.count("loaded") == 2)

        other.kill()
        #expect(world.run { reader.rules })
        let late = world.add()
        world.run(milliseconds: 1_000)
        #expect(late.cluster.role == .heir)
    }

    @Test func `after a failover that lost a claim, the writer whose term another takes steps down at once`() throws {
        let (world, old) = Self.losingItsClaim(writing: id)
        world.engine.failOver()
        #expect(world.run { world.replicas.contains { $0 !== old && $0.rules } })
        let new = try #require(world.replicas.first { $0 !== old && $0.rules })
        let sharedTerm = world.engine.row?.term

        old.log.setOutage(nil)
        world.run(milliseconds: 1_500)
        let other = ProgressID(high: 0, low: 2)
        let group = try #require(try new.insert(other))
        world.run(milliseconds: 1_000)

        #expect(sharedTerm == old.cluster.term && !old.rules)
        #expect(old.lines.count("was deposed") == 1)
        #expect(new.rules && new.isSafe(group) && new.lines.count("was deposed") == 0)
        let late = world.add()
        world.run(milliseconds: 1_000)
        for replica in world.replicas where replica.isRunning {
            #expect(replica.cluster.trouble == nil && replica.cluster.role != .loading)
            #expect(replica.snapshot(of: id) == nil && replica.snapshot(of: other) != nil)
        }
        #expect(late.cluster.entries == new.cluster.entries)
        #expect([old, late].allSatisfy { $0.cluster.writer == new.cluster.writer })
    }

    @Test(arguments: [false, true])
    func `whoever saw what a failover lost begins as after an unclean end: it was shown to readers`(
        isTheWriterItself: Bool
    ) throws {
        let (world, old) = Self.losingItsClaim(writing: id)
        let epoch = old.registry.epoch.bytes
        let others = world.replicas.filter { $0.isRunning && $0 !== old }
        for replica in isTheWriterItself ? others : [old] { replica.kill() }

        world.engine.failOver()
        old.log.setOutage(nil)
        world.run(milliseconds: 2_000)

        let new = try #require(world.writer)
        #expect((new === old) == isTheWriterItself)
        #expect(new.cluster.takeovers.unclean == 1)
        #expect(new.registry.epoch.bytes != epoch)

        if isTheWriterItself { world.add() }
        world.run(milliseconds: 1_000)
        new.leave()
        #expect(world.run { world.writer.map { $0 !== new } ?? false })
        #expect(try #require(world.writer).cluster.takeovers == (clean: 1, unclean: 0))
    }

    /// A writer whose claim and entries the standby lacks, with two heirs that have read all of them. It no longer
    /// reaches the engine.
    private static func losingItsClaim(writing id: ProgressID) -> (ClusterWorld, TestReplica) {
        let (world, first) = ClusterWorld.ruled(1)
        first.leave()
        world.run(milliseconds: 1_000)
        first.kill()
        world.engine.setOutage(.asynchronous)
        for _ in 0..<3 { world.add() }
        world.run(milliseconds: 1_000)
        guard let writer = world.writer, let group = try? writer.insert(id) else {
            preconditionFailure("One of them rules.")
        }
        world.run(milliseconds: 500)
        precondition(writer.isSafe(group) && world.heirs.allSatisfy { $0.snapshot(of: id) != nil })
        world.engine.setOutage(nil)
        writer.log.setOutage(.notDone)
        return (world, writer)
    }
}
