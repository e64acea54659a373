import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry

/// A writer's work, a turn at a time: groups and beats, snapshots, and at last the hand-over. On the cluster thread.
struct WriterTerm {
    enum End {
        case deposed
        case handedOver
        /// It had to hand over, and the engine did not answer in time.
        case gaveUp
    }

    private enum Leaving {
        case not
        /// Writes that were let in are still being executed.
        case drains(by: UInt64)
        case hands(by: UInt64)

        var deadline: UInt64 {
            switch self {
            case .not: .max
            case .drains(let deadline), .hands(let deadline): deadline
            }
        }
    }

    let term: TermRecord
    let holder: Holder
    private let context: MemberContext
    private var groups: GroupOutbox
    private var snapshots: SnapshotWriting
    private var leaving = Leaving.not
    /// The first group is safe: this replica rules.
    private(set) var hasBegun = false
    private let firstEntry: UInt64
    /// The engine took no entry: a beat comes before the next, so that heirs see that the writer lives.
    private var keepsOffice = false
    /// When it beats for replicas whose first look at this term saw its first entry already: they forward once they see
    /// another change. `.max` after that.
    private var signDue: UInt64

    /// Between two groups that no reply waits for.
    private static let groupInterval: UInt64 = 200_000_000
    private static let drainInterval: UInt64 = 1_000_000
    /// Entries of so many bytes are large: an engine takes a tenth of a second and more for them.
    private static let largeByteCount = 4 << 20
    /// The time that is left for the hand-over itself when writes do not end; nanoseconds.
    private static let handingTime: UInt64 = 100_000_000

    /// - Parameter history: with the term and the run that begin.
    init(
        _ holder: Holder,
        _ term: TermRecord,
        _ history: LogHistory,
        after position: LogPosition,
        as form: RecordForm,
        _ schedule: SnapshotSchedule,
        _ context: MemberContext
    ) {
        self.term = term
        self.holder = holder
        self.context = context
        groups = GroupOutbox(history, term, after: position, as: form, context)
        snapshots = SnapshotWriting(schedule, context)
        firstEntry = position.number + 1
        signDue = context.clock() + Self.groupInterval
    }

    /// The newest entry that is acknowledged.
    var acknowledged: LogPosition { groups.acknowledged }

    /// The form of the records that are taken from now on.
    var form: RecordForm {
        get { groups.form }
        set { groups.form = newValue }
    }

    private var now: UInt64 { context.clock() }

    /// When the next turn is due without any news.
    func nextTurn(_ client: ElectionClient) -> UInt64 {
        let now = now
        if client.rests { return client.election.nextDue }
        guard case .not = leaving else { return now + Self.drainInterval }
        if snapshots.hasWork { return now }
        return min(client.election.nextDue, now + Self.groupInterval)
    }

    /// The lease ends at once. The next turns hand over.
    mutating func leave(by deadline: UInt64, _ client: inout ElectionClient) {
        guard case .not = leaving else { return }
        leaving = .drains(by: deadline)
        client.leave()
        context.cluster.noteLease(until: 0)
    }

    /// - Returns: how the term ended; nil: it lasts.
    mutating func turn(_ client: inout ElectionClient) -> End? {
        let ticket = context.cluster.tickets.newest
        let acknowledged = client.election.leaseEnd
        let end = act(&client)
        if end == nil, hasBegun, case .not = leaving { context.cluster.noteLease(until: client.election.leaseEnd) }
        // If another replica has acknowledged anything since, it did so after this renewal was sent.
        let isNewest = end == nil && (client.election.rules(at: now) || client.election.leaseEnd != acknowledged)
        if isNewest { context.cluster.noteCaughtUp(now) }
        let tickets = context.cluster.tickets
        if isNewest ? tickets.answer(ticket) : tickets.fail(ticket) { context.wake() }
        return end
    }

    private mutating func act(_ client: inout ElectionClient) -> End? {
        if now >= leaving.deadline { return .gaveUp }
        if client.rests { return nil }
        if client.election.mustLook, let end = settle(&client) { return end }
        if client.election.mustLook { return nil }
        if snapshots.isBridging { return bridge(&client) }
        let awaited = snapshots.isWaiting
        if collect(&client), let end = send(&client) { return end }
        if awaited && groups.isEmpty { snapshots.noteCaughtUp(through: groups.end.number) }
        stepSnapshot(&client)
        return nil
    }

