/// Freeing late: a removal unlinks the top, which takes O(depth); the nodes are freed in slices, the oldest removal
/// first.
extension ProgressTree {
    package var hasPendingRemovals: Bool { !forest.pendingRemovals.isEmpty }

    /// The last step of a removal: a small subtree is freed at once, the rest of a large one later.
    mutating func removeLater(_ top: NodeIndex, summaryHeir: NodeIndex) {
        forest[top].flags.insert(.isPendingRemoval)
        forest.pendingRemovals.append(PendingRemoval(top: top, summaryHeir: summaryHeir))
        free(most: forest.limits.nodesFreedAtOnce, isPartOfChange: true)
    }

    /// Frees at most `most` removed nodes.
    /// - Returns: whether there is more.
    @discardableResult
    package mutating func free(most: Int) -> Bool { free(most: most, isPartOfChange: false) }

    /// - Parameter isPartOfChange: otherwise a watched node that is freed is reported as gone in a separate change,
    ///   because streams may have promised that everything up to the present one was sent.
    @discardableResult
    private mutating func free(most: Int, isPartOfChange: Bool) -> Bool {
        var count = 0
        var hasBegun = isPartOfChange
        while let top = forest.pendingRemovals.first?.top {
            var index = top
            var isDone = false
            while count < most && !isDone {
                // Leaves first, so that every link is still good when it is followed.
                index = forest.nodes.firstLeaf(below: index)
                isDone = index == top
                let parent = forest[index].parent
                if !isDone {
                    if forest[index].departsByItself {
                        if !hasBegun { forest.log.begin() }
                        hasBegun = true
                        forest.noteRemoval(below: index)
                    }
                    forest.nodes.unlink(index)
                }
                freeLeaf(index)
                count += 1
                index = parent
            }
            guard isDone else { return true }
            let done = forest.pendingRemovals.removeFirst()
            if done.summaryHeir != .none && done.sums != SummarySums() {
                forest[familyOf: done.summaryHeir].retired.add(done.sums)
                forest.log.unsaved.note(done.summaryHeir)
            }
        }
        return false
    }

    private mutating func freeLeaf(_ index: NodeIndex) {
        forest.pendingRemovals[0].sums.add(forest.sums(of: index))
        freeNode(index)
    }

    /// Frees a node that nothing links to, with everything that is known of it.
    mutating func freeNode(_ index: NodeIndex) {
        let id = forest[index].id
        if let details = forest[index].details?.details {
            forest.textByteCount -= details.textByteCount
            if let name = details.name { names.release(name, of: index) }
        }
        forest.textByteCount -= forest[index].trace.textByteCount
        if forest[index].flags.contains(.hasLease) { forest.leases.end(index) }
        if !forest[index].flags.isDisjoint(with: [.isCancelled, .isPaused]) { forest.controlled.forget(id) }
        let names = writers[index]
        if !names.isEmpty {
            forest.textByteCount -= names.textByteCount
            writers[index] = []
        }
        for key in forest[familyOf: index].reservations {
            forest.reservations.remove(key)
            forest.log.unsaved.note(reservation: key)
        }
        forest.log.unsaved.noteFreed(index, id)
        forest.ids.remove(id, in: forest.nodes)
        forest.nodes.remove(index)
    }

    /// Frees as much as the given nodes and texts need: limits do not count removed nodes, and the runs of names give
    /// way.
    mutating func makeRoom(nodes count: Int = 0, textBytes: Int = 0) {
        while !forest.pendingRemovals.isEmpty
            && (forest.nodes.count + count > forest.limits.maximumNodeCount
                || heldTextAndRuns + textBytes > forest.limits.maximumTextByteCount)
        {
            free(most: 64)
        }
        while heldTextAndRuns + textBytes > forest.limits.maximumTextByteCount && giveUpRuns() {}
    }

    /// The nodes, texts and reservations that are still held by removed subtrees.
    func pendingHoldings() -> (nodes: Int, textBytes: Int, reservations: Int) {
        var holdings = (nodes: 0, textBytes: 0, reservations: 0)
        for one in forest.pendingRemovals {
            forest.nodes.forEachNode(below: one.top) { index in
                holdings.nodes += 1
                holdings.textBytes += forest[index].details?.details.textByteCount ?? 0
                holdings.textBytes += forest[index].trace.textByteCount
                holdings.textBytes += writers[index].textByteCount
                holdings.reservations += forest[familyOf: index].reservations.count
            }
        }
        return holdings
    }

    // MARK: Sums
}
