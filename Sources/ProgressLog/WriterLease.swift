/// A writer's view of its office.
///
/// Two rules keep an engine honest that shows a commit before it is replicated, and then fails over: only an answer
/// acknowledges, and what was only seen is acknowledged by the next answer. And a lease counts from when the renewal was
/// sent, because an heir may see its change right after.
///
/// A third is for engines that lose what they answered: the office is a writer's while the row has its key, not its term
/// alone, which another may have taken in a history without its claim.
struct WriterLease: Sendable {
    let holder: Holder
    /// The engine's life when it last showed the row.
    private var life: EngineLife?
    private(set) var tail: UInt64
    private(set) var acknowledged: UInt64
    /// Until when no other replica can have claimed; 0: unknown.
    private(set) var leaseEnd: UInt64
    /// When the newest renewal that was answered had been sent.
    private(set) var renewedAt: UInt64
    /// Whether it has to look before the next renewal.
    private(set) var isInDoubt = false
    /// Whether entry `tail` + 1 was sent, and so may be in the log, or arrive yet.
    private var hasSentNext = false
    private(set) var isLeaving = false

    /// - Parameter row: that was claimed.
    init(_ holder: Holder, after row: OfficeRow, sentAt: UInt64, leaseEnd: UInt64) {
        self.holder = holder
        life = row.life
        tail = row.tail
        self.leaseEnd = leaseEnd
        acknowledged = tail
        renewedAt = sentAt
    }

    /// The lease ends for good: when the row becomes free, an heir does not wait for it.
    mutating func leave() {
        isLeaving = true
        leaseEnd = 0
    }

    /// The engine refused a beat: perhaps because the row is not there.
    mutating func doubt() { isInDoubt = true }

    mutating func sent(_ renewal: LeaseRenewal) {
        if renewal.carriesEntry { hasSentNext = true }
        if renewal.handsOver { leave() }
    }

    mutating func heard(
        _ reply: StatementReply,
        to renewal: LeaseRenewal,
        sentAt: UInt64,
        leaseEnd: UInt64
    ) -> ElectionOutcome {
        switch reply {
        case .yes:
            if renewal.carriesEntry { advance() }
            acknowledged = tail
            renewedAt = sentAt
            if renewal.handsOver { return .handedOver }
            if !isLeaving { self.leaseEnd = leaseEnd }
            return .acknowledged
        case .no:
            // Deposed, or an attempt from before arrived in between.
            self.leaseEnd = 0
            isInDoubt = true
            return .inDoubt
        case .noAnswer:
            // A beat changes nothing that the next renewal builds on.
            guard renewal.carriesEntry || renewal.handsOver else { return .nothing }
            isInDoubt = true
            return .inDoubt
        case .notDone: return renewal.carriesEntry ? .sendAgain : .nothing
        case .row, .noRow: preconditionFailure("A row answers a look.")
        }
    }

    /// - Parameter row: nil if there is none.
    mutating func saw(_ row: OfficeRow?) -> ElectionOutcome {
        let wasInDoubt = isInDoubt
        if let reason = FollowedLog(holder, life, snapshot: 0).estrangement(from: row, holding: tail) {
            leaseEnd = 0
            isInDoubt = true
            return .estranged(reason)
        }
        guard let row, row.holder == holder else { return .deposed }
        life = row.life
        if row.tail == tail {
            isInDoubt = false
            return wasInDoubt && hasSentNext ? .sendAgain : .nothing
        }
        if row.tail == tail + 1 && hasSentNext {
            advance()
            isInDoubt = false
            return .seen
        }
        guard row.tail < tail else { return .deposed }
        tail = row.tail
        hasSentNext = true
        isInDoubt = false
        return .fellBack
    }

    private mutating func advance() {
        tail += 1
        hasSentNext = false
    }
}
