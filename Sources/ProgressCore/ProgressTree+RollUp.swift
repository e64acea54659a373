/// Rolling up late: most writes are of leaves, and most looks are at what was just written.
///
/// A write that neither finishes nor un-finishes a node changes that node alone. It then awaits its roll-up: it stands
/// in a list of its parent's, which has taken the node's old contribution out of its sum, and so does every ancestor,
/// so that the next such write finds the work done. Whoever looks at a node, or at what is counted from below it, first
/// rolls up what is below; a mutation of any other kind first rolls up the whole tree, and then finds it as if every
/// write had gone to the root at once. Counts are never late: finishes, credits and their limits depend on them alone.
///
/// While touches are recorded nothing awaits: each must be told, in order.
extension ProgressTree {
    /// Gives `index` counts that differ from its own, and leaves its ancestors to whoever looks at them.
    /// - Returns: false where the change has to go to the root at once; nothing has changed then.
    /// - Complexity: O(1) if the node awaits its roll-up already, else O(depth).
    @inline(__always)
    mutating func changeAlone(_ index: NodeIndex, _ counts: Counts, now: Int64) -> Bool {
        let node = nodes[index]
        if recordsTouches || node.pointee.finishedAt >= 0 || counts.isFinished { return false }
        let tick = Node.tick(at: now)
        let isSampling = node.pointee.rateTick != tick && counts.completed != node.pointee.counts.completed
        if isSampling && !isSampled(node.pointee.parent, in: tick) { return false }
        if counts.total != node.pointee.counts.total && node.pointee.parent != .none { return false }
        var childSum = 0.0
        // A leaf is left before any call that borrows the tree: the compiler copies all its fields for such a call.
        if let family = node.pointee.family {
            rollUp(index)
            childSum = family.pointee.sum.value
        }
        let fraction = counts.fraction(childSum: childSum)
        let moves = fraction != node.pointee.fraction
        // Ancestors take the time of the newest change that moved them from here: it must not be covered by another.
        if !moves && node.pointee.flags.contains(.hasMoved) { return false }
        if !node.pointee.flags.contains(.awaitsRollUp) { awaitRollUp(index) }
        if moves { node.pointee.flags.insert(.hasMoved) }
        sequence += 1
        node.pointee.counts = counts
        node.pointee.fraction = fraction
        node.pointee.version += 1
        node.pointee.changeStamp = sequence
        node.pointee.subtreeStamp = sequence
        node.pointee.updatedAt = now
        node.pointee.treeWrittenAt = now
        unsaved.note(index)
        if isSampling { sampleRate(of: index, tick, now: now) }
        return true
    }

    /// Enters `index` and its ancestors in the lists of those that await their roll-up, up to the first that is there.
    private mutating func awaitRollUp(_ index: NodeIndex) {
        var index = index
        while true {
            let node = nodes[index]
            node.pointee.flags.insert(.awaitsRollUp)
            let parent = nodes[index].pointee.parent
            guard parent != .none, let family = nodes[parent].pointee.family else { break }
            if !node.pointee.flags.contains(.isCredited) { family.pointee.sum.subtract(node.pointee.contribution) }
            node.pointee.nextAwaiting = family.pointee.firstAwaiting
            family.pointee.firstAwaiting = index
            if nodes[parent].pointee.flags.contains(.awaitsRollUp) { return }
            index = parent
        }
        nodes[index].pointee.nextAwaiting = NodeIndex(rawValue: Int32(truncatingIfNeeded: awaitingRoots.count))
        awaitingRoots.append(index)
    }

    /// Brings `top` up to date with everything below it. Its own parent still waits for it.
    ///
    /// Changes what is behind the pointers only, so that looking at a tree needs no mutable access to it.
    /// - Complexity: O(nodes below that await their roll-up).
    @inline(__always)
    func rollUp(_ top: NodeIndex) {
        guard let family = nodes[top].pointee.family, family.pointee.firstAwaiting != .none else { return }
        rollUp(top, family)
    }

    /// The deepest first: a child is taken over when none of its own children await.
    private func rollUp(_ top: NodeIndex, _ family: UnsafeMutablePointer<Family>) {
        var index = top
        var family = family
        while true {
            let child = family.pointee.firstAwaiting
            if child == .none {
                finishRollUp(index, family)
                let parent = nodes[index].pointee.parent
                guard index != top, let above = nodes[parent].pointee.family else { return }
                (index, family) = (parent, above)
            } else if let below = nodes[child].pointee.family, below.pointee.firstAwaiting != .none {
                (index, family) = (child, below)
            } else {
                takeOver(nodes[child], into: nodes[index], family)
            }
        }
    }

    /// Takes the first child that awaits it into the sum and the stamps of its parent.
    private func takeOver(
        _ child: UnsafeMutablePointer<Node>,
        into node: UnsafeMutablePointer<Node>,
        _ family: UnsafeMutablePointer<Family>
    ) {
        family.pointee.firstAwaiting = child.pointee.nextAwaiting
        node.pointee.subtreeStamp = max(node.pointee.subtreeStamp, child.pointee.subtreeStamp)
        node.pointee.treeWrittenAt = max(node.pointee.treeWrittenAt, child.pointee.treeWrittenAt)
        let hasMoved = child.pointee.flags.contains(.hasMoved)
        child.pointee.flags.subtract([.awaitsRollUp, .hasMoved])
        if child.pointee.flags.contains(.isCredited) { return }
        family.pointee.sum.add(child.pointee.contribution)
        let stamp = child.pointee.changeStamp
        if hasMoved && child.pointee.pendingUnitCount != 0 && stamp > family.pointee.movedStamp {
            family.pointee.movedStamp = stamp
            family.pointee.movedAt = child.pointee.updatedAt
        }
    }

    /// All children were taken over: the node itself has changed if its fraction is another now.
    private func finishRollUp(_ index: NodeIndex, _ family: UnsafeMutablePointer<Family>) {
        let node = nodes[index]
        let fraction = node.pointee.counts.fraction(childSum: family.pointee.sum.value)
        if fraction != node.pointee.fraction {
            node.pointee.fraction = fraction
            node.pointee.version += 1
            node.pointee.changeStamp = family.pointee.movedStamp
            node.pointee.updatedAt = family.pointee.movedAt
            node.pointee.flags.insert(.hasMoved)
            unsaved.note(index)
        }
        family.pointee.movedStamp = 0
    }

    /// Brings the whole tree of `index` up to date, before a change that goes to the root or changes the tree's shape.
    mutating func rollUpTree(of index: NodeIndex) {
        if awaitingRoots.isEmpty { return }
        let root = root(of: index)
        guard nodes[root].pointee.flags.contains(.awaitsRollUp) else { return }
        let place = Int(nodes[root].pointee.nextAwaiting.rawValue)
        let last = awaitingRoots.removeLast()
        if last != root {
            awaitingRoots[place] = last
            nodes[last].pointee.nextAwaiting = nodes[root].pointee.nextAwaiting
        }
        endAwaiting(root)
    }

    /// Brings all trees up to date.
    package mutating func rollUpAll() {
        for root in awaitingRoots { endAwaiting(root) }
        awaitingRoots.removeAll(keepingCapacity: true)
    }

    private func endAwaiting(_ root: NodeIndex) {
        rollUp(root)
        nodes[root].pointee.flags.subtract([.awaitsRollUp, .hasMoved])
    }
}
