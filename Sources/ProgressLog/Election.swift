/// One replica's part in the election, as a pure value: what it saw, what it sent, and what follows. It reads no clock and
/// draws no mark by itself, and it knows no engine. Times are monotonic nanoseconds of this replica.
///
/// `look`, `claim` and `renew` say what to send; `hear` takes what came back. One statement is under way at a time, for as
/// long as it likes. `Tests/cluster/model/heir.pml` is the same protocol, checked in all interleavings.
package struct Election: Sendable {
    private struct Sent {
        let statement: ElectionStatement
        let at: UInt64
    }

    /// After this long without a change an heir claims.
    private let lease: UInt64
    private var watch = WriterWatch()
    private var held: WriterLease?
    private var sent: Sent?
    private var triedAt: UInt64?
    private var isLeaving = false

    /// Everything through it counts, as far as this replica learned as a writer. Stays after the office is lost.
    package private(set) var acknowledged: UInt64 = 0

    package init(lease: UInt64) {
        precondition(lease >= 1, "A lease lasts.")
        self.lease = lease
    }

    /// A writer relies on its lease for a little less than heirs wait: clocks may run at speeds that differ by a seventh.
    private var usableLease: UInt64 { lease - lease / 8 }
}

/// The state, as far as it is known.
extension Election {
    /// Whether it took the office, and has not noticed that it lost it.
    package var isWriter: Bool { held != nil }

    /// Whether its trees are the newest: no other replica can have taken the office yet.
    package func rules(at now: UInt64) -> Bool { now < leaseEnd }

    /// When the lease ends; 0 without one.
    package var leaseEnd: UInt64 { held?.leaseEnd ?? 0 }

    /// The writer's term; 0 for an heir.
    package var term: UInt64 { holder?.term ?? 0 }

    /// The writer, as the row names it; nil for an heir.
    package var holder: Holder? { held?.holder }

    /// The writer's newest entry in the log, as far as it knows.
    package var tail: UInt64 { held?.tail ?? 0 }

    /// The row of an heir's newest look, unless that failed.
    package var seen: OfficeRow? { watch.seen }

    /// Whether an heir's newest look found no row.
    package var isMissing: Bool { watch.isMissing }

    /// Whether an heir saw the mark of the row's holder move: only then is the holder known to use this database. A copy of
    /// a database names the replica that uses the original.
    package var hasSeenMarkMove: Bool { watch.hasSeenMarkMove }

    /// Whether a writer has to look before it can renew.
    package var mustLook: Bool { held?.isInDoubt ?? false }

    /// When an heir may claim if nothing changes; 0: now. Nil while it knows nothing.
    package var claimDue: UInt64? { held == nil && !isLeaving ? watch.claimDue(lease: lease) : nil }

    /// When the next statement is due without any news: a writer's beat, an heir's look. After a failure soon again.
    package var nextDue: UInt64 {
        if let triedAt { return triedAt + lease / 12 }
        if let held { return held.renewedAt + lease / 3 }
        return watch.lookDue(lease: lease)
    }
}

/// The statements to send.
extension Election {
    /// - Parameter makesRow: nothing was ever read here: a log that is not there is begun.
    package mutating func look(makingRow makesRow: Bool = false, at now: UInt64) -> ElectionStatement {
        send(.look(makingRow: makesRow), at: now)
    }

    /// Nil if it is too early, or not an heir's to do.
    package mutating func claim(
        for address: String,
        at now: UInt64,
        drawingFrom source: inout some RandomNumberGenerator
    ) -> ElectionStatement? {
        guard held == nil, !isLeaving, let row = watch.claimable(at: now, lease: lease) else { return nil }
        return send(.claim(.draw(for: address, from: &source), seen: row), at: now)
    }

    /// An append or a beat. Nil if it is not the writer, or has to look first.
    ///
    /// - Parameter handsOver: from now on it has no lease, and it claims no more, whatever the engine answers.
    package mutating func renew(
        carryingEntry carriesEntry: Bool,
        handingOver handsOver: Bool = false,
        at now: UInt64,
        drawingFrom source: inout some RandomNumberGenerator
    ) -> ElectionStatement? {
        guard let held, !held.isInDoubt else { return nil }
        let renewal = LeaseRenewal(
            holder: held.holder,
            tail: held.tail,
            mark: .draw(from: &source),
            carriesEntry: carriesEntry,
            handsOver: handsOver
        )
        self.held?.sent(renewal)
        if handsOver { isLeaving = true }
        return send(.renew(renewal), at: now)
    }

    /// It is about to end: no lease and no claim from now on.
    package mutating func leave() {
        isLeaving = true
        held?.leave()
    }

    /// The engine refused a beat: the writer looks before the next renewal.
    package mutating func doubt() { held?.doubt() }

    private mutating func send(_ statement: ElectionStatement, at now: UInt64) -> ElectionStatement {
        precondition(sent == nil, "One statement is under way at a time.")
        sent = Sent(statement: statement, at: now)
        return statement
    }
}

/// The replies to statements.
extension Election {
    /// - Parameter now: when the reply came.
    package mutating func hear(_ reply: StatementReply, at now: UInt64) -> ElectionOutcome {
        guard let sent else { preconditionFailure("Nothing was sent.") }
        self.sent = nil
        switch reply {
        case .row, .yes: triedAt = nil
        case .no, .noRow, .noAnswer, .notDone: triedAt = now
        }
        switch sent.statement {
        case .look: return hearRow(reply, at: now)
        case .claim(let claim, let row): return hearClaim(reply, to: claim, of: row, sentAt: sent.at)
        case .renew(let renewal):
            let end = sent.at + usableLease
            let outcome = held?.heard(reply, to: renewal, sentAt: sent.at, leaseEnd: end) ?? .deposed
            acknowledged = held?.acknowledged ?? acknowledged
            if outcome == .handedOver { endTenure(after: renewal.mark) }
            return outcome
        }
    }

    private mutating func hearRow(_ reply: StatementReply, at now: UInt64) -> ElectionOutcome {
        var row: OfficeRow?
        switch reply {
        case .row(let found): row = found
        case .noRow: break
        case .yes, .no, .noAnswer, .notDone:
            watch.lostSight()
            return .nothing
        }
        guard let outcome = held?.saw(row) else {
            watch.saw(row, at: now, lease: lease)
            return .nothing
        }
        switch outcome {
        case .deposed:
            endTenure()
            watch.saw(row, at: now, lease: lease)
        // A statement that is not this log's waits as after a failure.
        case .estranged: triedAt = now
        default: break
        }
        return outcome
    }

    private mutating func hearClaim(
        _ reply: StatementReply,
        to claim: ElectionBid,
        of row: OfficeRow,
        sentAt: UInt64
    ) -> ElectionOutcome {
        watch.lostSight(claimed: reply == .noAnswer ? claim.mark : nil)
        guard reply == .yes else { return .nothing }
        held = WriterLease(claim.holder(after: row.term), after: row, sentAt: sentAt, leaseEnd: sentAt + usableLease)
        acknowledged = row.tail
        return .tookOffice
    }

    /// - Parameter mark: of the row that it handed over.
    private mutating func endTenure(after mark: OfficeMark? = nil) {
        held = nil
        watch = WriterWatch(after: mark)
    }
}
