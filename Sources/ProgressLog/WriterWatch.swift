/// An heir's view of the office: the row, and since when it has not changed.
///
/// The time counts from the answer to the heir's own look that last saw a change, by its own monotonic clock, and only
/// while its looks succeed: a slow or absent engine deposes no writer.
struct WriterWatch: Sendable {
    /// The row of the newest look; nil if that failed, or there was none.
    private(set) var seen: OfficeRow?
    /// Whether the newest look found none.
    private(set) var isMissing = false
    /// When a look last saw a change.
    private var changedAt: UInt64 = 0
    /// When the newest look was answered.
    private var lookedAt: UInt64 = 0
    /// The mark of the newest claim that was not answered. If the row has it, no replica knows that it took the office:
    /// the lease before it had ended, and no lease began.
    private var lostClaim: OfficeMark?
    /// The mark of the present holder's row before it was seen to change; nil before a look.
    private var firstMark: OfficeMark?
    /// The newest row that was seen, also if a look has failed since.
    private var last: OfficeRow?
    /// Whether the mark of the row's present holder was seen to move: then it uses this database. Until then this may be a
    /// copy, perhaps one that has just taken the original's place, whose row names a replica that uses another
    /// database.
    private(set) var hasSeenMarkMove = false
    /// The mark of the row that this replica handed over; the next one is a change.
    private let ownMark: OfficeMark?

    init(after mark: OfficeMark? = nil) {
        ownMark = mark
        firstMark = mark
    }

    /// - Parameter row: nil if there is none.
    mutating func saw(_ row: OfficeRow?, at now: UInt64, lease: UInt64) {
        isMissing = row == nil
        guard let row else { return lostSight() }
        let isNews = row.holder != seen?.holder || row.tail != seen?.tail || row.mark != seen?.mark
        if isNews || now > lookedAt + lease { changedAt = now }
        lookedAt = now
        noteMark(of: row)
        (seen, last) = (row, row)
    }

    private mutating func noteMark(of row: OfficeRow) {
        if let last, row.holder != last.holder || row.tail < last.tail {
            // Handed over while this replica looked on, it is taken in the same database.
            let isTaken = seen?.isFree == true && (hasSeenMarkMove || last.mark == ownMark)
            hasSeenMarkMove = isTaken && row.term == last.term + 1 && row.tail >= last.tail
            firstMark = row.mark
            return
        }
        if let firstMark { hasSeenMarkMove = hasSeenMarkMove || row.mark != firstMark } else { firstMark = row.mark }
    }

    /// A look or a claim failed, or a claim came too late: the time counts from the next look.
    mutating func lostSight(claimed mark: OfficeMark? = nil) {
        seen = nil
        if let mark { lostClaim = mark }
    }

    /// When the row may be claimed, if it does not change; 0: now. Nil before a look.
    func claimDue(lease: UInt64) -> UInt64? {
        guard let seen else { return nil }
        return seen.isFree || seen.mark == lostClaim ? 0 : changedAt + lease + 1
    }

    /// - Returns: the row to claim; nil if it is too early, or the newest look too old.
    func claimable(at now: UInt64, lease: UInt64) -> OfficeRow? {
        guard let due = claimDue(lease: lease), now >= due, now <= lookedAt + lease else { return nil }
        return seen
    }

    /// Four looks a lease, and one when the lease is over; more while writes wait for a sign of the holder's life.
    func lookDue(lease: UInt64) -> UInt64 {
        let awaitsSign = seen.map { !$0.isFree && !hasSeenMarkMove } ?? false
        let next = lookedAt + (awaitsSign ? max(lease / 16, 1) : lease / 4)
        guard let due = claimDue(lease: lease), due > lookedAt else { return next }
        return min(due, next)
    }
}
