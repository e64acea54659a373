/// When work on a progress began: it and everything above it has then started.
extension ProgressTree {
    /// Work on `index` begins; part of a change that has begun. Costs one comparison if it has started before, else
    /// O(what starts).
    @inline(__always)
    mutating func start(_ index: NodeIndex, now: Int64) {
        if nodes[index].startedAt < 0 { startPath(from: index, now: now) }
    }

    @inline(never)
    private mutating func startPath(from index: NodeIndex, now: Int64) {
        var index = index
        while index != .none && nodes[index].startedAt < 0 {
            nodes[index].startedAt = now
            touch(index, .progress, now: now)
            settleDefaultLease(of: index, now: now)
            index = nodes[index].parent
        }
    }
}
