/// What an heir knows of the office: the row, and since when it has not changed.
///
/// The time counts from the answer to the heir's own look that last saw a change, by its own monotonic clock, and only
/// while its looks succeed: a slow or absent engine deposes nobody.
struct Vigil: Sendable {
    /// The row of the newest look; nil if that failed, or there was none.
    private(set) var seen: OfficeRow?
    /// When a look last saw a change.
    private var changedAt: UInt64 = 0
    /// When the newest look was answered.
    private var lookedAt: UInt64 = 0
    /// Of the newest claim that was not answered. A row with it was taken by nobody who knows: the lease before it had
    /// ended, and no lease began.
    private var lostClaim: Mark?
    /// Of the row before anything was seen to change; nil before a look.
    private var firstMark: Mark?
    /// Whether a look saw another mark than the first: then whoever the row names uses this database. Until then it may be
    /// a copy, whose row names somebody who uses the original.
    private(set) var hasSeenMarkMove = false

    /// - Parameter mark: of a row that this replica handed over; what follows it is a change.
    init(after mark: Mark? = nil) { firstMark = mark }

    mutating func saw(_ row: OfficeRow, at now: UInt64, lease: UInt64) {
        let isNews = row.holder != seen?.holder || row.tail != seen?.tail || row.mark != seen?.mark
        if isNews || now > lookedAt + lease { changedAt = now }
        lookedAt = now
        seen = row
        if let firstMark { hasSeenMarkMove = hasSeenMarkMove || row.mark != firstMark } else { firstMark = row.mark }
    }

    /// A look or a claim failed, or a claim came too late: the time counts from the next look.
    mutating func lostSight(claimed mark: Mark? = nil) {
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

    /// Four looks a lease, and one when the lease is over.
    func lookDue(lease: UInt64) -> UInt64 {
        guard let due = claimDue(lease: lease), due > lookedAt else { return lookedAt + lease / 4 }
        return min(due, lookedAt + lease / 4)
    }
}
