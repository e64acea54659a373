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
        sequence += 1
        let vanishing = unlink(index, credits: credits, keepsSums: pending == .credit, now: now)
        if vanishing != .none { unlink(vanishing, keepsSums: true, now: now) }
    }

    /// Unlinks a subtree, tells the parent, and condemns it; part of a change that has begun.
    /// - Returns: what finished by the credit and is to vanish.
    @discardableResult
    mutating func unlink(_ top: NodeIndex, credits: Bool = false, keepsSums: Bool, now: Int64) -> NodeIndex {
        let parent = nodes[top].parent
        changes.departures.append(
            Changes.Departure(
                kind: .removed,
                id: nodes[top].id,
                parentID: parent == .none ? nil : nodes[parent].id,
                details: nodes[top].details,
                rootDetails: parent == .none ? nil : nodes[root(of: parent)].details,
                stamp: sequence,
                last: lastMoment(of: top)
            )
        )
        // As long as they are where they were.
        noteWatchedTouches(below: top)
        leaveWalks(top)
        var vanishing = NodeIndex.none
        if parent == .none {
            unlinkRoot(top)
        } else {
            addWorking(-nodes[top].workingCount, at: parent)
            let isCounted = !nodes[top].flags.contains(.isCredited)
            var shift = isCounted ? -nodes[top].contribution : 0
            unlinkChild(top, from: parent)
            var counts = nodes[parent].counts
            if credits {
                counts.completed += nodes[top].pendingUnitCount
                shift += Double(nodes[top].pendingUnitCount)
            }
            touch(parent, .progress, now: now)
            nodes[top].parent = .none
            vanishing = apply(counts, to: parent, shift: shift, now: now)
        }
        condemn(top, heir: keepsSums ? parent : .none)
        return vanishing
    }

    /// The last moments of watched nodes below `top` that the change in progress has touched: told now, because when
    /// they are freed it is no longer known what touched them, nor what was above them.
    private mutating func noteWatchedTouches(below top: NodeIndex) {
        // What this change created nobody can watch; a create may remove thousands of its nodes at once.
        if firstChild(of: top) == .none || isNew(top) { return }
        for touch in changes.touches where touch.index != top {
            guard nodes[touch.index].id == touch.id, nodes[touch.index].flags.contains(.isWatched) else { continue }
            if isAncestor(top, of: touch.index) { noteRemoval(below: touch.index) }
        }
    }

    private func isNew(_ index: NodeIndex) -> Bool {
        touchPosition(of: index).map { changes.touches[$0].isNew && changes.touches[$0].stamp == sequence } ?? false
    }

    /// Tells those who watch a node below the top of what is removed.
    mutating func noteRemoval(below index: NodeIndex) {
        nodes[index].flags.remove(.isWatched)
        changes.departures.append(
            Changes.Departure(
                kind: .removedBelow,
                id: nodes[index].id,
                parentID: nil,
                details: nodes[index].details,
                stamp: sequence,
                last: lastMoment(of: index)
            )
        )
    }

    /// A node's snapshot where the change in progress has touched it.
    private func lastMoment(of index: NodeIndex) -> (snapshot: ProgressSnapshot, kinds: Changes.Kinds)? {
        guard recordsTouches, nodes[index].changeStamp == sequence, let position = touchPosition(of: index)
        else { return nil }
        return (snapshot(of: index), changes.touches[position].kinds)
    }

    private mutating func unlinkChild(_ index: NodeIndex, from parent: NodeIndex) {
        let family = nodes[parent].family
        if !nodes[index].flags.contains(.isCredited) {
            families[family].noteNoMoreUncredited(worth: nodes[index].pendingUnitCount)
            families[family].sum.subtract(nodes[index].contribution)
        }
        families[family].childCount -= 1
        let previous = nodes[index].previousSibling
        let next = nodes[index].nextSibling
        if previous == .none {
            families[family].firstChild = next
        } else {
            nodes[previous].nextSibling = next
        }
        if next == .none {
            families[family].lastChild = previous
        } else {
            nodes[next].previousSibling = previous
        }
        nodes[index].previousSibling = .none
        nodes[index].nextSibling = .none
    }

    mutating func unlinkRoot(_ index: NodeIndex) {
        let previous = nodes[index].previousSibling
        let next = nodes[index].nextSibling
        if previous == .none { firstRoot = next } else { nodes[previous].nextSibling = next }
        if next == .none { lastRoot = previous } else { nodes[next].previousSibling = previous }
        if abandonmentCursor == index { abandonmentCursor = next }
        leaveRootWalks(index)
        nodes[index].previousSibling = .none
        nodes[index].nextSibling = .none
        rootCount -= 1
    }
}
