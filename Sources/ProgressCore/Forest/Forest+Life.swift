/// The start of work on a progress, with which everything above it has started, too. Leases, and how long a tree stays.
extension Forest {
    /// When `advance` must be called next; nil if nothing waits.
    package var nextDeadline: Int64? { deadlines.first?.due }

    /// Queues a deadline; sweeps out stale entries before they outnumber the others.
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

    mutating func stallIfDue(_ deadline: Deadline, at now: Int64) {
        guard let index = lookUp(deadline.id), leases.awaits(index, entryDue: deadline.due) else { return }
        if let due = leases.renewEntry(of: index, at: now) {
            schedule(Deadline(due: due, kind: .lease, id: deadline.id))
            return
        }
        if nodes[index].isEnded || !nodes[index].flags.isDisjoint(with: [.isPaused, .isStalled]) { return }
        log.begin()
        nodes[index].flags.insert(.isStalled)
        nodes.tellNone(by: index)
        forgetReason(of: index)
        touch(index, .state, now: nodes[index].updatedAt)
        ReportedTimes.tellAgain(from: nodes[index].parent, in: &self, isWrite: false, now: now)
    }

    mutating func noteSignOfLife(of index: NodeIndex, startsWork: Bool, at now: Int64) {
        let isRevived = renewLease(of: index, at: now)
        let starts = startsWork && nodes[index].startedAt < 0 && !nodes[index].isEnded
        guard isRevived || starts else {
            noteWrite(index, at: now)
            return
        }
        log.begin()
        if isRevived { touch(index, .state, now: now) }
        if starts { start(index, now: now) }
        if isRevived { ReportedTimes.follow(index, in: &self, now: now) }
        settleDefaultLease(of: index, now: now)
        noteTreeWrite(from: index, now: now)
    }

    /// A write without effect is still a sign of life of the tree.
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

    // MARK: Start

    /// Work on `index` begins; part of a change that has begun. Costs one comparison if it has started before, else
    /// O(nodes that start).
    @inline(__always)
    mutating func start(_ index: NodeIndex, now: Int64) {
        if nodes[index].startedAt < 0 { startPath(from: index, now: now) }
    }

    @inline(never)
    private mutating func startPath(from index: NodeIndex, now: Int64) {
        let first = index
        var index = index
        while index != .none && nodes[index].startedAt < 0 {
            nodes.noteStartForTimes(index, at: now)
            nodes[index].startedAt = now
            touch(index, .progress, now: now)
            settleDefaultLease(of: index, now: now)
            index = nodes[index].parent
        }
        if nodes.reportsTime(first) { ReportedTimes.follow(first, in: &self, now: now) }
    }
}
