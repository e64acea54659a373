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
        while reservations.openCount >= limits.maximumReservationCount, free(most: 64) {}
        if reservations.openCount >= limits.maximumReservationCount {
            throw .tooManyReservations(limit: limits.maximumReservationCount)
        }
        let reservation = Reservation(
            key: key,
            parentID: nodes[parent].id,
            pendingUnitCount: pendingUnitCount,
            expiresAt: expiresAt
        )
        reservations.insert(reservation)
        log.unsaved.note(reservation: key)
        nodes.makeFamily(of: parent)
        nodes[familyOf: parent].reservations.insert(key)
        while let surplus = reservations.popSurplus(limit: limits.maximumReservationCount) {
            log.unsaved.note(reservation: surplus.key)
            if let parent = lookUp(surplus.parentID) { forget(surplus.key, of: parent) }
        }
        if let expiresAt { schedule(Deadline(due: expiresAt, kind: .reservation, id: key)) }
        noteWrite(parent, at: now)
        return reservation
    }

    /// The parent and the units behind an open reservation; nil for an unknown, ended or claimed one.
    package func openReservation(_ key: ProgressID, at now: Int64) -> (parent: NodeIndex, pendingUnitCount: Int64)? {
        guard let reservation = reservations[key], !reservation.isClaimed,
            reservation.expiresAt.map({ $0 > now }) ?? true,
            let parent = lookUp(reservation.parentID)
        else { return nil }
        return (parent, reservation.pendingUnitCount)
    }

    /// The parent of a reservation that was not resigned; nil for others.
    package func reservationParent(_ key: ProgressID) -> NodeIndex? {
        reservations[key].flatMap { lookUp($0.parentID) }
    }

    /// The first create with `key` has taken all of its units.
    package mutating func claim(_ key: ProgressID) {
        reservations.claim(key)
        log.unsaved.note(reservation: key)
    }

    /// Ends a reservation; unclaimed units are credited to the parent at once: `resignCurrent`.
    /// - Throws: `.notFound` for an unknown or resigned one, `.countOverflow`.
    package mutating func resign(_ key: ProgressID, at now: Int64) throws(ProgressError) {
        guard let reservation = reservations[key], let parent = lookUp(reservation.parentID) else {
            throw .notFound
        }
        if reservation.isClaimed {
            forget(key, of: parent)
            return
        }
        let counts = try credited(parent, by: reservation.pendingUnitCount)
        try checkCascade(from: parent, counts: counts)
        forget(key, of: parent)
        if reservation.pendingUnitCount == 0 { return }
        log.begin()
        let vanishing = apply(counts, to: parent, now: now)
        if vanishing != .none { unlink(vanishing, keepsSums: true, now: now) }
    }

    /// A reservation that nobody claimed in time resigns by itself; one that would overflow credits nothing.
    mutating func expire(_ key: ProgressID, at now: Int64) {
        do {
            try resign(key, at: now)
        } catch {
            guard let reservation = reservations[key] else { return }
            if let parent = lookUp(reservation.parentID) { forget(key, of: parent) }
        }
    }

    private mutating func forget(_ key: ProgressID, of parent: NodeIndex) {
        reservations.remove(key)
        log.unsaved.note(reservation: key)
        nodes[familyOf: parent].reservations.remove(key)
    }
}