    /// - Returns: false if nothing may be sent yet.
    private mutating func collect(_ client: inout ElectionClient) -> Bool {
        var isLast = false
        if case .drains(let deadline) = leaving {
            if context.cluster.isWriting, now + Self.handingTime < deadline { return false }
            // Entries that are left over go first; then the last group is taken.
            isLast = groups.nextEntry == nil
        }
        let (context, rules) = (context, hasBegun)
        groups.collect(isLast: isLast) {
            // A long group must not cost the lease.
            guard context.clock() >= client.election.nextDue, client.renew(carrying: nil) == .acknowledged, rules else {
                return
            }
            context.cluster.noteLease(until: client.election.leaseEnd)
        }
        if isLast, case .drains(let deadline) = leaving { leaving = .hands(by: deadline) }
        groups.noteAcknowledged(through: client.election.acknowledged)
        return true
    }

    /// Appends the next entry, or beats when that is due.
    private mutating func send(_ client: inout ElectionClient) -> End? {
        var hasRenewed = false
        while true {
            let next = keepsOffice ? nil : groups.nextEntry
            var handsOver = false
            if case .hands = leaving, !keepsOffice { handsOver = next == nil || groups.isLastEntry }
            // A large one takes long, for which there is a lease that has just begun.
            let mustRenew = !handsOver && !hasRenewed && next.map { $0.bytes.count >= Self.largeByteCount } == true
            hasRenewed = mustRenew
            let entry = mustRenew ? nil : next
            guard entry != nil || mustRenew || handsOver || keepsOffice || mustBeat(client) else { return nil }
            let onlyBeats = keepsOffice
            keepsOffice = false
            guard let outcome = client.renew(carrying: entry, handingOver: handsOver, by: leaving.deadline) else {
                return nil
            }
            switch outcome {
            case .acknowledged, .handedOver:
                if entry != nil { noteAppended() }
                if groups.nextEntry == nil { client.noteAllWritten() }
                if now >= signDue { signDue = .max }
                groups.noteAcknowledged(through: client.election.acknowledged)
                noteBegun(client)
                if outcome == .handedOver { return .handedOver }
                if onlyBeats { return nil }
            case .deposed: return .deposed
            case .inDoubt:
                keepsOffice = entry != nil && !handsOver
                if client.rests { return nil }
                if let end = settle(&client) { return end }
                if snapshots.isBridging { return nil }
            case .sendAgain:
                guard !handsOver else { return nil }
                keepsOffice = true
            case .nothing, .seen, .fellBack, .tookOffice, .estranged: return nil
            }
        }
    }

    private mutating func noteAppended() { snapshots.note(entry: groups.noteAppended()) }

    private func mustBeat(_ client: ElectionClient) -> Bool {
        let now = now
        return now >= min(client.election.nextDue, signDue) || !groups.isEmpty
            || context.cluster.tickets.hasWaiting && !client.election.rules(at: now)
    }

    private mutating func noteBegun(_ client: ElectionClient) {
        guard !hasBegun, client.election.acknowledged >= firstEntry else { return }
        hasBegun = true
        context.status.noteFollowing(false)
        context.messages.holdsOffice(term: term.term, entries: client.election.acknowledged, isClean: term.isClean)
        context.cluster.noteTakeover(isClean: term.isClean)
        context.cluster.noteLease(until: client.election.leaseEnd)
        context.wake()
    }

    /// Finds out what became of a renewal that was not answered.
    private mutating func settle(_ client: inout ElectionClient) -> End? {
        let outcome = client.look()
        if case .estranged(let reason) = outcome {
            client.health.noteEstranged(reason)
            return nil
        }
        if client.rests { return nil }
        client.health.noteFamiliar()
        switch outcome {
        case .deposed: return .deposed
        case .seen: noteAppended()
        case .fellBack: fallBack(to: client.election.tail)
        case .nothing, .sendAgain, .acknowledged, .inDoubt, .tookOffice, .handedOver, .estranged: break
        }
        return nil
    }

    private mutating func fallBack(to tail: UInt64) {
        context.messages.logFellBack(from: groups.end.number, to: tail)
        if groups.fallBack(to: tail) { return }
        snapshots.beginBridge(after: LogPosition(number: tail, chain: groups.end.chain), groups.history, as: form)
    }

    // MARK: Snapshots

    /// Writes all that the registry holds into the place of entries that are lost.
    private mutating func bridge(_ client: inout ElectionClient) -> End? {
        if now >= client.election.nextDue, client.renew(carrying: nil) == .inDoubt, let end = settle(&client) {
            return end
        }
        let position = LogPosition(number: client.election.tail, chain: groups.end.chain)
        if !snapshots.hasWork { snapshots.beginBridge(after: position, groups.history, as: form) }
        snapshots.step(as: holder)
        if !snapshots.isBridging { groups.restart(after: position.number) }
        return nil
    }

    private mutating func stepSnapshot(_ client: inout ElectionClient) {
        if case .not = leaving {} else { return }
        if groups.isEmpty { snapshots.beginIfDue(after: groups.end, groups.history, as: form) }
        snapshots.step(as: holder)
    }
}
