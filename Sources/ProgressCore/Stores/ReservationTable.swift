/// Units set aside for a child that another caller will create: `becomeCurrent(withPendingUnitCount:)`.
package struct Reservation: Sendable {
    /// Identifies it: its owner derives this from the reservation's token, which is not kept.
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
    /// The position of the oldest of them; entries before it are already dropped.
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
        // Half of the list is stale: close up, at a cost that the dropped entries have paid for.
        guard claimed.count > 2 * (byKey.count - openCount) + 64 else { return }
        claimed = claimed[firstClaimed...].filter { byKey[$0] != nil }
        firstClaimed = 0
    }

    mutating func remove(_ key: ProgressID) {
        if byKey.removeValue(forKey: key)?.isClaimed == false { openCount -= 1 }
    }
}
