import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressStreams
import TestLogs
import Testing

@testable import ProgressStore

/// Readers who return with an event id to a replica that started while they followed another.
@Suite struct ReturningReaderTests {
    private static let everything = Selection.roots(RootFilter(), descendants: true)
    private static let labeled = Selection.roots(
        RootFilter(labels: ["job:a"].compactMap { LabelFilter($0) }),
        descendants: true
    )
    private let ids = (1...5 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }

    /// A writer with five roots labeled `job:a`.
    private func makeWorld(leastLogByteCount: Int = 64 << 20) throws -> (ClusterWorld, TestReplica) {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: leastLogByteCount)
        for id in ids {
            _ = try writer.insert(id)
            try label(id, "a", at: writer)
        }
        world.run(milliseconds: 500)
        return (world, writer)
    }

    private func label(_ id: ProgressID, _ value: String, at writer: TestReplica) throws {
        _ = try writer.write { tree, now in
            _ = try tree.edit(try tree.find(id), [.label(key: "job", value: value)], at: now)
        }
    }

    @Test func `what was removed before a replica started is told there, without a reset`() throws {
        let (world, writer) = try makeWorld()
        let stamp = writer.stamp
        _ = try writer.remove(ids[1])
        world.run(milliseconds: 500)

        let heir = world.add()
        world.run(milliseconds: 500)
        let opening = heir.opening(for: Self.everything, after: stamp)

        #expect(heir.cluster.role == .heir && heir.stamp == writer.stamp)
        #expect(!opening.owesReset && opening.removedIDs == [ids[1]])
    }

    @Test func `roots that left a selection before a replica started are told there`() throws {
        let (world, writer) = try makeWorld()
        let stamp = writer.stamp
        try label(ids[0], "b", at: writer)
        _ = try writer.write { tree, now in
            _ = try tree.attach(try tree.find(ids[2]), to: try tree.find(ids[0]), pendingUnitCount: 1, at: now)
        }
        world.run(milliseconds: 500)

        let heir = world.add()
        world.run(milliseconds: 500)
        let opening = heir.opening(for: Self.labeled, after: stamp)

        #expect(!opening.owesReset && opening.removedIDs == [ids[0], ids[2]])
    }

    @Test func `readers need no reset after every replica was replaced by a new one`() throws {
        let (world, first) = try makeWorld()
        let stamp = first.stamp
        let epoch = first.registry.epoch.bytes
        _ = try first.remove(ids[3])
        world.run(milliseconds: 500)
        let second = world.add()
        world.run(milliseconds: 500)
        first.leave()
        #expect(world.run { second.rules })
        _ = try second.remove(ids[4])
        let third = world.add()
        world.run(milliseconds: 500)
        second.leave()
        #expect(world.run { third.rules })

        let opening = third.opening(for: Self.everything, after: stamp)

        #expect(third.registry.epoch.bytes == epoch)
        #expect(!opening.owesReset && opening.removedIDs == [ids[3], ids[4]])
        #expect(third.lines.count("loads the log again") == 0)
    }

    @Test func `after a snapshot, what was removed since is told, and a reader from before gets a reset`() throws {
        let (world, writer) = try makeWorld(leastLogByteCount: 100)
        let old = writer.stamp
        _ = try writer.remove(ids[0])
        world.run(milliseconds: 500)
        let removal = try #require(world.engine.row).tail
        for _ in 1...100 where (world.engine.row?.snapshot ?? 0) < removal {
            _ = try writer.complete(ids[2])
            world.run(milliseconds: 500)
        }
        #expect(try #require(world.engine.row).snapshot >= removal)
        let stamp = writer.stamp
        _ = try writer.remove(ids[1])
        writer.turn()

        let heir = world.add()
        heir.turn()

        #expect(heir.opening(for: Self.everything, after: old).owesReset)
        let opening = heir.opening(for: Self.everything, after: stamp)
        #expect(!opening.owesReset && opening.removedIDs == [ids[1]])
    }

    @Test func `replicas that start within ten seconds of a snapshot tell what was removed before it, without a reset`()
        throws
    {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 1_000, returnInterval: 10_000_000_000)
        for id in ids { _ = try writer.insert(id) }
        world.run(milliseconds: 500)
        let stamp = writer.stamp
        _ = try writer.remove(ids[0])
        for _ in 1...50 {
            _ = try writer.complete(ids[1])
            world.run(milliseconds: 20)
        }

        for _ in 1...3 {
            let heir = world.add()
            heir.turn()
            let opening = heir.opening(for: Self.everything, after: stamp)
            #expect(!opening.owesReset && opening.removedIDs == [ids[0]])
            heir.kill()
            world.run(milliseconds: 4_000)
        }

        #expect(writer.lines.count("snapshot") == 1)
    }

    @Test func `whatever a reader missed during a snapshot is told, or it gets a reset`() throws {
        let (world, writer) = ClusterWorld.ruled(1, leastLogByteCount: 1_000)
        let ids = (1...5_000 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }
        _ = try writer.write { tree, now in
            for id in ids {
                var new = NewProgress(id: id)
                var details = ProgressDetails()
                details.labels = [ProgressDetails.KeyedText(key: "job", value: "a")]
                new.details = details
                _ = try tree.insert([new], at: now)
            }
        }
        var left: [(after: UInt64, id: ProgressID)] = []
        for id in ids where id.low % 250 == 0 {
            writer.turn()
            left.append((writer.stamp, id))
            if id.low % 500 == 0 { _ = try writer.remove(id) } else { try label(id, "b", at: writer) }
        }
        for _ in 0..<4 { writer.turn() }

        let heir = world.add()
        heir.turn()
        let openings = left.map { heir.opening(for: Self.labeled, after: $0.after) }

        #expect(try #require(world.engine.row).snapshot > 0 && heir.cluster.role == .heir)
        #expect(heir.stamp == writer.stamp)
        for (place, opening) in openings.enumerated() where !opening.owesReset {
            #expect(opening.removedIDs == Set(left[place...].map(\.id)))
        }
        #expect(openings.contains { $0.owesReset } && openings.contains { !$0.owesReset })
    }

    @Test func `after an unclean change of the office, later replicas tell what was removed since`() throws {
        let (world, first) = try makeWorld()
        let second = world.add()
        world.run(milliseconds: 500)
        first.kill()
        #expect(world.run { second.rules })
        world.run(milliseconds: 500)
        let stamp = second.stamp
        _ = try second.remove(ids[0])
        world.run(milliseconds: 500)

        let late = world.add()
        world.run(milliseconds: 500)
        let opening = late.opening(for: Self.everything, after: stamp)

        #expect(late.registry.epoch.bytes == second.registry.epoch.bytes)
        #expect(!opening.owesReset && opening.removedIDs == [ids[0]])
        #expect(late.lines.count("loads the log again") == 0)
    }

    @Test func `a replica that found an empty log has the epoch of the first writer`() throws {
        let world = ClusterWorld(2)
        world.run(milliseconds: 1_000)
        let writer = try #require(world.writer)
        _ = try writer.insert(ids[0])
        world.run(milliseconds: 500)

        #expect(world.heirs[0].registry.epoch.bytes == writer.registry.epoch.bytes)
    }

    @Test func `recent groups are those that a limit leaves, and the others are loaded as one`() throws {
        let (world, writer) = try makeWorld()
        for _ in 1...20 {
            _ = try writer.complete(ids[0])
            world.run(milliseconds: 300)
        }
        let row = try #require(world.engine.row)
        let reading = LogReading(log: world.engine.connect(), clock: { 0 })

        let (none, some, all) = try (
            reading.load(row), reading.load(row, leaving: 5_000), reading.load(row, leaving: 1 << 20)
        )

        #expect(none.recent.isEmpty && all.groups.count == 0)
        #expect((2..<20).contains(some.recent.count) && some.groups.count > 5)
        #expect(some.recent.reduce(0) { $0 + $1.adoptionWork } <= 5_000)
        #expect(all.recent.count == Int(row.tail))
        #expect(all.recent.allSatisfy { $0.adoptionWork >= max($0.byteCount, 256 * Int($0.recordCount)) })
        #expect([none, some, all].allSatisfy { $0.position.number == row.tail })
    }

    @Test func `recent groups that do not fit one by one are loaded as one`() throws {
        let engine = MemoryEngine()
        let source = RegistryState(limits: ProgressLimits())
        source.tree.beginRecording()
        var child = NewProgress(id: ids[1])
        child.parentPosition = 0
        _ = try source.tree.insert([NewProgress(id: ids[0]), child], at: 0)
        var records: [Unsaved] = []
        while source.tree.takeUnsaved(most: 10, { records.append($0) }) {}
        let log = engine.connect()
        let row = try log.look(by: .max)
        let claim = ElectionBid(
            mark: OfficeMark(high: 1, low: 1),
            address: "",
            key: Array(repeating: 0, count: ElectionBid.keyByteCount)
        )
        #expect(try log.claim(claim, seen: row, by: .max))
        let holder = claim.holder(after: row.term)
        var chain: UInt32 = 0
        // The child's record comes an entry before its parent's.
        for (place, record) in records.reversed().enumerated() {
            var group = GroupBuffer()
            var run = RunRecord()
            run.sequence = source.tree.sequence
            run.append(to: &group)
            source.append(record, to: &group, 0, as: .first)
            let tail = UInt64(place)
            let (entry, next) = LogEntry.seal(group, number: tail + 1, term: 1, after: chain)
            chain = next
            let mark = OfficeMark(high: 2, low: tail)
            #expect(try log.append(entry, as: holder, tail: tail, mark: mark, handsOver: false, by: .max))
        }

        let world = ClusterWorld(0, on: engine)
        let replica = world.add()
        replica.turn()

        #expect(records.count == 2 && replica.nodeCount == 2)
        #expect(replica.cluster.role == .heir && replica.lines.count("loads the log again") == 1)
        #expect(replica.opening(for: Self.everything, after: 0).owesReset)
    }
}

extension Opening {
    fileprivate var removedIDs: Set<ProgressID> {
        Set(debts.compactMap { if case .removal(let id) = $0 { id } else { nil } })
    }
}
