import TestSupport

@testable import ProgressLog

/// A replica that an `OfficeModel` drives in small steps, between which anything may happen.
struct ModelReplica {
    enum Phase {
        case idle
        /// On its way to the engine.
        case sent(Statement, Entry?)
        /// On its way back.
        case replied(Reply, to: Statement)
        /// It took the office, and has not read the log yet.
        case loading
    }

    let number: Int
    let log: MemoryLog
    var office: Office
    var phase = Phase.idle
    /// By its number; to be sent again where the engine lost them.
    var entries: [UInt64: Entry] = [:]
    var source: SeededGenerator
    /// As it was before the statement was sent.
    private(set) var before: (office: Office, source: SeededGenerator)

    init(_ number: Int, _ engine: MemoryEngine, lease: UInt64, seed: UInt64) {
        self.number = number
        log = engine.connect()
        office = Office(lease: lease)
        source = SeededGenerator(seed: seed)
        before = (office, source)
    }

    /// Decides what to send next.
    mutating func decide(at now: UInt64, _ random: inout SeededGenerator) {
        before = (office, source)
        if let statement = statement(at: now, &random) {
            var entry: Entry?
            if case .renew(let renewal) = statement, renewal.carriesEntry { entry = self.entry(after: renewal) }
            phase = .sent(statement, entry)
        }
    }

    private mutating func statement(at now: UInt64, _ random: inout SeededGenerator) -> Statement? {
        guard office.isWriter, !office.mustLook else {
            return office.claim(at: now, drawingFrom: &source) ?? office.look(at: now)
        }
        if random.chance(20) { return office.look(at: now) }
        let handsOver = random.chance(30)
        let carriesEntry = random.chance(2)
        return office.renew(carryingEntry: carriesEntry, handingOver: handsOver, at: now, drawingFrom: &source)
    }

    /// The entry that was sent before under this number, or a new one.
    private mutating func entry(after renewal: Renewal) -> Entry {
        let number = renewal.tail + 1
        if let known = entries[number] { return known }
        let content = source.next()
        let entry = Entry(number: number, term: renewal.term, bytes: withUnsafeBytes(of: content) { Array($0) })
        entries[number] = entry
        return entry
    }

    /// As if the renewal had been sent now: a planted fault.
    mutating func send(_ renewal: Renewal, again now: UInt64) {
        (office, source) = before
        let statement = office.renew(
            carryingEntry: renewal.carriesEntry,
            handingOver: renewal.handsOver,
            at: now,
            drawingFrom: &source
        )
        precondition(statement == .renew(renewal), "The same numbers are drawn.")
    }
}
