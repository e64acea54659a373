/// Freeing late: a removal unlinks the top, which takes O(depth); the nodes are freed in slices, the oldest removal
/// first.
extension ProgressTree {
    package var hasPendingRemovals: Bool { !pendingRemovals.isEmpty }

    /// Whether the top above `index` was removed; that is looked at only while something is still to be freed.
    @inline(__always)
    func isRemoved(_ index: NodeIndex) -> Bool { !pendingRemovals.isEmpty && isBelowRemoved(index) }

    @inline(never)
    private func isBelowRemoved(_ index: NodeIndex) -> Bool {
        nodes[nodes.root(of: index)].flags.contains(.isPendingRemoval)
    }

    /// The last step of a removal: a small subtree is freed at once, what is left of a large one later.
    mutating func removeLater(_ top: NodeIndex, summaryHeir: NodeIndex) {
        nodes[top].flags.insert(.isPendingRemoval)
        pendingRemovals.append(PendingRemoval(top: top, summaryHeir: summaryHeir))
        free(most: limits.nodesFreedAtOnce, isPartOfChange: true)
    }

    /// Frees at most `most` nodes of what was removed.
    /// - Returns: whether there is more.
    @discardableResult
    package mutating func free(most: Int) -> Bool { free(most: most, isPartOfChange: false) }

    /// - Parameter isPartOfChange: else a watched node that is freed is told as gone by its own change, because streams
    ///   may have promised that everything up to the present one was told.
    @discardableResult
    private mutating func free(most: Int, isPartOfChange: Bool) -> Bool {
        var count = 0
        var hasBegun = isPartOfChange
        while let top = pendingRemovals.first?.top {
            var index = top
            var isDone = false
            while count < most && !isDone {
                // Leaves first, so that every link is still good when it is followed.
                index = nodes.firstLeaf(below: index)
                isDone = index == top
                let parent = nodes[index].parent
                if !isDone {
                    if nodes[index].flags.contains(.isWatched) {
                        if !hasBegun { log.begin() }
                        hasBegun = true
                        noteRemoval(below: index)
                    }
                    nodes.unlink(index)
                }
                freeLeaf(index)
                count += 1
                index = parent
            }
            guard isDone else { return true }
            let done = pendingRemovals.removeFirst()
            if done.summaryHeir != .none && done.sums != SummarySums() {
                nodes[familyOf: done.summaryHeir].retired.add(done.sums)
                log.unsaved.note(done.summaryHeir)
            }
        }
        return false
    }

    private mutating func freeLeaf(_ index: NodeIndex) {
        pendingRemovals[0].sums.add(sums(of: index))
        freeNode(index)
    }

    /// Frees a node that nothing links to, with all that is known of it.
    mutating func freeNode(_ index: NodeIndex) {
        let id = nodes[index].id
        if let details = nodes[index].details?.details {
            textByteCount -= details.textByteCount
            if let name = details.name { names.release(name, of: index) }
        }
        textByteCount -= nodes[index].trace.textByteCount
        if nodes[index].flags.contains(.hasLease) { leases.end(index) }
        if !nodes[index].flags.isDisjoint(with: [.isCancelled, .isPaused]) { controlled.forget(id) }
        let names = writers[index]
        if !names.isEmpty {
            textByteCount -= names.textByteCount
            writers[index] = []
        }
        for key in nodes[familyOf: index].reservations {
            reservations.remove(key)
            log.unsaved.note(reservation: key)
        }
        log.unsaved.noteFreed(index, id)
        ids.remove(id, in: nodes)
        nodes.remove(index)
    }

    /// Frees as much as is needed for what is to come: limits do not count what is gone, and the runs of names give way.
    mutating func makeRoom(nodes count: Int = 0, textBytes: Int = 0) {
        while !pendingRemovals.isEmpty
            && (nodes.count + count > limits.maximumNodeCount
                || heldTextAndRuns + textBytes > limits.maximumTextByteCount)
        {
            free(most: 64)
        }
        while heldTextAndRuns + textBytes > limits.maximumTextByteCount && giveUpRuns() {}
    }

    /// What removed nodes still hold.
    func pendingHoldings() -> (nodes: Int, textBytes: Int, reservations: Int) {
        var holdings = (nodes: 0, textBytes: 0, reservations: 0)
        for one in pendingRemovals {
            nodes.forEachNode(below: one.top) { index in
                holdings.nodes += 1
                holdings.textBytes += nodes[index].details?.details.textByteCount ?? 0
                holdings.textBytes += nodes[index].trace.textByteCount
                holdings.textBytes += writers[index].textByteCount
                holdings.reservations += nodes[familyOf: index].reservations.count
            }
        }
        return holdings
    }

    // MARK: Sums

    /// What a node has itself, and what it keeps of children that vanished.
    func sums(of index: NodeIndex) -> SummarySums {
        var sums = nodes[familyOf: index].retired
        sums.add(nodes[index].counts, nodes[index].details?.details)
        return sums
    }

    /// What removed subtrees will leave to the summary of `top`.
    func sumsToCome(below top: NodeIndex) -> SummarySums {
        var sums = SummarySums()
        for one in pendingRemovals {
            guard let heir = livingHeir(of: one), nodes.isWithin(heir, top) else { continue }
            sums.add(one.sums)
            nodes.forEachNode(below: one.top) { sums.add(self.sums(of: $0)) }
        }
        return sums
    }

    /// The heir, or the heir of the removed subtree that it is in, and so on.
    private func livingHeir(of one: PendingRemoval) -> NodeIndex? {
        var heir = one.summaryHeir
        while heir != .none {
            let top = nodes.root(of: heir)
            guard nodes[top].flags.contains(.isPendingRemoval) else { return heir }
            heir = pendingRemovals.first { $0.top == top }?.summaryHeir ?? .none
        }
        return nil
    }
}
