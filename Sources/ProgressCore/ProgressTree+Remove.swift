extension ProgressTree {
    /// What becomes of the pending units of a node that is removed before it handed them over.
    package enum PendingPolicy: Sendable {
        /// The parent gets them, so that it can still finish.
        case credit
        /// They are dropped, and so is what the subtree added to the sums of summaries.
        case release
    }

    /// Removes `index` and everything below it.
    ///
    /// - Throws: `.countOverflow` where crediting would take a count out of int64.
    /// - Complexity: O(subtree + depth).
    package mutating func remove(
        _ index: NodeIndex,
        pending: PendingPolicy,
        at now: Int64
    ) throws(ProgressError) {
        let node = nodes[index]
        let parent = node.pointee.parent
        let credits = parent != .none && !node.pointee.flags.contains(.isCredited) && pending == .credit
        if credits {
            try checkCascade(from: parent, counts: credited(parent, by: node.pointee.pendingUnitCount))
        }
        rollUpTree(of: index)
        sequence += 1
        let vanishing = unlink(index, credits: credits, keepsSums: pending == .credit, now: now)
        if vanishing != .none { unlink(vanishing, keepsSums: true, now: now) }
    }

    /// Unlinks a subtree, tells the parent, and frees it; part of a change that has begun.
    /// - Returns: what finished by the credit and is to vanish.
    @discardableResult
    mutating func unlink(_ top: NodeIndex, credits: Bool = false, keepsSums: Bool, now: Int64) -> NodeIndex {
        let parent = nodes[top].pointee.parent
        changes.departures.append(
            Changes.Departure(
                kind: .removed,
                id: nodes[top].pointee.id,
                parentID: parent == .none ? nil : nodes[parent].pointee.id,
                details: nodes[top].pointee.details,
                stamp: sequence,
                last: lastMoment(of: top)
            )
        )
        var sums = SummarySums()
        let working = countSubtree(top, &sums)
        var vanishing = NodeIndex.none
        if parent == .none {
            unlinkRoot(top)
        } else {
            addWorking(-working, at: parent)
            let isCounted = !nodes[top].pointee.flags.contains(.isCredited)
            var shift = isCounted ? -nodes[top].pointee.contribution : 0
            unlinkChild(top, from: parent)
            if keepsSums { nodes[parent].pointee.family?.pointee.retired.add(sums) }
            var counts = nodes[parent].pointee.counts
            if credits {
                counts.completed += nodes[top].pointee.pendingUnitCount
                shift += Double(nodes[top].pointee.pendingUnitCount)
            }
            touch(parent, .progress, now: now)
            nodes[top].pointee.parent = .none
            vanishing = apply(counts, to: parent, shift: shift, now: now)
        }
        release(top)
        return vanishing
    }

    /// A node's snapshot where the change in progress has touched it.
    private func lastMoment(of index: NodeIndex) -> (snapshot: ProgressSnapshot, kinds: Changes.Kinds)? {
        guard recordsTouches, nodes[index].pointee.changeStamp == sequence, let position = touchPosition(of: index)
        else { return nil }
        return (snapshot(of: index), changes.touches[position].kinds)
    }

    /// Adds up what vanishes with a subtree, and counts its working nodes.
    private func countSubtree(_ top: NodeIndex, _ sums: inout SummarySums) -> Int32 {
        var working: Int32 = 0
        var current: NodeIndex? = top
        while let index = current {
            let node = nodes[index]
            if !node.pointee.isEnded { working += 1 }
            sums.add(node.pointee.counts, node.pointee.details?.details)
            if let family = node.pointee.family { sums.add(family.pointee.retired) }
            current = next(after: index, within: top)
        }
        return working
    }

    private mutating func unlinkChild(_ index: NodeIndex, from parent: NodeIndex) {
        guard let family = nodes[parent].pointee.family else { return }
        let node = nodes[index]
        if !node.pointee.flags.contains(.isCredited) {
            family.pointee.uncreditedCount -= 1
            family.pointee.sum.subtract(node.pointee.contribution)
        }
        family.pointee.childCount -= 1
        let previous = node.pointee.previousSibling
        let next = node.pointee.nextSibling
        if previous == .none {
            family.pointee.firstChild = next
        } else {
            nodes[previous].pointee.nextSibling = next
        }
        if next == .none {
            family.pointee.lastChild = previous
        } else {
            nodes[next].pointee.previousSibling = previous
        }
        node.pointee.previousSibling = .none
        node.pointee.nextSibling = .none
    }

    mutating func unlinkRoot(_ index: NodeIndex) {
        let previous = nodes[index].pointee.previousSibling
        let next = nodes[index].pointee.nextSibling
        if previous == .none { firstRoot = next } else { nodes[previous].pointee.nextSibling = next }
        if next == .none { lastRoot = previous } else { nodes[next].pointee.previousSibling = previous }
        if abandonmentCursor == index { abandonmentCursor = next }
        nodes[index].pointee.previousSibling = .none
        nodes[index].pointee.nextSibling = .none
        rootCount -= 1
    }

    /// Frees an unlinked subtree, leaves first so that every link is still good when it is followed.
    private mutating func release(_ top: NodeIndex) {
        var index = top
        while true {
            var child = firstChild(of: index)
            while child != .none {
                index = child
                child = firstChild(of: index)
            }
            let parent = nodes[index].pointee.parent
            let next = nodes[index].pointee.nextSibling
            if index != top { nodes[parent].pointee.family?.pointee.firstChild = next }
            releaseNode(index, isTop: index == top)
            if index == top { return }
            index = next == .none ? parent : next
        }
    }

    private mutating func releaseNode(_ index: NodeIndex, isTop: Bool) {
        let node = nodes[index]
        let id = node.pointee.id
        if node.pointee.flags.contains(.isWatched) && !isTop {
            changes.departures.append(
                Changes.Departure(
                    kind: .removedBelow,
                    id: id,
                    parentID: nil,
                    details: node.pointee.details,
                    stamp: sequence,
                    last: lastMoment(of: index)
                )
            )
        }
        if let details = node.pointee.details?.details {
            textByteCount -= details.textByteCount
            if let name = details.name { names[name] = nil }
        }
        if node.pointee.flags.contains(.hasLease) { leases[index] = nil }
        if node.pointee.rate != .none { rates.remove(node.pointee.rate) }
        if !writers.isEmpty { forgetWriters(of: index) }
        if let family = node.pointee.family {
            for token in family.pointee.reservations { reservations.remove(token) }
            families.remove(family)
        }
        table.remove(id, in: nodes)
        nodes.remove(index)
    }
}
