/// Units that will never come, because the child that stands for them failed or was cancelled: as long as there are
/// any, the time left is unknown. Counted at each change, so that reading it costs nothing.
extension Forest {
    /// Whether `index` failed or was cancelled, or a child that still counts is lost.
    private func isLost(_ index: NodeIndex) -> Bool {
        !nodes[index].flags.isDisjoint(with: [.isCancelled, .isFailed]) || nodes[familyOf: index].lostCount > 0
    }

    /// Whether `index` is lost and its parent counts it as such: only uncredited children that are worth something.
    func countsAsLost(_ index: NodeIndex) -> Bool {
        nodes[index].parent != .none && nodes[index].pendingUnitCount > 0
            && !nodes[index].flags.contains(.isCredited) && isLost(index)
    }

    /// Ends `index` for good; part of a change that has begun.
    /// - Parameter flag: `.isCancelled` or `.isFailed`.
    /// - Precondition: it had not ended.
    mutating func lose(_ index: NodeIndex, as flag: Node.Flags, now: Int64) {
        let wasLost = isLost(index)
        nodes.leaveTimes(index)
        nodes[index].flags.insert(flag)
        nodes[index].endedAt = now
        forgetReportedSpeed(of: index)
        if !wasLost && countsAsLost(index) { changeLostCount(of: nodes[index].parent, by: 1, now: now) }
    }

    /// A node that may be lost has become a child that counts.
    mutating func noteJoinedLost(_ index: NodeIndex, now: Int64) {
        if countsAsLost(index) { changeLostCount(of: nodes[index].parent, by: 1, now: now) }
    }

    /// A child is about to be credited, or to leave.
    @inline(__always)
    mutating func noteNoMoreLost(_ index: NodeIndex, now: Int64) {
        if countsAsLost(index) { changeLostCount(of: nodes[index].parent, by: -1, now: now) }
    }

    /// Continues upwards as long as nodes become lost, or stop being lost; nodes whose time left appears or vanishes
    /// are touched.
    private mutating func changeLostCount(of index: NodeIndex, by change: Int32, now: Int64) {
        var (index, change) = (index, change)
        while true {
            // Only the first of a hundred thousand cancelled children matters.
            let count = nodes[familyOf: index].lostCount
            if count > 0 && count + change > 0 {
                nodes[familyOf: index].lostCount = count + change
                return
            }
            let wasCounted = countsAsLost(index)
            let time = speed(of: index).timeRemaining
            nodes[familyOf: index].lostCount = count + change
            if speed(of: index).timeRemaining != time { touch(index, .progress, now: now) }
            let isCounted = countsAsLost(index)
            if isCounted == wasCounted { return }
            change = isCounted ? 1 : -1
            index = nodes[index].parent
        }
    }

    /// Counts a restored child whose own children were counted before.
    mutating func restoreLost(_ index: NodeIndex) {
        if countsAsLost(index) { nodes[familyOf: nodes[index].parent].lostCount += 1 }
    }
}
