import ProgressCore
import ProgressRegistry
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// When a write counts as safe, whatever the engine does with the writer's groups.
@Suite struct CommitTests {
    private let id = ProgressID(high: 0, low: 1)

    @Test(arguments: [MemoryFault.lostAfter, .lostBefore, .notDone])
    func `a group whose answer is lost is safe after the next one, and is in the log once`(fault: MemoryFault) throws {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        writer.log.order(fault)
        let group = try #require(try writer.complete(id))
        world.run(milliseconds: 100)
        #expect(!writer.isSafe(group))
        world.run(milliseconds: 500)

        #expect(writer.isSafe(group))
        #expect(writer.rules)
        #expect(world.replicas.allSatisfy { $0.snapshot(of: id)?.completedUnitCount == 1 })
    }

    @Test func `the lease is renewed before a large group is sent, and not before a small one`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        var random = SeededGenerator(seed: 3)
        var calls: [Int] = []
        for count in [1, 400] {
            world.run(milliseconds: 300)
            for number in 1...UInt64(count) {
                var new = NewProgress(id: ProgressID(high: UInt64(count), low: number))
                new.details = ProgressDetails()
                new.details?.userInfo = random.bytes(16_000)
                _ = try writer.write { tree, now in _ = try tree.insert([new], under: nil, at: now) }
            }
            let before = writer.log.callCount
            writer.turn()
            calls.append(writer.log.callCount - before)
        }

        #expect(calls == [1, 2])
        world.run(milliseconds: 100)
        #expect(writer.rules && writer.nodeCount == 401)
    }

    @Test func `a group that was only seen does not count when the engine takes it back`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        writer.log.order(.unreplicated)
        let group = try #require(try writer.complete(id))
        world.run(milliseconds: 20)
        world.engine.failOver()
        #expect(!writer.isSafe(group))
        world.run(milliseconds: 1_500)

        #expect(writer.isSafe(group))
        #expect(world.writer === writer)
        #expect(world.replicas.allSatisfy { $0.snapshot(of: id)?.completedUnitCount == 1 })
    }

    @Test func `an attempt that arrives late changes nothing`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        writer.log.order(.late)
        let group = try #require(try writer.complete(id))
        world.run(milliseconds: 500)
        world.engine.deliverLate()
        world.run(milliseconds: 1_500)

        #expect(writer.isSafe(group) && world.writer === writer)
        #expect(world.replicas.allSatisfy { $0.snapshot(of: id)?.completedUnitCount == 1 })
    }

    @Test func `what a deposed writer had not saved is gone everywhere, and was never acknowledged`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        writer.log.setOutage(.lostBefore)
        let group = try #require(try writer.complete(id))
        #expect(world.run { world.writer != nil && world.writer !== writer })
        #expect(!writer.rules && !writer.isSafe(group))
        writer.log.setOutage(nil)
        world.run(milliseconds: 2_000)

        #expect(writer.lines.count("was deposed") == 1)
        #expect(writer.status.lossCount == 1)
        #expect(!writer.isSafe(group))
        #expect(writer.cluster.role == .heir)
        #expect(world.replicas.allSatisfy { $0.snapshot(of: id)?.completedUnitCount == 0 })
    }

    @Test func `a deposed writer takes office again later, and its groups count again`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)
        writer.log.setOutage(.lostBefore)
        #expect(world.run { world.writer != nil && world.writer !== writer })
        writer.log.setOutage(nil)
        world.run(milliseconds: 2_000)

        try #require(world.writer).leave()
        #expect(world.run { world.writer === writer })
        let group = try #require(try writer.complete(id))
        world.run(milliseconds: 100)

        #expect(writer.isSafe(group))
    }

    @Test func `a full engine refuses writes until it has room`() throws {
        let (world, writer) = ClusterWorld.ruled(1)

        writer.log.setOutage(.full)
        let group = try #require(try writer.insert(id))
        world.run(milliseconds: 100)
        #expect(writer.status.refusal == .full && writer.status.isStuck)
        #expect(writer.cluster.trouble?.needsOperator == false)
        writer.log.setOutage(nil)
        world.run(milliseconds: 1_000)

        #expect(writer.status.refusal == nil && !writer.status.isStuck)
        #expect(writer.isSafe(group))
    }

    @Test func `an engine that refuses needs an operator`() throws {
        let (world, writer) = ClusterWorld.ruled(1)

        writer.log.setOutage(.refused)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        #expect(writer.status.refusal == .failing)
        #expect(writer.cluster.trouble?.needsOperator == true)
    }

    @Test func `an engine that lost its end gets it again from the writer`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        _ = try writer.insert(id)
        world.run(milliseconds: 50)
        for _ in 0..<5 {
            _ = try writer.complete(id)
            world.run(milliseconds: 50)
        }
        let entries = world.engine.entries

        world.engine.loseEntries(3)
        world.run(milliseconds: 2_000)

        #expect(Array(world.engine.entries.prefix(entries.count)) == entries)
        #expect(world.writer === writer)
        let heir = world.add()
        world.run(milliseconds: 500)
        #expect(heir.snapshot(of: id)?.completedUnitCount == 5)
    }

    @Test func `entries that are lost while one is refused are bridged as well`() throws {
        let (world, writer) = ClusterWorld.ruled(2, keptByteCount: 1_000)
        for number in 1...9 as ClosedRange<UInt64> {
            _ = try writer.insert(ProgressID(high: 9, low: number))
            world.run(milliseconds: 300)
        }
        let last = ProgressID(high: 9, low: 10)
        let group = try #require(try writer.insert(last))

        writer.log.order(.notDone)
        world.engine.loseEntries(8)
        world.run(milliseconds: 2_000)

        #expect(writer.rules && writer.isSafe(group))
        #expect(writer.lines.count("the log lost its end: it is appended again") == 1)
        for replica in world.replicas {
            #expect(replica.nodeCount == 10 && replica.cluster.trouble == nil, "\(replica.lines)")
        }
    }

    @Test func `a beat that failed beside an entry is no trouble once entries go through`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        let id = ProgressID(high: 9, low: 1)
        _ = try writer.insert(id)
        world.run(milliseconds: 1_100)

        _ = try writer.complete(id)
        writer.log.order(.notDone, .notDone)
        world.run(milliseconds: 300)
        for _ in 0..<10 {
            _ = try writer.complete(id)
            world.run(milliseconds: 100)
        }

        #expect(writer.cluster.trouble == nil)
        #expect(writer.lines.count("the log answers again") == 1)
    }

    @Test func `a snapshot takes the place of lost entries that the writer does not keep`() throws {
        let (world, writer) = ClusterWorld.ruled(2, keptByteCount: 1_000)
        let ids = (1...40).map { ProgressID(high: 0, low: $0) }
        for id in ids {
            _ = try writer.insert(id)
            world.run(milliseconds: 20)
        }

        world.engine.loseEntries(39)
        world.run(milliseconds: 3_000)
        let group = try #require(try writer.complete(ids[0]))
        world.run(milliseconds: 100)

        #expect(world.writer === writer && writer.isSafe(group))
        let heir = world.add()
        world.run(milliseconds: 500)
        #expect(heir.nodeCount == 40)
        #expect(world.replicas.allSatisfy { $0.snapshot(of: ids[0])?.completedUnitCount == 1 })
    }
}
