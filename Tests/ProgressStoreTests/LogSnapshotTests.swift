import ProgressCore
import ProgressLog
import ProgressRegistry
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// Snapshots that a writer puts into the log while groups continue.
@Suite struct LogSnapshotTests {
    @Test func `a snapshot and the entries after it are what the writer has, and older entries go`() throws {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 20_000)
        for number in 1...3_000 as ClosedRange<UInt64> {
            _ = try writer.insert(ProgressID(high: number, low: number))
            if number % 2 == 0 { _ = try writer.complete(ProgressID(high: number / 2, low: number / 2)) }
            if number % 100 == 0 { world.run(milliseconds: 1) }
        }
        let ids = (1...3_000 as ClosedRange<UInt64>).map { ProgressID(high: $0, low: $0) }
        world.run(milliseconds: 2_000)

        let row = try #require(world.engine.row)
        #expect(writer.lines.count("snapshot") > 0 && row.snapshot > 0)
        #expect(world.engine.entries.allSatisfy { $0.number > row.snapshot })
        let heir = world.add()
        world.run(milliseconds: 100)
        let versions = [writer, heir].map { replica in ids.map { replica.snapshot(of: $0)?.version } }
        #expect(versions[0] == versions[1] && !versions[0].contains(nil))
        #expect(heir.registry.enter { $0.tree.sequence } == writer.registry.enter { $0.tree.sequence })
    }

    @Test func `removals during the walk are removals for whoever loads it`() throws {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 1_000)
        let ids = (1...5_000 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }
        for id in ids { _ = try writer.insert(id) }
        for id in ids where id.low % 7 == 0 {
            writer.turn()
            _ = try writer.write { tree, now in try tree.remove(try tree.find(id), pending: .credit, at: now) }
        }
        world.run(milliseconds: 1_000)

        let heir = world.add()
        world.run(milliseconds: 100)

        #expect(writer.lines.count("snapshot") > 0)
        #expect(heir.nodeCount == writer.nodeCount)
        #expect(ids.allSatisfy { (heir.snapshot(of: $0) == nil) == ($0.low % 7 == 0) })
    }

    @Test func `a new writer continues after a snapshot of the one before`() throws {
        let (world, writer) = ClusterWorld.ruled(2, leastLogByteCount: 1_000)
        let ids = (1...2_000 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }
        for id in ids { _ = try writer.insert(id) }
        world.run(milliseconds: 1_000)
        #expect(writer.lines.count("snapshot") > 0)

        writer.kill()
        #expect(world.run { world.writer != nil })
        let next = try #require(world.writer)
        let group = try #require(try next.complete(ids[0]))
        world.run(milliseconds: 100)
        let heir = world.add()
        world.run(milliseconds: 200)

        #expect(next.isSafe(group))
        #expect(heir.nodeCount == 2_000 && heir.snapshot(of: ids[0])?.completedUnitCount == 1)
    }

    @Test func `a part of large progresses is small, so that the lease and groups wait for none`() throws {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 1 << 20)
        var random = SeededGenerator(seed: 7)
        for number in 1...300 as ClosedRange<UInt64> {
            var new = NewProgress(id: ProgressID(high: 0, low: number))
            new.details = ProgressDetails()
            new.details?.userInfo = random.bytes(16_000, below: 64).map { $0 + 48 }
            _ = try writer.write { tree, now in _ = try tree.insert([new], under: nil, at: now) }
            if number % 10 == 0 { writer.turn() }
        }
        world.run(milliseconds: 2_000)

        let parts = world.engine.snapshotParts
        #expect(parts.count > 10)
        #expect(parts.allSatisfy { $0.count < 300_000 })
        let heir = world.add()
        world.run(milliseconds: 100)
        #expect(heir.nodeCount == writer.nodeCount)
    }

    @Test func `a snapshot that fails is tried again later, and costs no group`() throws {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 300)
        for number in 1...100 as ClosedRange<UInt64> { _ = try writer.insert(ProgressID(high: 0, low: number)) }
        writer.turn()

        writer.log.setOutage(.full)
        world.run(milliseconds: 500)
        writer.log.setOutage(nil)
        let group = try #require(try writer.insert(ProgressID(high: 0, low: 101)))
        world.run(milliseconds: 500)
        #expect(writer.isSafe(group) && writer.lines.count("snapshot failed") == 1)
        world.run(milliseconds: 11_000)

        #expect(writer.lines.count("snapshot") == 1)
    }

    @Test func `a snapshot is due at twice the size of the one before, and not for little`() {
        var schedule = SnapshotSchedule(leastByteCount: 100)
        schedule.note(entry: 99)
        #expect(!schedule.isDue(at: 0))
        schedule.note(entry: 1)
        #expect(schedule.isDue(at: 0))

        schedule.noteSnapshot(byteCount: 80)
        schedule.note(entry: 159)
        #expect(!schedule.isDue(at: 0))
        schedule.note(entry: 1)
        #expect(schedule.isDue(at: 0))
    }

    @Test func `a part that was replaced while it was read is read again`() throws {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 300)
        for number in 1...100 as ClosedRange<UInt64> { _ = try writer.insert(ProgressID(high: 0, low: number)) }
        world.run(milliseconds: 500)
        let old = try #require(world.engine.row)
        #expect(old.snapshot > 0)
        for number in 101...400 as ClosedRange<UInt64> { _ = try writer.insert(ProgressID(high: 0, low: number)) }
        world.run(milliseconds: 500)
        #expect(try #require(world.engine.row).snapshot > old.snapshot)

        let result = try LogReading(log: world.engine.connect(), clock: { 0 }).load(old)

        #expect(result.position.number >= old.tail && result.groups.count > 400)
    }
}
