/// Trees that are being restored: first every node by itself, in any order, then the values that follow from all.
package struct Restoration: ~Copyable {
    fileprivate var tree: ProgressTree
    fileprivate var goneRuns: [(item: RunItem, name: String)] = []
    fileprivate var links: [(ordinal: UInt64, index: NodeIndex, parent: ProgressID?)] = []

    /// - Parameter nodeCount: about how many there are; more than the limits allow are still restored.
    package init(limits: ProgressLimits, nodeCount: Int) {
        tree = ProgressTree(limits: limits, nodeCount: nodeCount)
        links.reserveCapacity(nodeCount)
    }

    package mutating func add(_ stored: StoredProgress) throws(RestoreError) {
        if tree.forest.lookUp(stored.id) != nil { throw .twice(stored.id) }
        if let name = stored.heldName, tree.names[name] != nil { throw .sameName(name) }
        links.append((stored.ordinal, tree.place(stored), stored.parentID))
    }

    /// Adds a run of a name whose root is gone.
    package mutating func add(_ item: RunItem, of name: String) { goneRuns.append((item, name)) }

    /// - Parameters:
    ///   - sequence: a stamp above that of every change that any client has seen.
    ///   - ordinal: the last one that was given.
    ///   - now: leases begin again with it, and rates continue as if no time had passed since the last write, and as if
    ///     an update had come now. Nil: the trees follow the writer of another replica; nothing begins before
    ///     `beginRule`.
    /// - Complexity: O(n log n).
    package consuming func finish(
        _ reservations: [Reservation],
        sequence: UInt64,
        ordinal: UInt64,
        at now: Int64?
    ) throws(RestoreError) -> ProgressTree {
        tree.forest.log.resume(after: sequence)
        tree.forest.nodes.lastOrdinal = max(tree.forest.nodes.lastOrdinal, ordinal)
        try link()
        try tree.forest.settleRestored(count: links.count, at: now)
        for reservation in reservations where tree.forest.restore(reservation) && now != nil {
            tree.forest.awaitExpiry(reservation)
        }
        if now == nil { tree.runs.setFollowing(true) }
        tree.restoreRuns(goneRuns, isRecording: now != nil)
        return tree
    }

    private mutating func link() throws(RestoreError) {
        links.sort { $0.ordinal < $1.ordinal }
        for (_, index, parentID) in links {
            guard let parentID else {
                tree.forest.nodes.appendRoot(index)
                continue
            }
            guard let parent = tree.forest.lookUp(parentID) else {
                throw .noParent(parentID, of: tree.forest.nodes[index].id)
            }
            tree.forest.nodes.append(index, to: parent)
        }
    }
}

extension ProgressTree {
    /// Adds a node without links.
    mutating func place(_ stored: StoredProgress) -> NodeIndex {
        let index = forest.nodes.insert(Node(id: stored.id, counts: stored.counts, now: stored.createdAt))
        forest.nodes.lastOrdinal = max(forest.nodes.lastOrdinal, stored.ordinal)
        forest.ids.insert(stored.id, at: index)
        update(index, stored)
        forest.log.unsaved.noteSaved(index)
        return index
    }

    /// Sets a node to its stored values.
    mutating func update(_ index: NodeIndex, _ stored: StoredProgress) {
        let (before, traceBefore) = (forest[index].details, forest[index].trace)
        forest[index].take(stored)
        forest[index].details = forest.restoredDetails(stored)
        forest.textByteCount += forest[index].details?.details.textByteCount ?? 0
        forest.textByteCount -= before?.details.textByteCount ?? 0
        forest.textByteCount += stored.trace.textByteCount - traceBefore.textByteCount
        if let name = stored.heldName { names.give(name, to: index) }
        let known = writers[index]
        if known != stored.writers {
            forest.textByteCount += stored.writers.textByteCount - known.textByteCount
            writers[index] = stored.writers
        }
        if stored.retired != SummarySums() { forest.nodes.makeFamily(of: index) }
        if forest[index].family != .none { forest[familyOf: index].retired = stored.retired }
        forest.nodes.foretellings[index] = stored.parentID == nil ? stored.rate?.foretelling?.foretelling : nil
        guard let rate = stored.rate else { return }
        if forest[index].rate == .none {
            forest.nodes.makeRate(of: index, Rate(rate))
        } else {
            forest.nodes[rateOf: index] = Rate(rate)
        }
    }
}

extension Node {
    /// Takes the stored values, except the details, and the values that follow from its place and its children.
    mutating func take(_ stored: StoredProgress) {
        let watched: Flags = [.isWatched, .isWatchedWithDescendants]
        flags = Flags(stored.marks).union(flags.intersection(watched))
        counts = stored.counts
        pendingUnitCount = stored.pendingUnitCount
        version = stored.version
        changeStamp = stored.changeStamp
        ordinal = stored.ordinal
        updatedAt = stored.updatedAt
        finishedAt = stored.finishedAt
        startedAt = stored.startedAt
        // Earlier versions did not record when a node failed or was cancelled: its last change is the best guess.
        let end = stored.endedAt < 0 ? stored.updatedAt : stored.endedAt
        endedAt = isEnded ? end : -1
        treeWrittenAt = stored.treeWrittenAt
        trace = stored.trace
    }
}
