import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressTelemetry
import TestLogs
import Testing

@testable import ProgressStore

/// A log to which a newer progressd writes: a replica that does not know its form keeps its trees, and says so once.
@Suite struct NewerLogTests {
    private let id = ProgressID(high: 0, low: 1)
    private static let told = "the log was written by a newer progressd"

    /// Takes the office as a newer program does, and appends a record in its newer form.
    private func appendNewer(_ log: MemoryLog, after chain: UInt32) throws {
        let claim = ElectionBid(
            mark: OfficeMark(high: 1, low: 7),
            address: "newer:80",
            key: Array(repeating: 1, count: 32)
        )
        #expect(try log.claim(claim, seen: log.look(by: .max), by: .max))
        let row = try log.look(by: .max)
        var group = GroupBuffer()
        group.append(kind: RecordKind.progress.rawValue, id: RecordID(high: 0, low: 2)) { $0.append(9) }
        let (entry, _) = LogEntry.seal(group, number: row.tail + 1, term: row.term, after: chain)
        #expect(try beat(log, 8, entry))
    }

    private func beat(_ log: MemoryLog, _ mark: UInt64, _ entry: LogEntry? = nil) throws -> Bool {
        let row = try log.look(by: .max)
        return try log.append(
            entry,
            as: row.holder,
            tail: row.tail,
            mark: OfficeMark(high: mark, low: 7),
            handsOver: false,
            by: .max
        )
    }

    /// A world whose writer was replaced by a newer program.
    private func upgraded(_ count: Int) throws -> (ClusterWorld, newer: MemoryLog) {
        let (world, writer) = ClusterWorld.ruled(count)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        writer.kill()
        let newer = world.engine.connect()
        try appendNewer(newer, after: try #require(world.engine.entries.last?.chain))
        return (world, newer)
    }

    private func expect(_ replica: TestReplica, _ world: ClusterWorld, _ role: ClusterStatus.Role) throws {
        let number = try #require(world.engine.entries.last?.number)
        let trouble = try #require(replica.cluster.trouble)
        #expect(trouble.needsOperator && replica.cluster.role == role)
        #expect(
            trouble.reason
                == "This replica cannot follow: entry \(number) of the log was written by a newer progressd: at byte 0 "
                + "a record has the form 9, and this one, \(Release.version), reads forms up to 3."
        )
        #expect(replica.lines.count(Self.told) == 1)
        let others = ["the log is damaged", "the log answers again", "loads the log again"]
        #expect(others.allSatisfy { replica.lines.count($0) == 0 })
    }

    @Test func `an heir keeps its trees, does not claim, and says once what it cannot read`() throws {
        let (world, newer) = try upgraded(2)
        let heir = world.replicas[1]

        for mark in 10..<60 as Range<UInt64> {
            #expect(try beat(newer, mark))
            world.run(milliseconds: 100)
        }
        try expect(heir, world, .heir)
        world.run(milliseconds: 20_000)

        try expect(heir, world, .heir)
        #expect(heir.snapshot(of: id) != nil && heir.nodeCount == 1)
        #expect(!heir.rules && world.engine.row?.address == "newer:80")
    }

    @Test func `reads that must not be stale are not answered by an heir that cannot follow`() throws {
        let (world, _) = try upgraded(2)
        let heir = world.replicas[1]
        world.run(milliseconds: 1_000)

        let ticket = heir.cluster.askForTail()
        heir.turn()

        #expect(heir.cluster.failedTicket >= ticket && heir.cluster.answeredTicket < ticket)
    }

    @Test func `a replica that starts is not ready, says so once, and reads once a second`() throws {
        let (world, newer) = try upgraded(1)
        let late = world.add()
        let before = late.log.callCount

        for mark in 10..<110 as Range<UInt64> {
            #expect(try beat(newer, mark))
            world.run(milliseconds: 100)
        }

        try expect(late, world, .loading)
        let looks = 110
        #expect(late.log.callCount - before < looks + 15)
    }

    @Test func `an export of such a log is refused, and changes nothing`() throws {
        let (world, _) = try upgraded(1)
        let before = (world.engine.row, world.engine.entries)

        let error = #expect(throws: MovingError.self) { try DataExport(world.engine.connect()) }

        #expect(error?.description.contains("was written by a newer progressd") == true && error?.exitStatus == 78)
        #expect(world.engine.row == before.0 && world.engine.entries == before.1)
    }

    @Test func `a damaged log is told once, however much is written`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        let late = world.add()
        late.log.setOutage(.damaged)

        for number in 1...100 as ClosedRange<UInt64> {
            _ = try writer.insert(ProgressID(high: 1, low: number))
            world.run(milliseconds: 100)
        }

        #expect(late.lines.count("the log is damaged") == 1 && late.lines.count("the log answers again") == 0)
        late.log.setOutage(nil)
        world.run(milliseconds: 2_000)
        #expect(late.lines.count("the log answers again") == 1 && late.nodeCount == 100)
    }
}
