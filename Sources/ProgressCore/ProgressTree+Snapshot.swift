extension ProgressTree {
    /// The node at this moment. Cost: O(depth).
    package func snapshot(of index: NodeIndex) -> ProgressSnapshot {
        var root = index
        var depth = 0
        while nodes[root].parent != .none {
            root = nodes[root].parent
            depth += 1
        }
        let flags = nodes[index].flags
        var snapshot = ProgressSnapshot(id: nodes[index].id, rootID: nodes[root].id)
        if nodes[index].parent != .none {
            snapshot.parentID = nodes[nodes[index].parent].id
            snapshot.pendingUnitCount = nodes[index].pendingUnitCount
        } else {
            snapshot.expiresAt = expiry(ofRoot: index)
        }
        snapshot.depth = depth
        snapshot.childCount = Int(nodes[familyOf: index].children.count)
        snapshot.hasUncreditedChildren = nodes[familyOf: index].uncreditedCount > 0
        snapshot.totalUnitCount = nodes[index].counts.total
        snapshot.completedUnitCount = nodes[index].counts.completed
        snapshot.fractionCompleted = nodes[index].fraction
        snapshot.isCancellable = flags.contains(.isCancellable)
        snapshot.isPausable = flags.contains(.isPausable)
        snapshot.isCancelled = flags.contains(.isCancelled)
        snapshot.isPaused = flags.contains(.isPaused)
        snapshot.isStalled = flags.contains(.isStalled)
        snapshot.removeWhenFinished = flags.contains(.removesWhenFinished)
        snapshot.version = nodes[index].version
        snapshot.createdAt = nodes[index].createdAt
        snapshot.updatedAt = nodes[index].updatedAt
        snapshot.finishedAt = nodes[index].finishedAt < 0 ? nil : nodes[index].finishedAt
        snapshot.startedAt = nodes[index].startedAt < 0 ? nil : nodes[index].startedAt
        snapshot.endedAt = nodes[index].endedAt < 0 ? nil : nodes[index].endedAt
        snapshot.box = nodes[index].details
        snapshot.trace = nodes[index].trace
        (snapshot.throughput, snapshot.estimatedTimeRemaining) = speed(of: index)
        return snapshot
    }

    // One member each, without a whole snapshot.
    package func fractionCompleted(of index: NodeIndex) -> Double { nodes[index].fraction }
    package func version(of index: NodeIndex) -> Int64 { nodes[index].version }
    package func changeStamp(of index: NodeIndex) -> UInt64 { nodes[index].changeStamp }
    package func subtreeStamp(of index: NodeIndex) -> UInt64 { nodes[index].subtreeStamp }
    package func updatedAt(of index: NodeIndex) -> Int64 { nodes[index].updatedAt }
    package func id(of index: NodeIndex) -> ProgressID { nodes[index].id }
    package func ordinal(of index: NodeIndex) -> UInt64 { nodes[index].ordinal }
    package func details(of index: NodeIndex) -> DetailsBox? { nodes[index].details }

    package func state(of index: NodeIndex) -> ProgressState { nodes[index].state }
    package func isEnded(_ index: NodeIndex) -> Bool { nodes[index].isEnded }

    /// Whether the node, or anything below it, has not ended.
    package func hasWorkingNodes(in index: NodeIndex) -> Bool {
        !nodes[index].isEnded || nodes[index].workingCount > 0
    }

    package func directive(of index: NodeIndex) -> Directive {
        let flags = nodes[index].flags
        if !flags.isDisjoint(with: [.isCancelled, .isFailed]) { return .cancel }
        return flags.contains(.isPaused) ? .pause : .run
    }

    // MARK: Lists

    package func parent(of index: NodeIndex) -> NodeIndex? {
        let parent = nodes[index].parent
        return parent == .none ? nil : parent
    }

    package func root(of index: NodeIndex) -> NodeIndex { nodes.root(of: index) }

    package func firstChildIndex(of index: NodeIndex) -> NodeIndex? {
        let child = nodes.firstChild(of: index)
        return child == .none ? nil : child
    }

    package func nextSibling(of index: NodeIndex) -> NodeIndex? {
        let sibling = nodes[index].nextSibling
        return sibling == .none ? nil : sibling
    }

    package var newestRoot: NodeIndex? { nodes.roots.last == .none ? nil : nodes.roots.last }

    /// The root that was created before this one.
    package func olderRoot(than index: NodeIndex) -> NodeIndex? {
        let older = nodes[index].previousSibling
        return older == .none ? nil : older
    }

    /// The next node in a walk over the subtree of `top`, parents first; without what is below `index` if asked.
    package func nextInWalk(after index: NodeIndex, within top: NodeIndex, skipsChildren: Bool = false) -> NodeIndex? {
        skipsChildren ? nodes.nextOutside(index, within: top) : nodes.next(after: index, within: top)
    }
}
