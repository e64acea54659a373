/// Units set aside for a child that somebody else will create: `becomeCurrent(withPendingUnitCount:)`.
package struct Reservation: Sendable {
    package var token: ProgressID
    package var parentID: ProgressID
    package var pendingUnitCount: Int64
    /// Milliseconds since 1970; nil: it does not expire.
    package var expiresAt: Int64?
    package var isClaimed = false

    package init(token: ProgressID, parentID: ProgressID, pendingUnitCount: Int64, expiresAt: Int64?) {
        self.token = token
        self.parentID = parentID
        self.pendingUnitCount = pendingUnitCount
        self.expiresAt = expiresAt
    }
}

/// The reservations that were neither resigned nor lost with their parent.
struct ReservationTable {
    private var byToken: [ProgressID: Reservation] = [:]
    /// Tokens in the order in which they were claimed; some may be gone from `byToken`. Claimed ones make room, the
    /// oldest first, when there are too many.
    private var claimed: [ProgressID] = []
    /// Where the oldest of them stands; what is before it was dropped already.
    private var firstClaimed = 0
    private(set) var openCount = 0

    var count: Int { byToken.count }

    subscript(token: ProgressID) -> Reservation? { byToken[token] }

    /// - Parameter reservation: claimed already only where it is restored.
    mutating func insert(_ reservation: Reservation) {
        byToken[reservation.token] = reservation
        if reservation.isClaimed { claimed.append(reservation.token) } else { openCount += 1 }
    }

    /// Forgets the oldest claimed reservation while there are more than `limit`: claimed ones are kept only so that
    /// resigning them is still a success.
    mutating func popSurplus(limit: Int) -> Reservation? {
        guard byToken.count > limit else { return nil }
        while firstClaimed < claimed.count {
            let token = claimed[firstClaimed]
            firstClaimed += 1
            if let reservation = byToken.removeValue(forKey: token) { return reservation }
        }
        return nil
    }

    mutating func claim(_ token: ProgressID) {
        guard byToken[token]?.isClaimed == false else { return }
        byToken[token]?.isClaimed = true
        openCount -= 1
        claimed.append(token)
        // Half of the list means nothing any more: close up, at a cost that the entries dropped have paid for.
        guard claimed.count > 2 * (byToken.count - openCount) + 64 else { return }
        claimed = claimed[firstClaimed...].filter { byToken[$0] != nil }
        firstClaimed = 0
    }

    mutating func remove(_ token: ProgressID) {
        if byToken.removeValue(forKey: token)?.isClaimed == false { openCount -= 1 }
    }
}
