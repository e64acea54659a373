/// Why what was stored is no set of trees.
package enum RestoreError: Error, Equatable, Sendable {
    case twice(ProgressID)
    case sameName(String)
    case noParent(ProgressID, of: ProgressID)
    /// So many nodes hang together in a ring.
    case ring(nodeCount: Int)
    /// A group does not continue these trees: it is older, a node is at another place than it can have come to, or stays
    /// below one that is gone.
    case older(sequence: UInt64)
    case anotherPlace(ProgressID)
    case staysBelow(ProgressID)
    case tooMany(limit: Int)
}

/// Trees that are being put together again: first every node by itself, in any order, then what follows from all.
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
        if tree.lookUp(stored.id) != nil { throw .twice(stored.id) }
        if let name = stored.heldName, tree.names[name] != nil { throw .sameName(name) }
        links.append((stored.ordinal, tree.place(stored), stored.parentID))
    }

    /// Adds a run of a name whose root is gone.
    package mutating func add(_ item: RunItem, of name: String) { goneRuns.append((item, name)) }

    /// - Parameters:
    ///   - sequence: a stamp above that of every change that anybody was told of.
    ///   - ordinal: the last one that was given.
    ///   - now: leases begin again with it, and rates continue as if no time had passed since the last write, and as if
    ///     an update had come now. Nil: the trees follow a writer elsewhere; nothing begins before `beginRule`.
    /// - Complexity: O(n log n).
    package consuming func finish(
        _ reservations: [Reservation],
        sequence: UInt64,
        ordinal: UInt64,
        at now: Int64?
    ) throws(RestoreError) -> ProgressTree {
        tree.log.resume(after: sequence)
        tree.nodes.lastOrdinal = max(tree.nodes.lastOrdinal, ordinal)
        try link()
        try tree.settleRestored(count: links.count, at: now)
        for reservation in reservations where tree.restore(reservation) && now != nil { tree.awaitExpiry(reservation) }
        if now == nil { tree.runs.setFollowing(true) }
        tree.restoreRuns(goneRuns, isRecording: now != nil)
        return tree
    }

    private mutating func link() throws(RestoreError) {
        links.sort { $0.ordinal < $1.ordinal }
        for (_, index, parentID) in links {
            guard let parentID else {
                tree.nodes.appendRoot(index)
                continue
            }
            guard let parent = tree.lookUp(parentID) else {
                throw .noParent(parentID, of: tree.nodes[index].id)
            }
            tree.nodes.append(index, to: parent)
        }
    }
}

extension ProgressTree {
    mutating func place(_ stored: StoredProgress) -> NodeIndex {
        var node = Node(id: stored.id, counts: stored.counts, now: stored.createdAt)
        node.take(stored)
        node.details = restoredDetails(stored)
        nodes.lastOrdinal = max(nodes.lastOrdinal, stored.ordinal)
        let index = nodes.insert(node)
        ids.insert(stored.id, at: index)
        if let rate = stored.rate { nodes.makeRate(of: index, Rate(rate)) }
        textByteCount += stored.trace.textByteCount
        if let details = stored.details?.details {
            textByteCount += details.textByteCount
            if let name = stored.heldName { names.give(name, to: index) }
        }
        if !stored.writers.isEmpty {
            textByteCount += stored.writers.textByteCount
            writers[index] = stored.writers
        }
        if stored.retired != SummarySums() {
            nodes.makeFamily(of: index)
            nodes[familyOf: index].retired = stored.retired
        }
        log.unsaved.noteSaved(index)
        return index
    }

    func restoredDetails(_ stored: StoredProgress) -> DetailsBox? {
        if let defaultLease, stored.marks.contains(.hasDefaultLease), defaultLease.details == stored.details?.details {
            return defaultLease
        }
        return stored.detailsWithRun
    }

    /// From the leaves up: fractions, sums, who works, and when something was written last.
    fileprivate mutating func settleRestored(count: Int, at now: Int64?) throws(RestoreError) {
        var order: [NodeIndex] = []
        order.reserveCapacity(count)
        var root = nodes.roots.first
        while root != .none {
            var current: NodeIndex? = root
            while let index = current {
                order.append(index)
                current = nodes.next(after: index, within: root)
            }
            root = nodes[root].nextSibling
        }
        if order.count < count { throw .ring(nodeCount: count - order.count) }
        for index in order.reversed() { settleRestored(index, at: now) }
    }

    private mutating func settleRestored(_ index: NodeIndex, at now: Int64?) {
        nodes[index].fraction = nodes[index].counts.fraction(childSum: nodes[familyOf: index].sum.value)
        if !nodes[index].isEnded { nodes[index].workingCount += 1 }
        if let now {
            nodes[index].subtreeStamp = log.sequence
            beginTimes(of: index, at: now)
        } else {
            nodes[index].subtreeStamp = max(nodes[index].subtreeStamp, nodes[index].changeStamp)
        }
        let parent = nodes[index].parent
        if parent == .none { return }
        if !nodes[index].flags.contains(.isCredited) {
            nodes[familyOf: parent].sum.add(nodes[index].contribution)
        }
        restoreLost(index)
        nodes[parent].subtreeStamp = max(nodes[parent].subtreeStamp, nodes[index].subtreeStamp)
        nodes[parent].workingCount += nodes[index].workingCount
        nodes[parent].treeWrittenAt = max(nodes[parent].treeWrittenAt, nodes[index].treeWrittenAt)
    }

    /// Rate, lease and retention of a node begin again; those below it have.
    mutating func beginTimes(of index: NodeIndex, at now: Int64) {
        if nodes[index].rate != .none {
            nodes[rateOf: index].skip(from: nodes[index].updatedAt, to: now)
            nodes[rateOf: index].hear(at: now)
            awaitSilence(of: index)
        }
        if nodes[index].details?.details.leaseSeconds != nil && leaseCounts(index) {
            nodes[index].flags.insert(.hasLease)
            if !nodes[index].isEnded && nodes[index].flags.isDisjoint(with: [.isPaused, .isStalled]) {
                startLease(of: index, at: now)
            }
        }
        if nodes[index].parent == .none { awaitRetentionIfEnded(index) }
    }

    /// - Returns: false if its parent is gone.
    @discardableResult
    mutating func restore(_ reservation: Reservation) -> Bool {
        guard let parent = lookUp(reservation.parentID) else { return false }
        reservations.insert(reservation)
        nodes.makeFamily(of: parent)
        nodes[familyOf: parent].reservations.insert(reservation.key)
        return true
    }

    mutating func awaitExpiry(_ reservation: Reservation) {
        guard !reservation.isClaimed, let expiresAt = reservation.expiresAt else { return }
        schedule(Deadline(due: expiresAt, kind: .reservation, id: reservation.key))
    }
}

extension Node {
    /// Becomes what was stored, but for its details, and what its place and its children say.
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
