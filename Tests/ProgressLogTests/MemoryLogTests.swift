import Glibc
import Platform
import ProgressLog
import TestLogs
import Testing

/// The log of the tests keeps the same promises as an engine, and breaks them only on demand.
struct MemoryLogTests {
    private let engine = MemoryEngine()
    private static let key = [UInt8](repeating: 7, count: ElectionBid.keyByteCount)

    private static func entry(_ number: UInt64, _ byteCount: Int = 10) -> LogEntry {
        LogEntry(number: number, term: 1, bytes: [UInt8](repeating: UInt8(number), count: byteCount))
    }

    /// The holder of the first claim, and others.
    private static let holder = Holder(term: 1, address: "a:1", key: key)
    private static let others = [
        Holder(term: 2, address: "a:1", key: key),
        Holder(term: 1, address: "a:2", key: key),
        Holder(term: 1, address: "a:1", key: key.map { $0 + 1 }),
    ]

    private static func mark(_ number: UInt64) -> OfficeMark { OfficeMark(high: 0, low: number) }

    private func claimed(by log: MemoryLog, mark: UInt64 = 1) throws -> Bool {
        let claim = ElectionBid(mark: Self.mark(mark), address: "a:1", key: Self.key)
        return try log.claim(claim, seen: log.look(by: .max), by: .max)
    }

    private func append(
        _ number: UInt64?,
        to log: MemoryLog,
        as holder: Holder = holder,
        tail: UInt64,
        mark: UInt64 = 9,
        handsOver: Bool = false
    ) throws -> Bool {
        let entry = number.map { Self.entry($0) }
        let mark = Self.mark(mark)
        return try log.append(entry, as: holder, tail: tail, mark: mark, handsOver: handsOver, by: .max)
    }

    private func put(
        _ part: Int,
        of number: UInt64,
        _ bytes: [UInt8],
        into log: MemoryLog,
        as holder: Holder = holder
    ) throws -> Bool {
        try log.putSnapshot(part: part, of: number, bytes, as: holder, by: .max)
    }

    /// Three entries of ten bytes under term 1.
    private func filled() throws -> MemoryLog {
        let log = engine.connect()
        _ = try claimed(by: log)
        for number in 1...3 as ClosedRange<UInt64> { _ = try append(number, to: log, tail: number - 1) }
        return log
    }

    @Test func `the first look makes a free row, and a claim takes it`() throws {
        let log = engine.connect()

        let first = try log.look(by: .max)
        let isDone = try claimed(by: log)

        let row = try log.look(by: .max)
        #expect((first.term, first.tail, first.isFree) == (0, 0, true))
        #expect(isDone && (row.term, row.tail, row.isFree) == (1, 0, false))
        #expect((row.address, row.key, row.mark) == ("a:1", Self.key, Self.mark(1)))
    }

    @Test func `of two claims on one row one succeeds`() throws {
        let (one, other) = (engine.connect(), engine.connect())
        let seen = try one.look(by: .max)

        let first = try one.claim(ElectionBid(mark: Self.mark(1), address: "", key: Self.key), seen: seen, by: .max)
        let second = try other.claim(ElectionBid(mark: Self.mark(2), address: "", key: Self.key), seen: seen, by: .max)

        #expect(first && !second && engine.row?.mark == Self.mark(1))
    }

    @Test func `an append needs the holder and the tail, sets the mark, and may hand over in the same step`() throws {
        let log = try filled()

        let tooEarly = try append(3, to: log, tail: 2)
        let tooLate = try append(nil, to: log, tail: 4)
        let others = try Self.others.map { try append(4, to: log, as: $0, tail: 3) }
        let beat = try append(nil, to: log, tail: 3, mark: 20)
        let last = try append(4, to: log, tail: 3, mark: 21, handsOver: true)

        #expect(!tooEarly && !tooLate && !others.contains(true) && beat && last)
        #expect(engine.row?.tail == 4 && engine.row?.isFree == true && engine.row?.mark == Self.mark(21))
        #expect(engine.entries.map(\.number) == [1, 2, 3, 4])
    }

    @Test func `reading gives what fits, and one entry at least`() throws {
        let log = try filled()

        let counts = try [0, 10, 25, 30, 1000].map { try log.read(after: 0, most: $0, by: .max).count }
        let rest = try log.read(after: 2, most: 1000, by: .max)

        #expect(counts == [1, 1, 2, 3, 3])
        #expect(rest == [Self.entry(3)])
        #expect(try log.read(after: 3, most: 1000, by: .max).isEmpty)
    }

