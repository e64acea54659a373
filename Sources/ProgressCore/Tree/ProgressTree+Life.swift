extension ProgressTree {
    /// Does everything whose time has come: ends reservations, notes stalled nodes and silent rates, removes trees.
    ///
    /// - Parameter most: how many deadlines at the most are looked at, so that one call stays short.
    /// - Returns: whether more is due already.
    package mutating func advance(to now: Int64, most: Int = 1_000) -> Bool {
        for _ in 0..<most {
            guard let first = forest.deadlines.first, first.due <= now, let deadline = forest.deadlines.popFirst()
            else {
                return removeAbandoned(at: now, most: most)
            }
            switch deadline.kind {
            case .reservation: expireIfDue(deadline.id, at: now)
            case .lease: forest.stallIfDue(deadline, at: now)
            case .retention: removeIfDue(deadline.id, at: now)
            case .silence: forest.silenceIfDue(deadline.id, at: now)
            }
        }
        return true
    }

    private mutating func expireIfDue(_ key: ProgressID, at now: Int64) {
        // A claimed one has nothing left to give back; it stays, so that resigning it still succeeds.
        guard let reservation = forest.reservations[key], !reservation.isClaimed, let expiresAt = reservation.expiresAt,
            expiresAt <= now
        else { return }
        expire(key, at: now)
    }

    /// Renews the lease and changes no count; a stalled node is alive again, and one that waited has started.
    package mutating func heartbeat(_ index: NodeIndex, at now: Int64) {
        forest.noteSignOfLife(of: index, startsWork: true, at: now)
    }

    // MARK: Retention

    private mutating func removeIfDue(_ id: ProgressID, at now: Int64) {
        guard let index = forest.lookUp(id), forest[index].flags.contains(.awaitsRetention) else {
            return
        }
        forest[index].flags.remove(.awaitsRetention)
        guard let due = forest.expiry(ofRoot: index) else { return }
        if due > now {
            forest.awaitRetentionIfEnded(index)
            return
        }
        forest.log.begin()
        unlink(index, keepsSums: false, now: now)
    }

    /// Looks at some roots each time, round and round, for trees in which nothing was written for long.
    private mutating func removeAbandoned(at now: Int64, most: Int) -> Bool {
        if forest.limits.abandonment == 0 { return false }
        for _ in 0..<most {
            if abandonmentCursor == .none { abandonmentCursor = forest.nodes.roots.first }
            let index = abandonmentCursor
            if index == .none { return false }
            abandonmentCursor = forest[index].nextSibling
            if forest[index].treeWrittenAt + forest.limits.abandonment <= now {
                forest.log.begin()
                unlink(index, keepsSums: false, now: now)
            }
            if abandonmentCursor == .none { return false }
        }
        return false
    }
}
