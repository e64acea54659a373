import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// Sends what the office decides to the engine, and hears the answers. On the cluster thread.
struct Desk {
    private let context: MemberContext
    private(set) var office: Office
    private var random: any RandomNumberGenerator
    var health: EngineHealth
    /// The newest statement failed: the next waits until the office says so.
    private var hasFailed = false

    init(_ context: MemberContext, random: any RandomNumberGenerator) {
        self.context = context
        self.random = random
        office = Office(lease: context.settings.lease)
        health = EngineHealth(context)
    }

    /// Whether a statement would come too soon after one that failed.
    var rests: Bool { hasFailed && context.clock() < office.nextDue }

    mutating func look() -> Consequence { send(office.look(at: context.clock())) }

    /// - Returns: whether this replica holds the office now, as `office.holder` says.
    mutating func claim() -> Bool {
        let claim = office.claim(for: context.settings.address, at: context.clock(), drawingFrom: &random)
        return claim.map { send($0) } == .tookOffice
    }

    /// An append, or a beat without an entry.
    /// - Returns: nil if it could not be sent.
    mutating func renew(
        carrying entry: Entry?,
        handingOver handsOver: Bool = false,
        by deadline: UInt64 = .max
    ) -> Consequence? {
        let begin = context.clock()
        let statement = office.renew(
            carryingEntry: entry != nil,
            handingOver: handsOver,
            at: begin,
            drawingFrom: &random
        )
        guard let statement else { return nil }
        let consequence = send(statement, entry, by: deadline)
        guard entry != nil, !hasFailed else { return consequence }
        let duration = Int(context.clock() - begin)
        context.cluster.appends.note(duration)
        context.status.syncs.note(duration)
        return consequence
    }

    mutating func leave() { office.leave() }

    mutating func draw() -> UInt32 { random.next() }

    private mutating func send(
        _ statement: Statement,
        _ entry: Entry? = nil,
        by deadline: UInt64 = .max
    ) -> Consequence {
        let (reply, failure) = context.log.perform(
            statement,
            entry: entry,
            by: min(deadline, context.statementDeadline)
        )
        let now = context.clock()
        hasFailed = failure != nil
        if let failure { health.note(failure, at: now) } else { health.noteAnswer(at: now) }
        if case .renew = statement { tellStorage(failure) }
        return office.hear(reply, at: now)
    }

    /// An engine without room, or without the right to write, is to clients what a full or failing disk is.
    private func tellStorage(_ failure: LogFailure?) {
        switch failure {
        case nil:
            guard context.status.refusal != nil else { return }
            context.status.refuse(nil)
        case .full: refuse(.full)
        case .refused, .damaged, .newer: refuse(.failing)
        case .noAnswer, .notDone: break
        }
    }

    private func refuse(_ refusal: StorageStatus.Refusal) {
        context.status.refuse(refusal)
        context.status.noteStuck(true)
        if context.status.waitingCount > 0 { context.wake() }
    }
}
