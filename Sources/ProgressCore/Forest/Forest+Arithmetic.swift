/// Turns counts into fractions, credits and the counts of ancestors, up to the root at once.
extension Forest {
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

    /// Gives `index` its counts and carries the consequences to the root; the caller has begun the change and checked
    /// it.
    ///
    /// Also brings a node up to date whose own counts stay and whose children changed.
    /// - Parameter shift: where a child comes or goes: by how much that moves the units of `index`, without work.
    /// - Returns: the highest node that finished and must be removed for that, or `.none`; for `settle`.
    mutating func apply(_ counts: Counts, to index: NodeIndex, shift: Double? = nil, now: Int64) -> NodeIndex {
        var current = index
        var counts = counts
        let isUpdate = counts != nodes[index].counts
        let isWork = counts.completed != nodes[index].counts.completed
        if isWork && !nodes[index].staysEnded(with: counts) { start(index, now: now) }
        var walk = RateWalk(now: now, isWork: isWork, shift: shift)
        var vanishing = NodeIndex.none
        var working: Int32 = 0
        while true {
            let old = (counts: nodes[current].counts, fraction: nodes[current].fraction)
            let before = nodes[current].contribution
            let isOtherTotal = counts.total != old.counts.total
            if isOtherTotal { nodes.leaveTimes(current) }
            nodes[current].counts = counts
            if isOtherTotal { nodes.enterTimes(current) }
            let follows = nodes[current].follow(childSum: nodes[familyOf: current].sum.value, stamp: log.sequence)
            let moves = follows || counts != old.counts
            if moves { log.note(current, &nodes[current], .progress, now: now) }
            let isFinished = counts.isFinished
            let turns = isFinished != (nodes[current].finishedAt >= 0)
            if turns { working += turn(current, isFinished: isFinished, now: now) }
            if counts.completed < old.counts.completed {
                walk.isRewind = true
                nodes.followRewind(of: current, from: old.counts.completed, now: now)
            }
            if walk.isWork || walk.shift != 0 { followRate(of: current, &walk, moves: moves, now: now) }
            if isOtherTotal { followTotal(of: current, &walk, from: old, now: now) }
            if turns { settleRest(of: current, now: now) }
            if turns && isFinished && nodes[current].flags.contains(.removesWhenFinished) { vanishing = current }

            let parent = nodes[current].parent
            if parent == .none || nodes[current].flags.contains(.isCredited) { break }
            if !isFinished {
                let after = nodes[current].contribution
                if after != before {
                    nodes[current].workingCount += working
                    current = carry(before, after, to: parent, &walk, working: working, now: now)
                } else if walk.toldEnd > 0 && nodes.countsForTimes(current) {
                    raiseTimes(from: parent, to: walk.toldEnd, now: now)
                }
                break
            }
            counts = nodes[parent].counts
            counts.completed += nodes[current].pendingUnitCount
            if counts.completed != nodes[parent].counts.completed, !nodes[parent].staysEnded(with: counts) {
                start(parent, now: now)
            }
            credit(current, worth: before, to: parent, now: now)
            nodes[current].workingCount += working
            current = parent
        }
        if isUpdate {
            // A node that moves is sampled, unless a root joined in this tick, which may have been sampled before.
            let isSampled = isWork && shift == nil && walk.tick != attachTick
            noteUpdate(from: isSampled ? current : index, walk.tick, now: now)
        }
        noteTreeWrite(from: current, now: now, working: working)
        return vanishing
    }

