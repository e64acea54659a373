import ProgressCore
import ProgressLog
import ProgressRecords
import TestLogs
import Testing

@testable import ProgressStore

/// A replica that finds another log than it followed keeps its trees until its own log is back.
@Suite struct EstrangementTests {
    private let id = ProgressID(high: 0, low: 1)
    private let line = "this is not the log that I followed"

    /// Contents that may take the place of the right log.
    enum Wrong: CaseIterable {
        case noRow
        case newRow
        case olderTerm
        case olderTail
        case nothing
        case theSameTerm
        case another
        case anotherAsLong

        func put(_ row: inout OfficeRow?, _ entries: inout [LogEntry]) {
            switch self {
            case .noRow: row = nil
            case .newRow: row = try? MemoryEngine().connect().look(by: .max)
            case .olderTerm: row?.term -= 1
            case .olderTail:
                row?.tail -= 1
                entries.removeLast()
            case .nothing: (row, entries) = (nil, [])
            case .theSameTerm:
                row?.key = [1, 2, 3]
                row?.address = "other:1"
            case .another:
                row?.term += 5
                row?.key = [1, 2, 3]
                row?.tail = 1
                entries.removeLast(entries.count - 1)
            case .anotherAsLong:
                row?.term += 5
                row?.key = [1, 2, 3]
                row?.address = "other:1"
                var chain: UInt32 = 7
                entries = entries.map { entry in
                    var group = GroupBuffer()
                    group.appendRemoval(kind: 1, id: RecordID(high: 1, low: entry.number))
                    let sealed = LogEntry.seal(group, number: entry.number, term: entry.term, after: chain)
                    chain = sealed.1
                    return sealed.0
                }
            }
        }
    }

    @Test(arguments: Wrong.allCases)
    func `all replicas keep what they have, say so once, take no writes, and go on when the right one is back`(
        wrong: Wrong
    ) throws {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        let generations = world.replicas.map { $0.cluster.streamGeneration }
        var kept: (row: OfficeRow?, entries: [LogEntry]) = (nil, [])

        world.engine.replace { row, entries in
            kept = (row, entries)
            wrong.put(&row, &entries)
        }
        for _ in 0..<30 {
            // Another writer may be at work there.
            world.engine.beat()
            world.run(milliseconds: 1_000)
        }

        #expect(world.writer == nil)
        #expect(world.replicas.allSatisfy { $0.cluster.writer?.address != "other:1" })
        for replica in world.replicas {
            #expect(replica.snapshot(of: id) != nil && replica.cluster.role != .loading)
            #expect(replica.lines.count(line) == 1, "\(replica.lines)")
            #expect(replica.cluster.trouble?.needsOperator == true)
        }
        let wrongRow = world.engine.row
        #expect(try writer.insert(ProgressID(high: 0, low: 2)) == nil)
        #expect(wrongRow == world.engine.row)

        world.engine.replace { row, entries in (row, entries) = kept }
        #expect(world.run { world.writer != nil })
        world.run(milliseconds: 2_000)

        let next = try #require(world.writer)
        let group = try #require(try next.complete(id))
        world.run(milliseconds: 200)
        #expect(next.isSafe(group))
        for replica in world.replicas {
            #expect(replica.snapshot(of: id)?.completedUnitCount == 1)
            #expect(replica.cluster.trouble == nil)
            #expect(replica.lines.count("the log that I followed is back") == 1)
        }
        #expect(
            world.replicas.map { $0.cluster.streamGeneration } == generations || wrong == .another
                || wrong == .anotherAsLong
        )
    }

    @Test func `a replica that starts follows what is there`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        world.engine.replace { row, entries in (row, entries) = (nil, []) }
        world.run(milliseconds: 10_000)

        let new = world.add()
        world.run(milliseconds: 5_000)

        #expect(new.rules && new.nodeCount == 0)
        #expect(writer.snapshot(of: id) != nil && !writer.rules)
    }

    @Test func `what a failover lost is waited for, while its writer lives`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        let generations = world.replicas.map { $0.cluster.streamGeneration }

        world.engine.loseEntries(1)
        world.run(milliseconds: 3_000)

        #expect(writer.rules && writer.lines.count("the log lost its end: it is appended again") == 1)
        #expect(world.replicas.allSatisfy { $0.snapshot(of: id) != nil && $0.lines.count(line) == 0 })
        #expect(world.replicas.map { $0.cluster.streamGeneration } == generations)
    }

    @Test func `what a failover lost with its writer is given up`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        world.run(milliseconds: 1_000)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)

        writer.kill()
        world.engine.loseEntries(1)
        #expect(world.run { world.writer != nil })
        world.run(milliseconds: 2_000)

        #expect(world.heirs.allSatisfy { $0.snapshot(of: id) == nil && $0.cluster.trouble == nil })
    }
}
