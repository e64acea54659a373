extension ProgressTree {
    /// Does everything whose time has come: ends reservations, notes stalled nodes and silent rates, removes trees.
    ///
    /// - Parameter most: how many deadlines at the most are looked at, so that one call stays short.
    /// - Returns: whether more is due already.
    package mutating func advance(to now: Int64, most: Int = 1_000) -> Bool {
        for _ in 0..<most {
            guard let first = deadlines.first, first.due <= now, let deadline = deadlines.popFirst() else {
                return removeAbandoned(at: now, most: most)
            }
            switch deadline.kind {
            case .reservation: expireIfDue(deadline.id, at: now)
            case .lease: stallIfDue(deadline, at: now)
            case .retention: removeIfDue(deadline.id, at: now)
            case .silence: silenceIfDue(deadline.id, at: now)
            }
        }
        return true
    }

    /// When `advance` is to be called next; nil: nothing waits.
    package var nextDeadline: Int64? { deadlines.first?.due }

    /// Queues a deadline; sweeps out entries that mean nothing any more before they outnumber the others.
    mutating func schedule(_ deadline: Deadline) {
        deadlines.insert(deadline)
        if deadlines.needsSweep { deadlines.sweep(keeping: deadlines.heap.filter { holds($0) }) }
    }

    private func holds(_ deadline: Deadline) -> Bool {
        switch deadline.kind {
        case .reservation:
            return reservations[deadline.id] != nil
        case .lease:
            guard let index = lookUp(deadline.id) else { return false }
            return leases.awaits(index, entryDue: deadline.due)
        case .retention:
            guard let index = lookUp(deadline.id) else { return false }
            return nodes[index].flags.contains(.awaitsRetention)
        case .silence:
            guard let index = lookUp(deadline.id), nodes[index].rate != .none else { return false }
            return nodes[rateOf: index].isAwaited
        }
    }

    private mutating func expireIfDue(_ key: ProgressID, at now: Int64) {
        // A claimed one has nothing left to give back; it stays, so that resigning it still is a success.
        guard let reservation = reservations[key], !reservation.isClaimed, let expiresAt = reservation.expiresAt,
            expiresAt <= now
        else { return }
        expire(key, at: now)
    }

    // MARK: Leases

    /// A lease begins, or begins again.
    mutating func startLease(of index: NodeIndex, at now: Int64) {
        guard let seconds = nodes[index].details?.details.leaseSeconds else { return }
        let end = now + max(Int64(seconds * 1_000), 1)
        nodes[index].flags.insert(.hasLease)
        if leases.begin(index, end: end) { schedule(Deadline(due: end, kind: .lease, id: nodes[index].id)) }
    }

    mutating func endLease(of index: NodeIndex) {
        leases.end(index)
        nodes[index].flags.remove(.hasLease)
    }

    /// The node itself was written to: its lease begins again.
    /// - Returns: whether it was stalled until now; the caller then announces the new state.
    @discardableResult
    mutating func renewLease(of index: NodeIndex, at now: Int64) -> Bool {
        guard nodes[index].flags.contains(.hasLease) else { return false }
        let wasStalled = nodes[index].flags.contains(.isStalled)
        nodes[index].flags.remove(.isStalled)
        startLease(of: index, at: now)
        return wasStalled
    }

    private mutating func stallIfDue(_ deadline: Deadline, at now: Int64) {
        guard let index = lookUp(deadline.id), leases.awaits(index, entryDue: deadline.due) else { return }
        if let due = leases.renewEntry(of: index, at: now) {
            schedule(Deadline(due: due, kind: .lease, id: deadline.id))
            return
        }
        if nodes[index].isEnded || !nodes[index].flags.isDisjoint(with: [.isPaused, .isStalled]) { return }
        log.begin()
        nodes[index].flags.insert(.isStalled)
        forgetReason(of: index)
        touch(index, .state, now: nodes[index].updatedAt)
    }

    /// Renews the lease and changes no count; a stalled node is alive again, and one that waited has started.
    package mutating func heartbeat(_ index: NodeIndex, at now: Int64) {
        noteSignOfLife(of: index, startsWork: true, at: now)
    }

    mutating func noteSignOfLife(of index: NodeIndex, startsWork: Bool, at now: Int64) {
        let isRevived = renewLease(of: index, at: now)
        let starts = startsWork && nodes[index].startedAt < 0
        guard isRevived || starts else {
            noteWrite(index, at: now)
            return
        }
        log.begin()
        if isRevived { touch(index, .state, now: now) }
        if starts { start(index, now: now) }
        settleDefaultLease(of: index, now: now)
        noteTreeWrite(from: index, now: now)
    }

    // MARK: Retention

    /// A write without effect still is a sign of life of the tree.
    mutating func noteWrite(_ index: NodeIndex, at now: Int64) {
        let root = nodes.root(of: index)
        nodes[root].treeWrittenAt = now
        log.unsaved.note(root)
    }

    /// When the tree of an ended root is removed; nil while it, or anything below it, works.
    func expiry(ofRoot index: NodeIndex) -> Int64? {
        guard nodes[index].isEnded && nodes[index].workingCount == 0 else { return nil }
        return nodes[index].treeWrittenAt + limits.retention
    }

    mutating func awaitRetentionIfEnded(_ index: NodeIndex) {
        guard !nodes[index].flags.contains(.awaitsRetention), let due = expiry(ofRoot: index) else { return }
        nodes[index].flags.insert(.awaitsRetention)
        schedule(Deadline(due: due, kind: .retention, id: nodes[index].id))
    }

    private mutating func removeIfDue(_ id: ProgressID, at now: Int64) {
        guard let index = lookUp(id), nodes[index].flags.contains(.awaitsRetention) else {
            return
        }
        nodes[index].flags.remove(.awaitsRetention)
        guard let due = expiry(ofRoot: index) else { return }
        if due > now {
            awaitRetentionIfEnded(index)
            return
        }
        log.begin()
        unlink(index, keepsSums: false, now: now)
    }

    /// Looks at some roots each time, round and round, for trees in which nothing was written for long.
    private mutating func removeAbandoned(at now: Int64, most: Int) -> Bool {
        if limits.abandonment == 0 { return false }
        for _ in 0..<most {
            if abandonmentCursor == .none { abandonmentCursor = nodes.roots.first }
            let index = abandonmentCursor
            if index == .none { return false }
            abandonmentCursor = nodes[index].nextSibling
            if nodes[index].treeWrittenAt + limits.abandonment <= now {
                log.begin()
                unlink(index, keepsSums: false, now: now)
            }
            if abandonmentCursor == .none { return false }
        }
        return false
    }
}
