extension Forest {
    /// The node at this moment. Cost: O(depth).
    @inline(__always)
    package func snapshot(of index: NodeIndex) -> ProgressSnapshot {
        var root = index
        var depth = 0
        while nodes[root].parent != .none {
            root = nodes[root].parent
            depth += 1
        }
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
        snapshot.show(nodes[index])
        snapshot.createdAt = nodes[index].createdAt
        snapshot.box = nodes[index].details
        snapshot.speed = speed(of: index)
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

    package func receipt(of index: NodeIndex) -> WriteReceipt {
        WriteReceipt(id: id(of: index), version: version(of: index), directive: directive(of: index))
    }

    // MARK: Lists

    package func parent(of index: NodeIndex) -> NodeIndex? { nodes[index].parent.orNil }
    package func root(of index: NodeIndex) -> NodeIndex { nodes.root(of: index) }
    package func firstChildIndex(of index: NodeIndex) -> NodeIndex? { nodes.firstChild(of: index).orNil }
    package func nextSibling(of index: NodeIndex) -> NodeIndex? { nodes[index].nextSibling.orNil }

    package var rootsCount: Int { Int(nodes.roots.count) }
    package var newestRoot: NodeIndex? { nodes.roots.last.orNil }

    /// The root that was created before this one.
    package func olderRoot(than index: NodeIndex) -> NodeIndex? { nodes[index].previousSibling.orNil }

    /// The next node in a walk over the subtree of `top`, parents first; without the nodes below `index` if
    /// `skipsChildren`.
    package func nextInWalk(after index: NodeIndex, within top: NodeIndex, skipsChildren: Bool = false) -> NodeIndex? {
        skipsChildren ? nodes.nextOutside(index, within: top) : nodes.next(after: index, within: top)
    }

    /// A node as it was at a moment of the group: in its present place, with the values stored for that moment.
    func snapshot(of index: NodeIndex, as moment: StoredProgress) -> ProgressSnapshot {
        var node = Node(id: moment.id, counts: moment.counts, now: moment.createdAt)
        node.take(moment)
        var snapshot = snapshot(of: index)
        snapshot.show(node)
        snapshot.fractionCompleted = moment.momentFraction ?? node.fraction
        snapshot.box = restoredDetails(moment)
        // A computed speed belongs to another moment.
        let works = snapshot.state == .running || snapshot.state == .indeterminate
        snapshot.speed = ShownSpeed()
        if works {
            snapshot.speed.throughput = snapshot.box?.details.throughput
            snapshot.speed.timeRemaining = snapshot.box?.details.estimatedTimeRemaining
        }
        return snapshot
    }
}

extension ProgressSnapshot {
    /// The members that a node has by itself, whatever is above and below it.
    @inline(__always)
    fileprivate mutating func show(_ node: borrowing Node) {
        totalUnitCount = node.counts.total
        completedUnitCount = node.counts.completed
        fractionCompleted = node.fraction
        isCancellable = node.flags.contains(.isCancellable)
        isPausable = node.flags.contains(.isPausable)
        isCancelled = node.flags.contains(.isCancelled)
        isPaused = node.flags.contains(.isPaused)
        isStalled = node.flags.contains(.isStalled)
        removeWhenFinished = node.flags.contains(.removesWhenFinished)
        version = node.version
        updatedAt = node.updatedAt
        finishedAt = node.finishedAt < 0 ? nil : node.finishedAt
        startedAt = node.startedAt < 0 ? nil : node.startedAt
        endedAt = node.endedAt < 0 ? nil : node.endedAt
        trace = node.trace
    }
}
