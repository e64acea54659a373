extension ProgressTree {
    /// Makes the root `child` a child of `parent`, worth `pendingUnitCount` of its units.
    ///
    /// - Throws: `.alreadyHasParent`, `.cycle`, `.negativePending`, `.countOverflow`, or a limit; both sides unchanged.
    /// - Complexity: O(subtree of `child` + depth): root and depth of everything below change.
    package mutating func attach(
        _ child: NodeIndex,
        to parent: NodeIndex,
        pendingUnitCount: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        try forest.checkAttach(child, to: parent, pendingUnitCount: pendingUnitCount)
        forest.log.begin()
        leaveRuns(child)
        forest.attachTick = Node.tick(at: now)
        unlinkRoot(child)
        forest[child].flags.remove(.awaitsRetention)
        forest[child].pendingUnitCount = pendingUnitCount
        forest[child].ordinal = forest.nodes.nextOrdinal()
        forest.nodes.append(child, to: parent)
        // Before anything else touches it: the top comes before the nodes below it.
        forest.noteSubtree(child, now: now)
        if !forest[child].counts.isFinished { forest.noteJoinedLost(child, now: now) }
        inherit(from: parent, top: child, isNew: false, now: now)
        forest.addWorking(forest[child].workingCount, at: parent)
        if forest[child].startedAt >= 0 { forest.start(parent, now: now) }
        forest.noteJoined(child, to: forest[parent].id, before: forest[child].details)
        forest.settleDefaultLease(of: child, now: now)
        let vanishing = forest.join(child, to: parent, now: now)
        return settle(child, vanishing: vanishing, now: now)
    }

    /// Takes over the states that a parent passes on to everything that joins: cancelled (also when it failed), paused,
    /// and the control call behind it.
    ///
    /// - Parameter isNew: the nodes were never seen in another state.
    mutating func inherit(from parent: NodeIndex, top: NodeIndex, isNew: Bool, now: Int64) {
        var passed: Node.Flags = []
        let flags = forest[parent].flags
        if !flags.isDisjoint(with: [.isCancelled, .isFailed]) { passed.insert(.isCancelled) }
        if flags.contains(.isPaused) { passed.insert(.isPaused) }
        if passed.isEmpty { return }
        var mark = forest.nodes.lastControl(of: parent).map { ControlMark($0, isTold: false) }
        var current: NodeIndex? = top
        while let index = current {
            if !forest[index].isEnded {
                if !forest[index].flags.isSuperset(of: passed) {
                    if !isNew {
                        forest.touch(index, .state, now: now)
                        forest.forgetReportedSpeed(of: index)
                    }
                    if mark != nil { leave(&mark!, on: index) }
                }
                if passed.contains(.isPaused) { forest[index].flags.insert(.isPaused) }
                if passed.contains(.isCancelled) { forest.lose(index, as: .isCancelled, now: now) }
                forest[index].flags.remove(.isStalled)
                forest.settleRest(of: index, now: now)
            }
            // All of it has ended now.
            if passed.contains(.isCancelled) { forest[index].workingCount = 0 }
            current = forest.nodes.next(after: index, within: top)
        }
    }
}
