/// Values derived from restored nodes and their links.
extension Forest {
    func restoredDetails(_ stored: StoredProgress) -> DetailsBox? {
        if let defaultLease, stored.marks.contains(.hasDefaultLease), defaultLease.details == stored.details?.details {
            return defaultLease
        }
        return stored.restorableDetails
    }

    /// From the leaves up: fractions, sums, counts of working nodes, and the times of the last writes.
    mutating func settleRestored(count: Int, at now: Int64?) throws(RestoreError) {
        var order: [NodeIndex] = []
        order.reserveCapacity(count)
        var root = nodes.roots.first
        while root != .none {
            var current: NodeIndex? = root
            while let index = current {
                order.append(index)
                current = nodes.next(after: index, within: root)
            }
            root = nodes[root].nextSibling
        }
        if order.count < count { throw .ring(nodeCount: count - order.count) }
        for index in order.reversed() { settleRestored(index, at: now) }
    }

    private mutating func settleRestored(_ index: NodeIndex, at now: Int64?) {
        nodes[index].fraction = nodes[index].counts.fraction(childSum: nodes[familyOf: index].sum.value)
        if !nodes[index].isEnded { nodes[index].workingCount += 1 }
        if let now {
            nodes[index].subtreeStamp = log.sequence
            beginTimes(of: index, at: now)
        } else {
            nodes[index].subtreeStamp = max(nodes[index].subtreeStamp, nodes[index].changeStamp)
        }
        let parent = nodes[index].parent
        if parent == .none { return }
        if !nodes[index].flags.contains(.isCredited) {
            nodes[familyOf: parent].sum.add(nodes[index].contribution)
        }
        restoreLost(index)
        nodes[parent].subtreeStamp = max(nodes[parent].subtreeStamp, nodes[index].subtreeStamp)
        nodes[parent].workingCount += nodes[index].workingCount
        nodes[parent].treeWrittenAt = max(nodes[parent].treeWrittenAt, nodes[index].treeWrittenAt)
    }

    /// Begins the rate, lease and retention of a node again; those of the nodes below it have begun.
    mutating func beginTimes(of index: NodeIndex, at now: Int64) {
        if nodes[index].rate != .none {
            nodes[rateOf: index].skip(from: nodes[index].updatedAt, to: now)
            nodes.skipTimes(of: index, from: nodes[index].updatedAt, to: now)
            nodes[rateOf: index].hear(at: now)
            awaitSilence(of: index)
        }
        if nodes[index].details?.details.leaseSeconds != nil && leaseCounts(index) {
            nodes[index].flags.insert(.hasLease)
            if !nodes[index].isEnded && nodes[index].flags.isDisjoint(with: [.isPaused, .isStalled]) {
                startLease(of: index, at: now)
            }
        }
        if nodes[index].parent == .none { awaitRetentionIfEnded(index) }
    }

    /// - Returns: false if its parent is gone.
    @discardableResult
    mutating func restore(_ reservation: Reservation) -> Bool {
        guard let parent = lookUp(reservation.parentID) else { return false }
        reservations.insert(reservation)
        nodes.makeFamily(of: parent)
        nodes[familyOf: parent].reservations.insert(reservation.key)
        return true
    }

    mutating func awaitExpiry(_ reservation: Reservation) {
        guard !reservation.isClaimed, let expiresAt = reservation.expiresAt else { return }
        schedule(Deadline(due: expiresAt, kind: .reservation, id: reservation.key))
    }
}
