extension ProgressTree {
    /// The node at this moment. Cost: O(depth), and the roll-up of what changed below since the last look.
    package func snapshot(of index: NodeIndex) -> ProgressSnapshot {
        rollUp(index)
        let node = nodes[index]
        var root = index
        var depth = 0
        while nodes[root].pointee.parent != .none {
            root = nodes[root].pointee.parent
            depth += 1
        }
        let flags = node.pointee.flags
        var snapshot = ProgressSnapshot(id: node.pointee.id, rootID: nodes[root].pointee.id)
        if node.pointee.parent != .none {
            snapshot.parentID = nodes[node.pointee.parent].pointee.id
            snapshot.pendingUnitCount = node.pointee.pendingUnitCount
        } else {
            snapshot.expiresAt = expiry(ofRoot: index)
        }
        snapshot.depth = depth
        if let family = node.pointee.family {
            snapshot.childCount = Int(family.pointee.childCount)
            snapshot.hasUncreditedChildren = family.pointee.uncreditedCount > 0
        }
        snapshot.totalUnitCount = node.pointee.counts.total
        snapshot.completedUnitCount = node.pointee.counts.completed
        snapshot.fractionCompleted = node.pointee.fraction
        snapshot.isCancellable = flags.contains(.isCancellable)
        snapshot.isPausable = flags.contains(.isPausable)
        snapshot.isCancelled = flags.contains(.isCancelled)
        snapshot.isPaused = flags.contains(.isPaused)
        snapshot.isStalled = flags.contains(.isStalled)
        snapshot.removeWhenFinished = flags.contains(.removesWhenFinished)
        snapshot.version = node.pointee.version
        snapshot.createdAt = node.pointee.createdAt
        snapshot.updatedAt = node.pointee.updatedAt
        snapshot.finishedAt = node.pointee.finishedAt < 0 ? nil : node.pointee.finishedAt
        snapshot.box = node.pointee.details
        snapshot.estimatedTimeRemaining = estimatedTimeRemaining(of: index)
        snapshot.throughput = throughput(of: index)
        return snapshot
    }

    /// What an ETag or a list needs, without a whole snapshot.
    package func version(of index: NodeIndex) -> Int64 { rolledUp(index).pointee.version }
    package func changeStamp(of index: NodeIndex) -> UInt64 { rolledUp(index).pointee.changeStamp }
    package func subtreeStamp(of index: NodeIndex) -> UInt64 { rolledUp(index).pointee.subtreeStamp }
    package func updatedAt(of index: NodeIndex) -> Int64 { rolledUp(index).pointee.updatedAt }
    package func ordinal(of index: NodeIndex) -> UInt64 { nodes[index].pointee.ordinal }
    package func details(of index: NodeIndex) -> DetailsBox? { nodes[index].pointee.details }

    private func rolledUp(_ index: NodeIndex) -> UnsafeMutablePointer<Node> {
        rollUp(index)
        return nodes[index]
    }

    package func isEnded(_ index: NodeIndex) -> Bool { nodes[index].pointee.isEnded }

    /// Whether the node, or anything below it, has not ended.
    package func hasWorkingNodes(in index: NodeIndex) -> Bool {
        !nodes[index].pointee.isEnded || nodes[index].pointee.workingCount > 0
    }

    package func directive(of index: NodeIndex) -> Directive {
        let flags = nodes[index].pointee.flags
        if !flags.isDisjoint(with: [.isCancelled, .isFailed]) { return .cancel }
        return flags.contains(.isPaused) ? .pause : .run
    }

    // MARK: Lists

    package func firstChildIndex(of index: NodeIndex) -> NodeIndex? {
        let child = firstChild(of: index)
        return child == .none ? nil : child
    }

    package func nextSibling(of index: NodeIndex) -> NodeIndex? {
        let sibling = nodes[index].pointee.nextSibling
        return sibling == .none ? nil : sibling
    }

    package var newestRoot: NodeIndex? { lastRoot == .none ? nil : lastRoot }

    /// The root that was created before this one.
    package func olderRoot(than index: NodeIndex) -> NodeIndex? {
        let older = nodes[index].pointee.previousSibling
        return older == .none ? nil : older
    }

    /// The next node in a walk over the subtree of `top`, parents first; without what is below `index` if asked.
    package func nextInWalk(after index: NodeIndex, within top: NodeIndex, skipsChildren: Bool = false) -> NodeIndex? {
        skipsChildren ? nextOutside(index, within: top) : next(after: index, within: top)
    }
}
