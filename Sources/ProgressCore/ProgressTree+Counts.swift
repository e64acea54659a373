/// What a write leaves behind: a node, or the last moment of one that vanished as it finished.
package enum Written: Sendable {
    case living(NodeIndex)
    /// In a box: every write returns one of the two, and hardly one this.
    indirect case vanished(ProgressSnapshot)
}

extension ProgressTree {
    /// Completes `count` more units of `index`; a negative count takes back.
    ///
    /// A child hands over its pending units once, at the moment it finishes; the finish cascades upwards.
    /// - Throws: `.countOverflow`, with nothing changed.
    /// - Complexity: O(depth); mostly O(1) while nobody looks at an ancestor.
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        let node = nodes[index]
        let (completed, overflow) = node.pointee.counts.completed.addingReportingOverflow(count)
        if overflow {
            throw .countOverflow(id: node.pointee.id, count: node.pointee.counts.completed, addend: count)
        }
        let counts = Counts(total: node.pointee.counts.total, completed: completed)
        return try setCounts(index, counts, at: now)
    }

    /// Replaces both counts in one transition.
    package mutating func setCounts(
        _ index: NodeIndex,
        _ counts: Counts,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if counts.isFinished { try checkCascade(from: index, counts: counts) }
        let isRevived = nodes[index].pointee.flags.contains(.hasLease) && renewLease(of: index, at: now)
        guard counts != nodes[index].pointee.counts || isRevived else {
            noteWrite(index, at: now)
            return .living(index)
        }
        if !isRevived && changeAlone(index, counts, now: now) { return .living(index) }
        rollUpTree(of: index)
        sequence += 1
        if isRevived { touch(index, .state, now: now) }
        let vanishing = apply(counts, to: index, now: now)
        return settle(index, vanishing: vanishing, now: now)
    }

    /// Refuses counts whose cascade would take a count out of int64.
    func checkCascade(from index: NodeIndex, counts: Counts) throws(ProgressError) {
        var index = index
        var counts = counts
        while counts.isFinished {
            let node = nodes[index]
            let parent = node.pointee.parent
            if node.pointee.flags.contains(.isCredited) || parent == .none { return }
            counts = try credited(parent, by: node.pointee.pendingUnitCount)
            index = parent
        }
    }

    /// The counts of `parent` with `pendingUnitCount` more units completed.
    func credited(_ parent: NodeIndex, by pendingUnitCount: Int64) throws(ProgressError) -> Counts {
        var counts = nodes[parent].pointee.counts
        let (completed, overflow) = counts.completed.addingReportingOverflow(pendingUnitCount)
        if overflow {
            throw .countOverflow(id: nodes[parent].pointee.id, count: counts.completed, addend: pendingUnitCount)
        }
        counts.completed = completed
        return counts
    }

    /// Gives `index` its counts and carries what follows to the root; the caller has begun the change and checked it.
    ///
    /// Also brings a node up to date whose own counts stay and whose children changed.
    /// - Parameter shift: where a child comes or goes: by how much that moves the units of `index`, without work.
    /// - Returns: the highest node that finished and is to be removed for it, or `.none`; for `settle`.
    mutating func apply(_ counts: Counts, to index: NodeIndex, shift: Double? = nil, now: Int64) -> NodeIndex {
        var current = index
        var counts = counts
        let isWork = counts.completed != nodes[index].pointee.counts.completed
        var walk = RateWalk(now: now, isWork: isWork, shift: shift)
        var vanishing = NodeIndex.none
        var working: Int32 = 0
        while true {
            let node = nodes[current]
            let wasFinished = node.pointee.counts.isFinished
            let wasEnded = node.pointee.isEnded
            let before = node.pointee.contribution
            let old = (counts: node.pointee.counts, fraction: node.pointee.fraction)
            let kinds = store(counts, in: current, now: now)
            if !kinds.isEmpty { touch(current, kinds, now: now) }
            followRate(of: current, &walk, from: old, now: now)
            let isFinished = counts.isFinished
            if isFinished != wasFinished {
                if node.pointee.isEnded != wasEnded { working += wasEnded ? 1 : -1 }
                if isFinished && node.pointee.flags.contains(.removesWhenFinished) { vanishing = current }
            }

            let parent = node.pointee.parent
            if parent == .none || node.pointee.flags.contains(.isCredited) { break }
            counts = nodes[parent].pointee.counts
            let family = nodes[parent].pointee.family
            if isFinished {
                node.pointee.flags.insert(.isCredited)
                family?.pointee.noteNoMoreUncredited(worth: node.pointee.pendingUnitCount)
                family?.pointee.sum.subtract(before)
                counts.completed += node.pointee.pendingUnitCount
            } else {
                let after = node.pointee.contribution
                if after == before { break }
                family?.pointee.sum.replace(before, with: after)
            }
            node.pointee.workingCount += working
            current = parent
        }
        noteTreeWrite(from: current, now: now, working: working)
        return vanishing
    }

    /// Stores counts and fraction; says what became visible.
    private mutating func store(_ counts: Counts, in index: NodeIndex, now: Int64) -> Changes.Kinds {
        let node = nodes[index]
        let fraction = counts.fraction(childSum: node.pointee.family?.pointee.sum.value ?? 0)
        var kinds: Changes.Kinds = []
        if counts != node.pointee.counts || fraction != node.pointee.fraction { kinds = .progress }
        let isFinished = counts.isFinished
        if isFinished != (node.pointee.finishedAt >= 0) {
            node.pointee.finishedAt = isFinished ? now : -1
            kinds.insert(.state)
            // A finish may come from below, with no write that renews the lease.
            node.pointee.flags.remove(.isStalled)
            if node.pointee.flags.isDisjoint(with: [.isCancelled, .isFailed]) { forgetReason(of: index) }
        }
        node.pointee.counts = counts
        node.pointee.fraction = fraction
        return kinds
    }

    /// Ends a write to `index`: what finished and is to vanish goes, after the answer's snapshot was taken.
    mutating func settle(_ index: NodeIndex, vanishing top: NodeIndex, now: Int64) -> Written {
        if top == .none { return .living(index) }
        let snapshot = snapshot(of: index)
        let isWithin = isAncestor(top, of: index)
        unlink(top, keepsSums: true, now: now)
        return isWithin ? .vanished(snapshot) : .living(index)
    }

    /// Whether `top` is `index` or above it.
    func isAncestor(_ top: NodeIndex, of index: NodeIndex) -> Bool {
        var index = index
        while index != .none {
            if index == top { return true }
            index = nodes[index].pointee.parent
        }
        return false
    }
}
