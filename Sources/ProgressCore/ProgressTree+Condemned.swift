/// A subtree that was removed: nobody finds its nodes any more, but they are not all freed yet.
struct Condemned {
    let top: NodeIndex
    /// The parent whose summary keeps what the subtree added to the sums; none: nobody's.
    let heir: NodeIndex
    /// Of the nodes that were freed already.
    var sums = SummarySums()
}

/// Freeing late: a removal unlinks the top, which takes O(depth); the nodes are freed in slices, the oldest removal
/// first.
///
/// A node is condemned if the top above it is; that is looked at only while anything is condemned.
extension ProgressTree {
    package var hasCondemned: Bool { !condemned.isEmpty }

    @inline(never)
    func isCondemned(_ index: NodeIndex) -> Bool {
        nodes[root(of: index)].flags.contains(.isCondemned)
    }

    /// The last step of a removal: a small subtree is freed at once, what is left of a large one later.
    mutating func condemn(_ top: NodeIndex, heir: NodeIndex) {
        nodes[top].flags.insert(.isCondemned)
        condemned.append(Condemned(top: top, heir: heir))
        free(most: limits.nodesFreedAtOnce, isPartOfChange: true)
    }

    /// Frees at most `most` nodes of what was removed.
    /// - Returns: whether there is more.
    @discardableResult
    package mutating func free(most: Int) -> Bool { free(most: most, isPartOfChange: false) }

    /// - Parameter isPartOfChange: else a watched node that is freed is told as gone by a change of its own, because
    ///   streams may have promised that everything up to the present one was told.
    @discardableResult
    private mutating func free(most: Int, isPartOfChange: Bool) -> Bool {
        var count = 0
        var hasBegun = isPartOfChange
        while let top = condemned.first?.top {
            var index = top
            var isDone = false
            while count < most && !isDone {
                index = firstLeaf(below: index)
                if index != top && nodes[index].flags.contains(.isWatched) {
                    if !hasBegun { sequence += 1 }
                    hasBegun = true
                    noteRemoval(below: index)
                }
                let parent = nodes[index].parent
                if index != top { families[nodes[parent].family].firstChild = nodes[index].nextSibling }
                freeLeaf(index)
                count += 1
                isDone = index == top
                index = parent
            }
            guard isDone else { return true }
            let done = condemned.removeFirst()
            if done.heir != .none && done.sums != SummarySums() {
                families[makeFamily(of: done.heir)].retired.add(done.sums)
                unsaved.note(done.heir)
            }
        }
        return false
    }

    /// Leaves first, so that every link is still good when it is followed.
    private func firstLeaf(below index: NodeIndex) -> NodeIndex {
        var index = index
        var child = firstChild(of: index)
        while child != .none {
            index = child
            child = firstChild(of: index)
        }
        return index
    }

    private mutating func freeLeaf(_ index: NodeIndex) {
        let (id, sums) = (nodes[index].id, sums(of: index))
        condemned[0].sums.add(sums)
        if let details = nodes[index].details?.details {
            textByteCount -= details.textByteCount
            if let name = details.name, names[name] == index { names[name] = nil }
        }
        if nodes[index].flags.contains(.hasLease) { leases[index] = nil }
        if !nodes[index].flags.isDisjoint(with: [.isCancelled, .isPaused]) { controlled.forget(id) }
        if nodes[index].rate != .none { rates.remove(nodes[index].rate, leaving: Rate(units: 0, at: 0)) }
        if !writers.isEmpty { forgetWriters(of: index) }
        let family = nodes[index].family
        if family != .none {
            for key in families[family].reservations {
                reservations.remove(key)
                unsaved.note(reservation: key)
            }
            families.remove(family, leaving: Family())
        }
        unsaved.noteFreed(index, id)
        table.remove(id, in: nodes)
        nodes.remove(index)
    }

    // MARK: What is condemned meanwhile

    /// Frees as much as is needed for what is to come: limits do not count what is gone.
    mutating func makeRoom(nodes count: Int = 0, textBytes: Int = 0) {
        while !condemned.isEmpty
            && (nodes.count + count > limits.maximumNodeCount
                || textByteCount + textBytes > limits.maximumTextByteCount)
        {
            free(most: 64)
        }
    }

    /// What removed nodes still hold.
    func condemnedHoldings() -> (nodes: Int, textBytes: Int, reservations: Int) {
        var holdings = (nodes: 0, textBytes: 0, reservations: 0)
        for one in condemned {
            forEachNode(below: one.top) { index in
                holdings.nodes += 1
                holdings.textBytes += nodes[index].details?.details.textByteCount ?? 0
                holdings.textBytes += writers[index]?.textByteCount ?? 0
                holdings.reservations += families[nodes[index].family].reservations.count
            }
        }
        return holdings
    }

    /// What condemned subtrees will leave to the summary of `top`.
    func sumsToCome(below top: NodeIndex) -> SummarySums {
        var sums = SummarySums()
        for one in condemned {
            guard let heir = livingHeir(of: one), isAncestor(top, of: heir) else { continue }
            sums.add(one.sums)
            forEachNode(below: one.top) { sums.add(self.sums(of: $0)) }
        }
        return sums
    }

    /// The heir, or the heir of the condemned subtree that it is in, and so on.
    private func livingHeir(of one: Condemned) -> NodeIndex? {
        var heir = one.heir
        while heir != .none {
            let top = root(of: heir)
            guard nodes[top].flags.contains(.isCondemned) else { return heir }
            heir = condemned.first { $0.top == top }?.heir ?? .none
        }
        return nil
    }

    private func forEachNode(below top: NodeIndex, _ body: (NodeIndex) -> Void) {
        var current: NodeIndex? = top
        while let index = current {
            body(index)
            current = next(after: index, within: top)
        }
    }

    /// What a node has itself, and what it keeps of children that vanished.
    func sums(of index: NodeIndex) -> SummarySums {
        var sums = families[nodes[index].family].retired
        sums.add(nodes[index].counts, nodes[index].details?.details)
        return sums
    }
}