    /// The units of a child that finished are its parent's own from now on.
    mutating func credit(_ child: NodeIndex, worth before: Double, to parent: NodeIndex, now: Int64) {
        noteNoMoreLost(child, now: now)
        nodes.noteEndForTimes(child, worth: before, at: now)
        nodes[child].flags.insert(.isCredited)
        nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[child].pendingUnitCount)
        if nodes[child].pendingUnitCount > 0 { nodes.showOwnTime(ofParent: parent) }
        nodes[familyOf: parent].sum.subtract(before)
    }

    /// Carries a child's contribution up the tree, to nodes whose own counts stay.
    /// - Returns: the first node that passes nothing on.
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
            nodes[family].sum.replace(before, with: after)
            before = nodes[current].contribution
            let moves = nodes[current].follow(childSum: nodes[family].sum.value, stamp: log.sequence)
            if moves { log.note(current, &nodes[current], .progress, now: now) }
            if walk.isWork || walk.shift != 0 { followRate(of: current, &walk, moves: moves, now: now) }
            after = nodes[current].contribution
            let parent = nodes[current].parent
            if after == before || parent == .none || nodes[current].flags.contains(.isCredited) { return current }
            nodes[current].workingCount += working
            current = parent
        }
    }

    /// A node finishes, or is no longer finished.
    /// - Returns: by how much the count of working nodes changes.
    private mutating func turn(_ index: NodeIndex, isFinished: Bool, now: Int64) -> Int32 {
        nodes[index].finishedAt = isFinished ? now : -1
        // A finish may come from below, with no write that renews the lease.
        nodes[index].flags.remove(.isStalled)
        if isFinished { forgetReportedSpeed(of: index) }
        log.note(index, &nodes[index], .state, now: now)
        if !nodes[index].flags.isDisjoint(with: [.isCancelled, .isFailed]) { return 0 }
        nodes[index].endedAt = nodes[index].finishedAt
        forgetReason(of: index)
        if !isFinished, !nodes[index].flags.contains(.hasLostName),
            nodes[index].details?.details.run?.isForgotten == true
        {
            // It was forgotten as a run that had ended, and is the present one now.
            editDetails(of: index) { $0.run?.isForgotten = false }
        }
        return isFinished ? -1 : 1
    }

    /// Counts a node that has just been linked below `parent`: credited if it is finished, else by its fraction.
    /// - Returns: the node that finished and must vanish, or `.none`; for `settle`.
    mutating func join(_ index: NodeIndex, to parent: NodeIndex, now: Int64) -> NodeIndex {
        if nodes[index].flags.contains(.removesWhenFinished) && nodes[index].leavesNothing(cameIn: log.sequence) {
            nodes[index].flags.insert(.isCredited)
            nodes[familyOf: parent].noteNoMoreUncredited(worth: 0)
            noteWrite(parent, at: now)
            return .none
        }
        var counts = nodes[parent].counts
        var shift = nodes[index].contribution
        if nodes[index].counts.isFinished {
            nodes.leaveTimes(index)
            nodes[index].flags.insert(.isCredited)
            nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[index].pendingUnitCount)
            counts.completed += nodes[index].pendingUnitCount
            shift = Double(nodes[index].pendingUnitCount)
        } else {
            nodes[familyOf: parent].sum.add(shift)
        }
        touch(parent, .progress, now: now)
        settleDefaultLease(of: parent, now: now)
        return apply(counts, to: parent, shift: shift, now: now)
    }

    /// Credits the contributions of children, done or not; their units are already in the final counts.
    mutating func creditChildren(of index: NodeIndex, now: Int64) {
        nodes.dropTimes(of: index)
        var child = nodes.firstChild(of: index)
        while child != .none {
            if !nodes[child].flags.contains(.isCredited) {
                credit(child, worth: nodes[child].contribution, to: index, now: now)
                // A child that has not ended is cancelled next, which notes it.
                if nodes[child].isEnded { log.unsaved.note(child) }
            }
            child = nodes[child].nextSibling
        }
    }
}

extension NodeStore {
    /// The counts with which a node finishes: the units of its children count as done, whether the children are or not.
    func finalCounts(of index: NodeIndex) throws(ProgressError) -> Counts {
        var counts = self[index].counts
        var child = firstChild(of: index)
        while child != .none {
            if !self[child].flags.contains(.isCredited) {
                let pending = self[child].pendingUnitCount
                let (completed, overflow) = counts.completed.addingReportingOverflow(pending)
                if overflow { throw .countOverflow(id: self[index].id, count: counts.completed, addend: pending) }
                counts.completed = completed
            }
            child = self[child].nextSibling
        }
        let least = counts.total > 0 ? counts.total : 1
        counts.completed = max(counts.completed, least)
        if counts.total <= 0 { counts.total = counts.completed }
        return counts
    }
}
