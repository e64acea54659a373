import ProgressRecords
import TestLogs
import TestSupport

@testable import ProgressLog

/// A replica that an `ElectionModel` drives in small steps, between which anything may happen.
struct ModelReplica {
    enum Phase {
        case idle
        /// On its way to the engine.
        case sent(ElectionStatement, LogEntry?)
        /// On its way back.
        case replied(StatementReply, to: ElectionStatement)
        /// An heir reads the log, after a look that found this row.
        case reading(OfficeRow)
    }

    let number: Int
    let log: MemoryLog
    var election: Election
    var phase = Phase.idle
    /// Entries that it has read or sent, by number.
    private(set) var entries: [UInt64: LogEntry] = [:]
    /// The newest entry that it has read, or that is in the log as its own.
    private(set) var position: UInt64 = 0
    /// The row's holder when it last saw that its entries are those of the log.
    private var checkedHolder: Holder?
    /// Number of the engine's failovers before the newest answered statement came to it, and before the newest of all.
    private(set) var era = 0
    var sentEra = 0
    private var source: SeededGenerator
    /// The state before the statement was sent.
    private var before: (election: Election, source: SeededGenerator)

    init(_ number: Int, _ engine: MemoryEngine, lease: UInt64, seed: UInt64) {
        self.number = number
        log = engine.connect()
        election = Election(lease: lease)
        source = SeededGenerator(seed: seed)
        before = (election, source)
    }

    /// Decides what to send next.
    mutating func decide(at now: UInt64, _ random: inout SeededGenerator) {
        before = (election, source)
        guard let statement = statement(at: now, &random) else { return }
        var entry: LogEntry?
        if case .renew(let renewal) = statement, renewal.carriesEntry { entry = self.entry(after: renewal) }
        phase = .sent(statement, entry)
    }

    private mutating func statement(at now: UInt64, _ random: inout SeededGenerator) -> ElectionStatement? {
        guard election.isWriter else {
            let isCaughtUp = election.seen?.tail == position && election.seen?.holder == checkedHolder
            let claim = isCaughtUp ? election.claim(for: "replica:\(number)", at: now, drawingFrom: &source) : nil
            return claim ?? election.look(makingRow: true, at: now)
        }
        if election.mustLook || random.chance(20) { return election.look(makingRow: true, at: now) }
        let handsOver = random.chance(30)
        let carriesEntry = random.chance(2)
        return election.renew(carryingEntry: carriesEntry, handingOver: handsOver, at: now, drawingFrom: &source)
    }

    /// The entry that was sent before under this number, or a new one.
    private mutating func entry(after renewal: LeaseRenewal) -> LogEntry {
        let number = renewal.tail + 1
        if let known = entries[number] { return known }
        var group = GroupBuffer()
        group.appendRemoval(kind: 1, id: RecordID(high: source.next(), low: 0))
        let chain = entries[renewal.tail]?.chain ?? 0
        let entry = LogEntry.seal(group, number: number, term: renewal.holder.term, after: chain).entry
        entries[number] = entry
        return entry
    }

    /// The entry that a writer sent is in the log.
    mutating func noteTail() { position = election.tail }

    /// The statement that it sent was answered.
    mutating func noteAnswer() { era = sentEra }

    /// Draws the renewal again as if it had been sent now: a planted fault.
    mutating func send(_ renewal: LeaseRenewal, again now: UInt64) {
        (election, source) = before
        let statement = election.renew(
            carryingEntry: renewal.carriesEntry,
            handingOver: renewal.handsOver,
            at: now,
            drawingFrom: &source
        )
        precondition(statement == .renew(renewal), "The same numbers are drawn.")
    }
}

/// Reading ahead, as an heir.
extension ModelReplica {
    /// Reads new entries after a look that found `row`. Entries that it has may be of a history that the engine lost.
    mutating func read(_ row: OfficeRow) {
        if row.tail < position { forget() }
        guard row.holder == checkedHolder || isOfTheLog() else { return forget() }
        guard let found = try? log.read(after: position, most: .max, by: .max) else { return }
        for entry in found {
            guard (try? entry.open(after: entries[position]?.chain ?? 0)) != nil else { return forget() }
            position = entry.number
            entries[position] = entry
        }
        checkedHolder = row.holder
    }

    private func isOfTheLog() -> Bool {
        guard position > 0 else { return true }
        guard let entry = try? log.read(after: position - 1, most: 1, by: .max).first else { return false }
        return entry.number == position && entry.chain == entries[position]?.chain
    }

    private mutating func forget() {
        (position, entries, checkedHolder) = (0, [:], nil)
    }
}
