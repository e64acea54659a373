/// Units set aside for a child that somebody else will create: `becomeCurrent(withPendingUnitCount:)`.
package struct Reservation: Sendable {
    /// What finds it: its owner makes it from the token that the reservation was given away with, which is not kept.
    package var key: ProgressID
    package var parentID: ProgressID
    package var pendingUnitCount: Int64
    /// Milliseconds since 1970; nil: it does not expire.
    package var expiresAt: Int64?
    package var isClaimed = false

    package init(key: ProgressID, parentID: ProgressID, pendingUnitCount: Int64, expiresAt: Int64?) {
        self.key = key
        self.parentID = parentID
        self.pendingUnitCount = pendingUnitCount
        self.expiresAt = expiresAt
    }
}

/// The reservations that were neither resigned nor lost with their parent.
struct ReservationTable {
    private var byKey: [ProgressID: Reservation] = [:]
    /// Keys in the order in which they were claimed; some may be gone from `byKey`. Claimed ones make room, the
    /// oldest first, when there are too many.
    private var claimed: [ProgressID] = []
    /// Where the oldest of them stands; what is before it was dropped already.
    private var firstClaimed = 0
    private(set) var openCount = 0

    var count: Int { byKey.count }

    subscript(key: ProgressID) -> Reservation? { byKey[key] }

    /// In no order.
    var all: some Collection<Reservation> { byKey.values }

    /// - Parameter reservation: claimed already only where it is restored.
    mutating func insert(_ reservation: Reservation) {
        byKey[reservation.key] = reservation
        if reservation.isClaimed { claimed.append(reservation.key) } else { openCount += 1 }
    }

    /// Forgets the oldest claimed reservation while there are more than `limit`: claimed ones are kept only so that
    /// resigning them is still a success.
    mutating func popSurplus(limit: Int) -> Reservation? {
        guard byKey.count > limit else { return nil }
        while firstClaimed < claimed.count {
            let key = claimed[firstClaimed]
            firstClaimed += 1
            if let reservation = byKey.removeValue(forKey: key) { return reservation }
        }
        return nil
    }

    mutating func claim(_ key: ProgressID) {
        guard byKey[key]?.isClaimed == false else { return }
        byKey[key]?.isClaimed = true
        openCount -= 1
        claimed.append(key)
        // Half of the list means nothing any more: close up, at a cost that the entries dropped have paid for.
        guard claimed.count > 2 * (byKey.count - openCount) + 64 else { return }
        claimed = claimed[firstClaimed...].filter { byKey[$0] != nil }
        firstClaimed = 0
    }

    mutating func remove(_ key: ProgressID) {
        if byKey.removeValue(forKey: key)?.isClaimed == false { openCount -= 1 }
    }
}
