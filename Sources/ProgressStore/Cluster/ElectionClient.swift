import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// Runs the election's statements on the engine, and feeds the replies back. On the cluster thread.
struct ElectionClient {
    private let context: MemberContext
    private(set) var election: Election
    private var random: any RandomNumberGenerator
    var health: EngineHealth
    /// The newest statement failed: the next waits until the election says so.
    private var hasFailed = false

    init(_ context: MemberContext, random: any RandomNumberGenerator) {
        self.context = context
        self.random = random
        election = Election(lease: context.settings.lease)
        health = EngineHealth(context)
    }

    /// Whether a statement would come too soon after one that failed.
    var rests: Bool { hasFailed && context.clock() < election.nextDue }

    /// - Parameter makesRow: nothing was ever read here: a log that is not there is begun.
    mutating func look(makingRow makesRow: Bool = false) -> ElectionOutcome {
        let outcome = send(election.look(makingRow: makesRow, at: context.clock()))
        if case .estranged = outcome { hasFailed = true }
        return outcome
    }

    /// - Returns: whether this replica holds the office now, as `election.holder` says.
    mutating func claim() -> Bool {
        let claim = election.claim(for: context.settings.address, at: context.clock(), drawingFrom: &random)
        return claim.map { send($0) } == .tookOffice
    }

    /// An append, or a beat without an entry.
    /// - Returns: nil if it could not be sent.
    mutating func renew(
        carrying entry: LogEntry?,
        handingOver handsOver: Bool = false,
        by deadline: UInt64 = .max
    ) -> ElectionOutcome? {
        let begin = context.clock()
        let statement = election.renew(
            carryingEntry: entry != nil,
            handingOver: handsOver,
            at: begin,
            drawingFrom: &random
        )
        guard let statement else { return nil }
        let outcome = send(statement, entry, by: deadline)
        let duration = Int(context.clock() - begin)
        // An append that was given up took a lease; one that could not be sent took no time, and is none.
        guard entry != nil, !hasFailed || duration >= context.settings.lease else { return outcome }
        context.cluster.appends.note(duration)
        context.status.syncs.note(duration)
        return outcome
    }

    mutating func leave() { election.leave() }

    mutating func draw() -> UInt32 { random.next() }

    private mutating func send(
        _ statement: ElectionStatement,
        _ entry: LogEntry? = nil,
        by deadline: UInt64 = .max
    ) -> ElectionOutcome {
        let (reply, failure) = context.log.perform(
            statement,
            entry: entry,
            by: min(deadline, context.statementDeadline)
        )
        let now = context.clock()
        hasFailed = failure != nil
        let part = entry == nil ? EngineHealth.Part.office : .entries
        if let failure { health.note(failure, of: part, at: now) } else { health.noteAnswer(of: part, at: now) }
        // An entry changes the office's row as well.
        if failure == nil, entry != nil { health.noteAnswer(of: .office, at: now) }
        if let failure, case .renew = statement { tellStorage(failure) }
        let outcome = election.hear(reply, at: now)
        if entry == nil, case .renew = statement, case .refused = failure { election.doubt() }
        return outcome
    }

    /// To clients, an engine without room, or without the right to write, is like a full or failing disk.
    private func tellStorage(_ failure: LogFailure) {
        switch failure {
        case .full: refuse(.full)
        case .refused, .damaged, .newer: refuse(.failing)
        case .noAnswer, .notDone: break
        }
    }

    /// Everything that was to be written is written.
    mutating func noteAllWritten() {
        if context.status.refusal != nil { context.status.refuse(nil) }
        health.noteAnswer(of: .entries, at: context.clock())
    }

    private func refuse(_ refusal: StorageStatus.Refusal) {
        context.status.refuse(refusal)
        context.status.noteStuck(true)
        if context.status.waitingCount > 0 { context.wake() }
    }
}
