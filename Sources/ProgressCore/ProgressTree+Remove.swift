extension ProgressTree {
    /// What becomes of the pending units of a node that is removed before it handed them over.
    package enum PendingPolicy: Sendable {
        /// The parent gets them, so that it can still finish.
        case credit
        /// They are dropped, and so is what the subtree added to the sums of summaries.
        case release
    }

    /// Removes `index` and everything below it: at once nothing of it is found any more; a large subtree is freed
    /// later, by `free(most:)`.
    ///
    /// - Throws: `.countOverflow` where crediting would take a count out of int64.
    /// - Complexity: O(depth).
    package mutating func remove(
        _ index: NodeIndex,
        pending: PendingPolicy,
        at now: Int64
    ) throws(ProgressError) {
        let parent = nodes[index].parent
        let credits = parent != .none && !nodes[index].flags.contains(.isCredited) && pending == .credit
        if credits {
            try checkCascade(from: parent, counts: credited(parent, by: nodes[index].pendingUnitCount))
        }
        log.begin()
        let vanishing = unlink(index, credits: credits, keepsSums: pending == .credit, now: now)
        if vanishing != .none { unlink(vanishing, keepsSums: true, now: now) }
    }

    /// Unlinks a subtree, tells the parent, and hands it to the pending removals; part of a change that has begun.
    /// - Returns: what finished by the credit and is to vanish.
    @discardableResult
    mutating func unlink(_ top: NodeIndex, credits: Bool = false, keepsSums: Bool, now: Int64) -> NodeIndex {
        let parent = nodes[top].parent
        log.changes.departures.append(
            Changes.Departure(
                kind: .removed,
                id: nodes[top].id,
                parentID: parent == .none ? nil : nodes[parent].id,
                details: nodes[top].details,
                rootDetails: parent == .none ? nil : nodes[nodes.root(of: parent)].details,
                hasLostName: nodes[top].flags.contains(.hasLostName),
                stamp: log.sequence,
                last: lastMoment(of: top)
            )
        )
        // As long as they are where they were.
        keepLastMoments(below: top)
        noteWatchedTouches(below: top)
        walks.leave(top, in: nodes)
        var vanishing = NodeIndex.none
        if parent == .none {
            rememberGone(top, now: now)
            unlinkRoot(top)
        } else {
            addWorking(-nodes[top].workingCount, at: parent)
            let isCounted = !nodes[top].flags.contains(.isCredited)
            var shift = isCounted ? -nodes[top].contribution : 0
            if isCounted {
                noteNoMoreLost(top, now: now)
                nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[top].pendingUnitCount)
                nodes[familyOf: parent].sum.subtract(nodes[top].contribution)
            }
            nodes.unlink(top)
            settleDefaultLease(of: parent, now: now)
            var counts = nodes[parent].counts
            if credits {
                counts.completed += nodes[top].pendingUnitCount
                shift += Double(nodes[top].pendingUnitCount)
            }
            touch(parent, .progress, now: now)
            nodes[top].parent = .none
            vanishing = apply(counts, to: parent, shift: shift, now: now)
        }
        removeLater(top, summaryHeir: keepsSums ? parent : .none)
        if parent == .none { giveUpRunsAboveLimit() }
        return vanishing
    }

    /// The last moments of watched nodes below `top` that the change in progress has touched: told now, because when
    /// they are freed it is no longer known what touched them, nor what was above them.
    private mutating func noteWatchedTouches(below top: NodeIndex) {
        // What this change created nobody can watch; a create may remove thousands of its nodes at once.
        if nodes.firstChild(of: top) == .none || isNew(top) { return }
        for touch in log.changes.touches where touch.index != top {
            guard nodes[touch.index].id == touch.id, nodes[touch.index].flags.contains(.isWatched) else { continue }
            if nodes.isWithin(touch.index, top) { noteRemoval(below: touch.index) }
        }
    }

    private func isNew(_ index: NodeIndex) -> Bool {
        log.touchPosition(of: nodes[index]).map {
            log.changes.touches[$0].isNew && log.changes.touches[$0].stamp == sequence
        } ?? false
    }

    /// A root leaves the roots: it is removed, or becomes a child.
    mutating func unlinkRoot(_ index: NodeIndex) {
        if abandonmentCursor == index { abandonmentCursor = nodes[index].nextSibling }
        walks.leaveRoot(index, in: nodes)
        nodes.unlink(index)
    }

    /// Tells those who watch a node below the top of what is removed.
    mutating func noteRemoval(below index: NodeIndex) {
        nodes[index].flags.remove(.isWatched)
        log.changes.departures.append(
            Changes.Departure(
                kind: .removedBelow,
                id: nodes[index].id,
                parentID: nil,
                details: nodes[index].details,
                hasLostName: nodes[index].flags.contains(.hasLostName),
                stamp: log.sequence,
                last: lastMoment(of: index)
            )
        )
    }

    /// A node's snapshot where the change in progress has touched it.
    private func lastMoment(of index: NodeIndex) -> (snapshot: ProgressSnapshot, kinds: Changes.Kinds)? {
        guard recordsTouches, nodes[index].changeStamp == sequence, let position = log.touchPosition(of: nodes[index])
        else { return nil }
        return (snapshot(of: index), log.changes.touches[position].kinds)
    }
}
