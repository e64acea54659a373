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
    /// - Complexity: O(depth).
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        let (completed, overflow) = nodes[index].counts.completed.addingReportingOverflow(count)
        if overflow {
            throw .countOverflow(id: nodes[index].id, count: nodes[index].counts.completed, addend: count)
        }
        let counts = Counts(total: nodes[index].counts.total, completed: completed)
        return try setCounts(index, counts, at: now)
    }

    /// Replaces both counts in one transition.
    package mutating func setCounts(
        _ index: NodeIndex,
        _ counts: Counts,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if counts.isFinished { try checkCascade(from: index, counts: counts) }
        let isRevived = nodes[index].flags.contains(.hasLease) && renewLease(of: index, at: now)
        guard counts != nodes[index].counts || isRevived else {
            noteWrite(index, at: now)
            return .living(index)
        }
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
            let parent = nodes[index].parent
            if nodes[index].flags.contains(.isCredited) || parent == .none { return }
            counts = try credited(parent, by: nodes[index].pendingUnitCount)
            index = parent
        }
    }

    /// The counts of `parent` with `pendingUnitCount` more units completed.
    func credited(_ parent: NodeIndex, by pendingUnitCount: Int64) throws(ProgressError) -> Counts {
        var counts = nodes[parent].counts
        let (completed, overflow) = counts.completed.addingReportingOverflow(pendingUnitCount)
        if overflow {
            throw .countOverflow(id: nodes[parent].id, count: counts.completed, addend: pendingUnitCount)
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
        let isWork = counts.completed != nodes[index].counts.completed
        var walk = RateWalk(now: now, isWork: isWork, shift: shift)
        var vanishing = NodeIndex.none
        var working: Int32 = 0
        while true {
            let wasFinished = nodes[current].counts.isFinished
            let wasEnded = nodes[current].isEnded
            let before = nodes[current].contribution
            let old = (counts: nodes[current].counts, fraction: nodes[current].fraction)
            nodes[current].subtreeStamp = sequence
            let kinds = store(counts, in: current, now: now)
            if !kinds.isEmpty { touchAlone(current, kinds, now: now) }
            followRate(of: current, &walk, from: old, now: now)
            let isFinished = counts.isFinished
            if isFinished != wasFinished {
                if nodes[current].isEnded != wasEnded { working += wasEnded ? 1 : -1 }
                if isFinished && nodes[current].flags.contains(.removesWhenFinished) { vanishing = current }
            }

            let parent = nodes[current].parent
            if parent == .none || nodes[current].flags.contains(.isCredited) { break }
            if !isFinished {
                let after = nodes[current].contribution
                if after != before {
                    nodes[current].workingCount += working
                    current = carry(before, after, to: parent, &walk, working: working, now: now)
                }
                break
            }
            counts = nodes[parent].counts
            counts.completed += nodes[current].pendingUnitCount
            credit(current, worth: before, to: parent)
            nodes[current].workingCount += working
            current = parent
        }
        noteTreeWrite(from: current, now: now, working: working)
        return vanishing
    }

    /// The units of a child that finished are its parent's own from now on.
    private mutating func credit(_ child: NodeIndex, worth before: Double, to parent: NodeIndex) {
        nodes[child].flags.insert(.isCredited)
        let family = nodes[parent].family
        families[family].noteNoMoreUncredited(worth: nodes[child].pendingUnitCount)
        families[family].sum.subtract(before)
    }

    /// Carries what a child stands for up the tree, to nodes whose own counts stay.
    /// - Returns: the first that hands nothing on.
    private mutating func carry(
        _ before: Double,
        _ after: Double,
        to parent: NodeIndex,
        _ walk: inout RateWalk,
        working: Int32,
        now: Int64
    ) -> NodeIndex {
        var (before, after, current) = (before, after, parent)
        while true {
            let family = nodes[current].family
            families[family].sum.replace(before, with: after)
            before = nodes[current].contribution
            let moves = nodes[current].follow(childSum: families[family].sum.value, stamp: sequence)
            if moves { touchAlone(current, .progress, now: now) }
            if walk.isWork || walk.shift != 0 { followRate(of: current, &walk, moves: moves, now: now) }
            after = nodes[current].contribution
            let parent = nodes[current].parent
            if after == before || parent == .none || nodes[current].flags.contains(.isCredited) { return current }
            nodes[current].workingCount += working
            current = parent
        }
    }

    /// Stores counts and fraction; says what became visible.
    private mutating func store(_ counts: Counts, in index: NodeIndex, now: Int64) -> Changes.Kinds {
        let fraction = counts.fraction(childSum: families[nodes[index].family].sum.value)
        var kinds: Changes.Kinds = []
        if counts != nodes[index].counts || fraction != nodes[index].fraction { kinds = .progress }
        let isFinished = counts.isFinished
        if isFinished != (nodes[index].finishedAt >= 0) {
            nodes[index].finishedAt = isFinished ? now : -1
            kinds.insert(.state)
            // A finish may come from below, with no write that renews the lease.
            nodes[index].flags.remove(.isStalled)
            if nodes[index].flags.isDisjoint(with: [.isCancelled, .isFailed]) { forgetReason(of: index) }
        }
        nodes[index].counts = counts
        nodes[index].fraction = fraction
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
            index = nodes[index].parent
        }
        return false
    }
}