    @Test func `a snapshot appears with its last part, in the place of the one before`() throws {
        let log = try filled()
        for number in [1, 2] as [UInt64] {
            for part in 0..<2 { #expect(try put(part, of: number, [UInt8(number), UInt8(part)], into: log)) }
            let early = try log.publishSnapshot(number, partCount: 3, as: Self.holder, by: .max)
            for other in Self.others {
                #expect(try !put(0, of: number, [9], into: log, as: other))
                #expect(try !log.publishSnapshot(number, partCount: 2, as: other, by: .max))
            }
            #expect(!early && engine.row?.snapshot == number - 1)
            #expect(try log.publishSnapshot(number, partCount: 2, as: Self.holder, by: .max))
        }

        #expect(engine.row?.snapshot == 2)
        #expect(try log.readSnapshot(2, part: 1, by: .max) == [2, 1])
        #expect(try log.readSnapshot(2, part: 2, by: .max) == nil)
        #expect(try log.readSnapshot(1, part: 0, by: .max) == nil)
    }

    @Test func `trimming deletes in steps, and never what no snapshot holds`() throws {
        let log = try filled()
        let before = try log.trim(through: 3, most: 10, by: .max)
        _ = try put(0, of: 2, [1], into: log)
        _ = try log.publishSnapshot(2, partCount: 1, as: Self.holder, by: .max)

        let steps = try [log.trim(through: 3, most: 1, by: .max), log.trim(through: 3, most: 1, by: .max)]

        #expect(!before && steps == [true, false])
        #expect(try log.read(after: 0, most: 100, by: .max).map(\.number) == [3])
    }

    @Test func `a lost answer says nothing of what happened`() throws {
        let log = try filled()
        log.order(.lostBefore, .lostAfter)

        let failure = LogFailure.noAnswer("the connection to the engine was lost")
        #expect(throws: failure) { try append(4, to: log, tail: 3) }
        let afterFirst = engine.entries.count
        #expect(throws: failure) { try append(4, to: log, tail: 3) }

        #expect(afterFirst == 3 && engine.entries.count == 4)
    }

    @Test func `a failover takes back what was not replicated, and nothing else`() throws {
        let log = try filled()
        log.order(.unreplicated)
        #expect(throws: LogFailure.self) { try append(4, to: log, tail: 3) }
        let visible = engine.entries.count

        engine.failOver()

        #expect(visible == 4 && engine.entries.count == 3 && engine.row?.tail == 3)
    }

    @Test func `what was not replicated is, with the next answer`() throws {
        let log = try filled()
        log.order(.unreplicated)
        #expect(throws: LogFailure.self) { try append(4, to: log, tail: 3) }
        _ = try append(nil, to: log, tail: 4)

        engine.failOver()

        #expect(engine.entries.count == 4)
    }

    @Test func `an engine can lose what it acknowledged`() throws {
        _ = try filled()

        engine.loseEntries(2)

        #expect(engine.entries.count == 1 && engine.row?.tail == 1)
    }

    @Test func `a late statement arrives on its condition`() throws {
        let log = try filled()
        log.order(.late, .late)
        #expect(throws: LogFailure.self) { try append(4, to: log, tail: 3) }
        #expect(throws: LogFailure.self) { try append(4, to: log, tail: 3) }
        let before = engine.entries.count

        engine.deliverLate()

        #expect(before == 3 && engine.entries.count == 4)
    }

    @Test func `faults come in order, then the replica's outage, then the engine's`() throws {
        let log = try filled()
        log.order(.full)
        log.setOutage(.refused)
        engine.setOutage(.notDone)

        #expect(throws: LogFailure.full("the engine's disk is full")) { try log.look(by: .max) }
        #expect(throws: LogFailure.refused("the engine refuses the password")) { try log.look(by: .max) }
        log.setOutage(nil)
        #expect(throws: LogFailure.notDone("the engine cannot be reached")) { try log.look(by: .max) }
        engine.setOutage(nil)

        #expect(try log.look(by: .max).tail == 3)
    }

    @Test func `a slow answer comes, or is given up at the deadline`() throws {
        let log = try filled()
        log.order(.slow(1_000_000), .slow(3_600_000_000_000))

        _ = try log.look(by: .max)
        let deadline = MonotonicClock.now() + 1_000_000

        #expect(throws: LogFailure.self) { try log.look(by: deadline) }
        #expect(MonotonicClock.now() >= deadline)
    }

    @Test func `damage shows in what is read`() throws {
        let log = try filled()
        _ = try put(0, of: 3, [1, 2, 3], into: log)
        log.order(.damaged, .damaged)

        let (entries, part) = try (
            log.read(after: 2, most: 10, by: .max), log.readSnapshot(3, part: 0, by: .max)
        )

        #expect(entries != [Self.entry(3)] && part != [1, 2, 3])
        #expect(engine.entries[2] == Self.entry(3))
    }

    @Test func `a sleeper wakes at the change of another replica, and not at its own`() throws {
        let (log, other) = (try filled(), engine.connect())
        let (wake, otherWake) = (WakePipe(), WakePipe())
        log.wait(until: 0, wake)
        _ = try append(nil, to: log, tail: 3)
        let deadline = MonotonicClock.now() + 1_000_000
        log.wait(until: deadline, wake)
        let slept = MonotonicClock.now() >= deadline

        other.wait(until: 0, otherWake)
        let appending = Thread { [engine] in
            let log = engine.connect()
            _ = try? log.append(nil, as: Self.holder, tail: 3, mark: Self.mark(30), handsOver: false, by: .max)
        }
        let thread = appending.start()
        other.wait(until: .max, otherWake)
        pthread_join(thread, nil)

        #expect(slept && engine.row?.mark == Self.mark(30))
    }

    @Test func `a sleeper wakes when it is rung`() {
        let log = engine.connect()
        let wake = WakePipe()
        wake.ring()

        log.wait(until: .max, wake)

        #expect(!wake.drain())
    }
}
