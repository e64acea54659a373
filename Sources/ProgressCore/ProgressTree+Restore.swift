/// Why what was stored is no set of trees.
package enum RestoreError: Error, Equatable, Sendable {
    case twice(ProgressID)
    case sameName(String)
    case noParent(ProgressID, of: ProgressID)
    /// So many nodes hang together in a ring.
    case ring(nodeCount: Int)
}

/// Trees that are being put together again: first every node by itself, in any order, then what follows from all.
package struct Restoration: ~Copyable {
    fileprivate var tree: ProgressTree
    fileprivate var links: [(index: NodeIndex, parent: ProgressID?)] = []

    /// - Parameter nodeCount: about how many there are; more than the limits allow are still restored.
    package init(limits: ProgressLimits, nodeCount: Int) {
        tree = ProgressTree(limits: limits, nodeCount: nodeCount)
        links.reserveCapacity(nodeCount)
    }

    package mutating func add(_ stored: StoredProgress) throws(RestoreError) {
        if tree.lookUp(stored.id) != nil { throw .twice(stored.id) }
        if let name = stored.details?.details.name, tree.names[name] != nil { throw .sameName(name) }
        links.append((tree.place(stored), stored.parentID))
    }

    /// - Parameters:
    ///   - sequence: a stamp above that of every change that anybody was told of.
    ///   - ordinal: the last one that was given.
    ///   - now: leases begin anew with it, and rates go on as if no time had passed since the last change.
    /// - Complexity: O(n log n).
    package consuming func finish(
        _ reservations: [Reservation],
        sequence: UInt64,
        ordinal: UInt64,
        at now: Int64
    ) throws(RestoreError) -> ProgressTree {
        tree.sequence = sequence
        tree.lastOrdinal = max(tree.lastOrdinal, ordinal)
        try link()
        try tree.settleRestored(count: links.count, at: now)
        for reservation in reservations { tree.restore(reservation) }
        return tree
    }

    private mutating func link() throws(RestoreError) {
        links.sort { tree.nodes[$0.index].pointee.ordinal < tree.nodes[$1.index].pointee.ordinal }
        for (index, parentID) in links {
            guard let parentID else {
                tree.appendRoot(index)
                continue
            }
            guard let parent = tree.lookUp(parentID) else {
                throw .noParent(parentID, of: tree.nodes[index].pointee.id)
            }
            tree.appendChild(index, to: parent)
        }
    }
}

extension ProgressTree {
    fileprivate mutating func place(_ stored: StoredProgress) -> NodeIndex {
        var node = Node(id: stored.id, counts: stored.counts, now: stored.createdAt)
        node.flags = Node.Flags(stored.marks)
        node.pendingUnitCount = stored.pendingUnitCount
        node.version = stored.version
        node.changeStamp = stored.changeStamp
        node.ordinal = stored.ordinal
        node.updatedAt = stored.updatedAt
        node.finishedAt = stored.finishedAt
        node.treeWrittenAt = stored.treeWrittenAt
        node.details = stored.details
        if let rate = stored.rate { node.rate = rates.insert(Rate(rate)) }
        lastOrdinal = max(lastOrdinal, stored.ordinal)
        let index = nodes.insert(node)
        table.insert(stored.id, at: index)
        if let details = stored.details?.details {
            textByteCount += details.textByteCount
            if let name = details.name { names[name] = index }
        }
        if !stored.writers.isEmpty {
            textByteCount += stored.writers.textByteCount
            writers[index] = stored.writers
        }
        if stored.retired != SummarySums() { makeFamily(of: index).pointee.retired = stored.retired }
        unsaved.noteSaved(index)
        return index
    }

    /// From the leaves up: fractions, sums, who works, and when something was written last.
    fileprivate mutating func settleRestored(count: Int, at now: Int64) throws(RestoreError) {
        var order: [NodeIndex] = []
        order.reserveCapacity(count)
        var root = firstRoot
        while root != .none {
            var current: NodeIndex? = root
            while let index = current {
                order.append(index)
                current = next(after: index, within: root)
            }
            root = nodes[root].pointee.nextSibling
        }
        if order.count < count { throw .ring(nodeCount: count - order.count) }
        for index in order.reversed() { settleRestored(index, at: now) }
    }

    private mutating func settleRestored(_ index: NodeIndex, at now: Int64) {
        let node = nodes[index]
        node.pointee.subtreeStamp = sequence
        node.pointee.fraction = node.pointee.counts.fraction(childSum: node.pointee.family?.pointee.sum.value ?? 0)
        if !node.pointee.isEnded { node.pointee.workingCount += 1 }
        if node.pointee.rate != .none {
            rates[node.pointee.rate].pointee.skip(max(now - node.pointee.updatedAt, 0))
        }
        if node.pointee.details?.details.leaseSeconds != nil {
            node.pointee.flags.insert(.hasLease)
            if !node.pointee.isEnded && node.pointee.flags.isDisjoint(with: [.isPaused, .isStalled]) {
                startLease(of: index, at: now)
            }
        }
        let parent = node.pointee.parent
        if parent == .none { return awaitRetentionIfEnded(index) }
        if !node.pointee.flags.contains(.isCredited) {
            nodes[parent].pointee.family?.pointee.sum.add(node.pointee.contribution)
        }
        nodes[parent].pointee.workingCount += node.pointee.workingCount
        nodes[parent].pointee.treeWrittenAt = max(
            nodes[parent].pointee.treeWrittenAt,
            node.pointee.treeWrittenAt
        )
    }

    fileprivate mutating func restore(_ reservation: Reservation) {
        guard let parent = lookUp(reservation.parentID) else { return }
        reservations.insert(reservation)
        makeFamily(of: parent).pointee.reservations.insert(reservation.key)
        guard !reservation.isClaimed, let expiresAt = reservation.expiresAt else { return }
        schedule(Deadline(due: expiresAt, kind: .reservation, id: reservation.key))
    }
}
