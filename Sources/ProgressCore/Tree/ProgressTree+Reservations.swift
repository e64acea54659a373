extension ProgressTree {
    /// Sets `pendingUnitCount` units of `parent` aside for a child to come.
    package mutating func reserve(
        _ parent: NodeIndex,
        pendingUnitCount: Int64,
        key: ProgressID,
        expiresAt: Int64?,
        at now: Int64
    ) throws(ProgressError) -> Reservation {
        if pendingUnitCount < 0 { throw .negativePending(pendingUnitCount) }
        while forest.reservations.openCount >= forest.limits.maximumReservationCount, free(most: 64) {}
        if forest.reservations.openCount >= forest.limits.maximumReservationCount {
            throw .tooManyReservations(limit: forest.limits.maximumReservationCount)
        }
        let reservation = Reservation(
            key: key,
            parentID: forest[parent].id,
            pendingUnitCount: pendingUnitCount,
            expiresAt: expiresAt
        )
        forest.reservations.insert(reservation)
        forest.log.unsaved.note(reservation: key)
        forest.nodes.makeFamily(of: parent)
        forest[familyOf: parent].reservations.insert(key)
        while let surplus = forest.reservations.popSurplus(limit: forest.limits.maximumReservationCount) {
            forest.log.unsaved.note(reservation: surplus.key)
            if let parent = forest.lookUp(surplus.parentID) { forget(surplus.key, of: parent) }
        }
        if let expiresAt { forest.schedule(Deadline(due: expiresAt, kind: .reservation, id: key)) }
        forest.noteWrite(parent, at: now)
        return reservation
    }

    /// Ends a reservation; unclaimed units are credited to the parent at once: `resignCurrent`.
    /// - Throws: `.notFound` for an unknown or resigned one, `.countOverflow`.
    package mutating func resign(_ key: ProgressID, at now: Int64) throws(ProgressError) {
        guard let reservation = forest.reservations[key], let parent = forest.lookUp(reservation.parentID) else {
            throw .notFound
        }
        if reservation.isClaimed {
            forget(key, of: parent)
            return
        }
        let counts = try forest.credited(parent, by: reservation.pendingUnitCount)
        try forest.checkCascade(from: parent, counts: counts)
        forget(key, of: parent)
        if reservation.pendingUnitCount == 0 { return }
        forest.log.begin()
        let vanishing = forest.apply(counts, to: parent, now: now)
        if vanishing != .none { unlink(vanishing, keepsSums: true, now: now) }
    }

    /// A reservation that was not claimed in time resigns by itself; one that would overflow credits nothing.
    package mutating func expire(_ key: ProgressID, at now: Int64) {
        do {
            try resign(key, at: now)
        } catch {
            guard let reservation = forest.reservations[key] else { return }
            if let parent = forest.lookUp(reservation.parentID) { forget(key, of: parent) }
        }
    }

    /// The parent and the units behind an open reservation; nil for an unknown, ended or claimed one.
    package func openReservation(_ key: ProgressID, at now: Int64) -> (parent: NodeIndex, pendingUnitCount: Int64)? {
        guard let reservation = forest.reservations[key], !reservation.isClaimed,
            reservation.expiresAt.map({ $0 > now }) ?? true,
            let parent = forest.lookUp(reservation.parentID)
        else { return nil }
        return (parent, reservation.pendingUnitCount)
    }

    /// Those that wait for a child, in no order.
    /// - Complexity: O(reservations).
    package func openReservations(at now: Int64) -> [Reservation] {
        forest.reservations.all.filter { reservation in
            !reservation.isClaimed && reservation.expiresAt.map { $0 > now } ?? true
                && forest.lookUp(reservation.parentID) != nil
        }
    }

    /// The parent of a reservation that was not resigned; nil for others.
    package func reservationParent(_ key: ProgressID) -> NodeIndex? {
        forest.reservations[key].flatMap { forest.lookUp($0.parentID) }
    }

    /// The first create with `key` has taken all of its units.
    package mutating func claim(_ key: ProgressID) {
        forest.reservations.claim(key)
        forest.log.unsaved.note(reservation: key)
    }

    private mutating func forget(_ key: ProgressID, of parent: NodeIndex) {
        forest.reservations.remove(key)
        forest.log.unsaved.note(reservation: key)
        forest[familyOf: parent].reservations.remove(key)
    }
}
