import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// What a writer does, a turn at a time: groups and beats, snapshots, and at last the hand-over. On the cluster thread.
struct Reign {
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
    private let holder: Holder
    private let context: MemberContext
    private var groups: GroupOutbox
    private var snapshots: SnapshotWriting
    private var leaving = Leaving.not
    /// The first group is safe: this replica rules.
    private(set) var hasBegun = false
    private let firstEntry: UInt64
    /// When it beats for replicas whose first look at this reign saw its first entry already: they forward once they see
    /// another change. `.max` after that.
    private var signDue: UInt64

    /// Between two groups that no reply waits for.
    private static let groupInterval: UInt64 = 200_000_000
    private static let drainInterval: UInt64 = 1_000_000
    /// What is left for the hand-over itself when writes do not end.
    private static let handingTime: UInt64 = 100_000_000

    /// - Parameter history: with the term and the run that begin.
    init(
        _ holder: Holder,
        _ term: TermRecord,
        _ history: LogHistory,
        after position: LogPosition,
        _ schedule: SnapshotSchedule,
        _ context: MemberContext
    ) {
        self.term = term
        self.holder = holder
        self.context = context
        groups = GroupOutbox(history, term, after: position, context)
        snapshots = SnapshotWriting(schedule, context)
        firstEntry = position.number + 1
        signDue = context.clock() + Self.groupInterval
    }

    private var now: UInt64 { context.clock() }

    /// When the next turn is due without any news.
    func nextTurn(_ desk: Desk) -> UInt64 {
        let now = now
        if desk.rests { return desk.office.nextDue }
        guard case .not = leaving else { return now + Self.drainInterval }
        if snapshots.hasWork { return now }
        return min(desk.office.nextDue, now + Self.groupInterval)
    }

    /// The lease ends at once. The next turns hand over.
    mutating func leave(by deadline: UInt64, _ desk: inout Desk) {
        guard case .not = leaving else { return }
        leaving = .drains(by: deadline)
        desk.leave()
        context.cluster.noteLease(until: 0)
    }

    /// - Returns: how the reign ended; nil: it lasts.
    mutating func turn(_ desk: inout Desk) -> End? {
        let ticket = context.cluster.tickets.newest
        let acknowledged = desk.office.leaseEnd
        let end = act(&desk)
        if end == nil, hasBegun, case .not = leaving { context.cluster.noteLease(until: desk.office.leaseEnd) }
        // What another replica may have acknowledged since, it did after this renewal was sent.
        let isNewest = end == nil && (desk.office.rules(at: now) || desk.office.leaseEnd != acknowledged)
        if isNewest { context.cluster.noteCaughtUp(now) }
        let tickets = context.cluster.tickets
        if isNewest ? tickets.answer(ticket) : tickets.fail(ticket) { context.wake() }
        return end
    }

    private mutating func act(_ desk: inout Desk) -> End? {
        if now >= leaving.deadline { return .gaveUp }
        if desk.rests { return nil }
        if desk.office.mustLook, let end = settle(&desk) { return end }
        if desk.office.mustLook { return nil }
        if snapshots.isBridging { return bridge(&desk) }
        let awaited = snapshots.isWaiting
        if collect(&desk), let end = send(&desk) { return end }
        if awaited && groups.isEmpty { snapshots.noteCaughtUp(through: groups.end.number) }
        stepSnapshot(&desk)
        return nil
    }

    /// - Returns: false if nothing may be sent yet.
    private mutating func collect(_ desk: inout Desk) -> Bool {
        var isLast = false
        if case .drains(let deadline) = leaving {
            if context.cluster.isWriting, now + Self.handingTime < deadline { return false }
            // Entries that are left over go first; then the last group is taken.
            isLast = groups.nextEntry == nil
        }
        let (context, rules) = (context, hasBegun)
        groups.collect(isLast: isLast) {
            // A long group must not cost the lease.
            guard context.clock() >= desk.office.nextDue, desk.renew(carrying: nil) == .acknowledged, rules else {
                return
            }
            context.cluster.noteLease(until: desk.office.leaseEnd)
        }
        if isLast, case .drains(let deadline) = leaving { leaving = .hands(by: deadline) }
        groups.noteAcknowledged(through: desk.office.acknowledged)
        return true
    }

    /// Appends what is there, or beats when that is due.
    private mutating func send(_ desk: inout Desk) -> End? {
        while true {
            let entry = groups.nextEntry
            var handsOver = false
            if case .hands = leaving { handsOver = entry == nil || groups.isLastEntry }
            guard entry != nil || handsOver || mustBeat(desk) else { return nil }
            guard let consequence = desk.renew(carrying: entry, handingOver: handsOver, by: leaving.deadline) else {
                return nil
            }
            switch consequence {
            case .acknowledged, .handedOver:
                if entry != nil { noteAppended() }
                if now >= signDue { signDue = .max }
                groups.noteAcknowledged(through: desk.office.acknowledged)
                noteBegun(desk)
                if consequence == .handedOver { return .handedOver }
            case .deposed: return .deposed
            case .inDoubt:
                if desk.rests { return nil }
                if let end = settle(&desk) { return end }
            case .nothing, .sendAgain, .seen, .fellBack, .tookOffice: return nil
            }
        }
    }

    private mutating func noteAppended() { snapshots.note(entry: groups.noteAppended()) }

    private func mustBeat(_ desk: Desk) -> Bool {
        let now = now
        return now >= min(desk.office.nextDue, signDue) || !groups.isEmpty
            || context.cluster.tickets.hasWaiting && !desk.office.rules(at: now)
    }

    private mutating func noteBegun(_ desk: Desk) {
        guard !hasBegun, desk.office.acknowledged >= firstEntry else { return }
        hasBegun = true
        context.status.noteFollowing(false)
        context.messages.holdsOffice(term: term.term, entries: desk.office.acknowledged, isClean: term.isClean)
        context.cluster.noteTakeover(isClean: term.isClean)
        context.cluster.noteLease(until: desk.office.leaseEnd)
        context.wake()
    }

    /// Looks what became of a renewal that was not answered.
    private mutating func settle(_ desk: inout Desk) -> End? {
        switch desk.look() {
        case .deposed: return .deposed
        case .seen: noteAppended()
        case .fellBack: fallBack(to: desk.office.tail)
        case .nothing, .sendAgain, .acknowledged, .inDoubt, .tookOffice, .handedOver: break
        }
        return nil
    }

    private mutating func fallBack(to tail: UInt64) {
        context.messages.logFellBack(from: groups.end.number, to: tail)
        if groups.fallBack(to: tail) { return }
        snapshots.beginBridge(after: LogPosition(number: tail, chain: groups.end.chain), groups.history)
    }

    // MARK: Snapshots

    /// Writes all that the registry holds into the place of entries that are lost.
    private mutating func bridge(_ desk: inout Desk) -> End? {
        if now >= desk.office.nextDue, desk.renew(carrying: nil) == .inDoubt, let end = settle(&desk) { return end }
        let position = LogPosition(number: desk.office.tail, chain: groups.end.chain)
        if !snapshots.hasWork { snapshots.beginBridge(after: position, groups.history) }
        snapshots.step(as: holder, &desk.health)
        if !snapshots.isBridging { groups.restart(after: position.number) }
        return nil
    }

    private mutating func stepSnapshot(_ desk: inout Desk) {
        if case .not = leaving {} else { return }
        if groups.isEmpty { snapshots.beginIfDue(after: groups.end, groups.history) }
        snapshots.step(as: holder, &desk.health)
    }
}
