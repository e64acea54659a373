extension ProgressTree {
    /// The treatment of the pending units of a node that is removed before it handed them over.
    package enum PendingPolicy: Sendable {
        /// The parent gets them, so that it can still finish.
        case credit
        /// They are dropped, as are the amounts that the subtree added to the sums of summaries.
        case release
    }

    /// Removes `index` and everything below it: none of it can be found from now on; a large subtree is freed later, by
    /// `free(most:)`.
    ///
    /// - Throws: `.countOverflow` where crediting would take a count out of int64.
    /// - Complexity: O(depth).
    package mutating func remove(
        _ index: NodeIndex,
        pending: PendingPolicy,
        at now: Int64
    ) throws(ProgressError) {
        let parent = forest[index].parent
        let credits = parent != .none && !forest[index].flags.contains(.isCredited) && pending == .credit
        if credits {
            try forest.checkCascade(from: parent, counts: forest.credited(parent, by: forest[index].pendingUnitCount))
        }
        forest.log.begin()
        let vanishing = unlink(index, credits: credits, keepsSums: pending == .credit, now: now)
        if vanishing != .none { unlink(vanishing, keepsSums: true, now: now) }
    }

    /// Unlinks a subtree, tells the parent, and hands it to the pending removals; part of a change that has begun.
    /// - Returns: the node that finished by the credit and must vanish, or `.none`.
    @discardableResult
    mutating func unlink(_ top: NodeIndex, credits: Bool = false, keepsSums: Bool, now: Int64) -> NodeIndex {
        let parent = forest[top].parent
        var departure = forest.removal(of: top)
        departure.last = forest.lastMoment(of: top)
        forest.log.changes.departures.append(departure)
        // As long as they are where they were.
        keepLastMoments(below: top)
        forest.noteWatchedTouches(below: top)
        walks.leave(top, in: forest.nodes)
        var vanishing = NodeIndex.none
        if parent == .none {
            rememberGone(top, now: now)
            unlinkRoot(top)
        } else {
            forest.addWorking(-forest[top].workingCount, at: parent)
            let isCounted = !forest[top].flags.contains(.isCredited)
            var shift = isCounted ? -forest[top].contribution : 0
            if isCounted {
                forest.noteNoMoreLost(top, now: now)
                forest.nodes.leaveTimes(top)
                forest[familyOf: parent].noteNoMoreUncredited(worth: forest[top].pendingUnitCount)
                if forest[top].pendingUnitCount > 0 { forest.nodes.showOwnTime(ofParent: parent) }
                forest[familyOf: parent].sum.subtract(forest[top].contribution)
            }
            let leavesNothing = forest[top].leavesNothing(cameIn: forest.log.sequence)
            forest.nodes.unlink(top)
            forest[top].parent = .none
            if leavesNothing {
                forest.noteWrite(parent, at: now)
                removeLater(top, summaryHeir: .none)
                return .none
            }
            forest.settleDefaultLease(of: parent, now: now)
            var counts = forest[parent].counts
            if credits {
                counts.completed += forest[top].pendingUnitCount
                shift += Double(forest[top].pendingUnitCount)
            }
            forest.touch(parent, .progress, now: now)
            vanishing = forest.apply(counts, to: parent, shift: shift, now: now)
            if isCounted { ReportedTimes.tellAgain(from: parent, in: &forest, now: now) }
        }
        removeLater(top, summaryHeir: keepsSums ? parent : .none)
        if parent == .none { giveUpRunsAboveLimit() }
        return vanishing
    }

    /// A root leaves the roots: it is removed, or becomes a child.
    mutating func unlinkRoot(_ index: NodeIndex) {
        if abandonmentCursor == index { abandonmentCursor = forest[index].nextSibling }
        walks.leaveRoot(index, in: forest.nodes)
        forest.nodes.unlink(index)
    }
}
