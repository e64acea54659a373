extension ProgressTree {
    /// Makes the root `child` a child of `parent`, worth `pendingUnitCount` of its units.
    ///
    /// - Throws: `.alreadyHasParent`, `.cycle`, `.negativePending`, `.countOverflow`, or a limit; both sides unchanged.
    /// - Complexity: O(subtree of `child` + depth): root and depth of everything below become others.
    package mutating func attach(
        _ child: NodeIndex,
        to parent: NodeIndex,
        pendingUnitCount: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        try checkAttach(child, to: parent, pendingUnitCount: pendingUnitCount)
        log.begin()
        leaveRuns(child)
        attachTick = Node.tick(at: now)
        unlinkRoot(child)
        nodes[child].flags.remove(.awaitsRetention)
        nodes[child].pendingUnitCount = pendingUnitCount
        nodes[child].ordinal = nodes.nextOrdinal()
        nodes.append(child, to: parent)
        // Before anything else touches it: the top comes before what is below it.
        noteSubtree(child, now: now)
        if !nodes[child].counts.isFinished { noteJoinedLost(child, now: now) }
        inherit(from: parent, top: child, isNew: false, now: now)
        addWorking(nodes[child].workingCount, at: parent)
        if nodes[child].startedAt >= 0 { start(parent, now: now) }
        log.changes.departures.append(
            Changes.Departure(
                kind: .joined,
                id: nodes[child].id,
                parentID: nodes[parent].id,
                details: nodes[child].details,
                stamp: log.sequence
            )
        )
        settleDefaultLease(of: child, now: now)
        let vanishing = join(child, to: parent, now: now)
        return settle(child, vanishing: vanishing, now: now)
    }

    private func checkAttach(
        _ child: NodeIndex,
        to parent: NodeIndex,
        pendingUnitCount: Int64
    ) throws(ProgressError) {
        let childID = nodes[child].id
        if let present = self.parent(of: child) {
            throw .alreadyHasParent(child: childID, parent: id(of: present))
        }
        if nodes.isWithin(parent, child) { throw .cycle(child: childID, parent: nodes[parent].id) }
        if pendingUnitCount < 0 { throw .negativePending(pendingUnitCount) }
        try checkRoomForChild(parent)
        let deepest = nodes.depth(of: parent) + 1 + nodes.height(of: child)
        if deepest > limits.maximumDepth { throw .tooDeep(limit: limits.maximumDepth, depth: deepest) }
        if nodes[child].counts.isFinished {
            try checkCascade(from: parent, counts: credited(parent, by: pendingUnitCount))
        }
    }

    /// Everything below a joined node has another root and depth than before.
    private mutating func noteSubtree(_ top: NodeIndex, now: Int64) {
        var current: NodeIndex? = top
        while let index = current {
            touch(index, index == top ? [.joined, .details] : [.moved, .details], now: now)
            current = nodes.next(after: index, within: top)
        }
    }

    /// Takes over what a parent passes on to everything that joins: cancelled (also when it failed), paused, and the
    /// control call behind it.
    ///
    /// - Parameter isNew: nobody knows the nodes in another state.
    mutating func inherit(from parent: NodeIndex, top: NodeIndex, isNew: Bool, now: Int64) {
        var passed: Node.Flags = []
        let flags = nodes[parent].flags
        if !flags.isDisjoint(with: [.isCancelled, .isFailed]) { passed.insert(.isCancelled) }
        if flags.contains(.isPaused) { passed.insert(.isPaused) }
        if passed.isEmpty { return }
        let mark = lastControl(of: parent).map { ControlMark($0, isTold: false) }
        var current: NodeIndex? = top
        while let index = current {
            if !nodes[index].isEnded {
                if !nodes[index].flags.isSuperset(of: passed) {
                    if !isNew { touch(index, .state, now: now) }
                    if let mark { leave(mark, on: index) }
                }
                if passed.contains(.isPaused) { nodes[index].flags.insert(.isPaused) }
                if passed.contains(.isCancelled) { lose(index, as: .isCancelled, now: now) }
                nodes[index].flags.remove(.isStalled)
                settleRest(of: index, now: now)
            }
            // All of it has ended now.
            if passed.contains(.isCancelled) { nodes[index].workingCount = 0 }
            current = nodes.next(after: index, within: top)
        }
    }

    /// The control call that changed `parent`, or the cancel that its failure is for what is below it.
    private func lastControl(of parent: NodeIndex) -> LastControl? {
        guard let failure = nodes[parent].details?.details.failure else { return nodes[parent].trace?.control }
        guard let caller = failure.by, let at = failure.at else { return nil }
        return LastControl(action: .cancel, reason: nil, by: caller, at: at)
    }

    /// Counts a node that has just been linked below `parent`: credited if it is finished, else by its fraction.
    /// - Returns: what finished and is to vanish, for `settle`.
    mutating func join(_ index: NodeIndex, to parent: NodeIndex, now: Int64) -> NodeIndex {
        var counts = nodes[parent].counts
        var shift = nodes[index].contribution
        if nodes[index].counts.isFinished {
            nodes[index].flags.insert(.isCredited)
            nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[index].pendingUnitCount)
            counts.completed += nodes[index].pendingUnitCount
            shift = Double(nodes[index].pendingUnitCount)
        } else {
            nodes[familyOf: parent].sum.add(shift)
        }
        touch(parent, .progress, now: now)
        settleDefaultLease(of: parent, now: now)
        return apply(counts, to: parent, shift: shift, now: now)
    }
}
