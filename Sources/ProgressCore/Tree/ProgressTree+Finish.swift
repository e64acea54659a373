extension ProgressTree {
    /// The work of `index` is done, whatever its counts say: its uncredited children are credited, and its completed
    /// count becomes the total if it is less; without a total above 0 both become the completed count, at least 1. What
    /// still works below it is cancelled. A finished one stays as it is.
    ///
    /// - Throws: `.alreadyFailed`, `.alreadyCancelled`, `.countOverflow`; nothing has changed then.
    /// - Complexity: O(subtree + depth).
    package mutating func finish(
        _ index: NodeIndex,
        by caller: Caller,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if forest[index].flags.contains(.isFailed) { throw .alreadyFailed(forest[index].id) }
        if forest[index].flags.contains(.isCancelled) { throw .alreadyCancelled(forest[index].id) }
        if forest[index].counts.isFinished {
            forest.renewLease(of: index, at: now)
            forest.noteWrite(index, at: now)
            return .living(index)
        }
        let counts = try forest.nodes.finalCounts(of: index)
        try forest.checkCascade(from: index, counts: counts)
        forest.renewLease(of: index, at: now)
        forest.log.begin()
        forest.creditChildren(of: index, now: now)
        forest.addWorking(-cancelRest(below: index, reason: nil, by: caller, now: now), at: index)
        let vanishing = forest.apply(counts, to: index, now: now)
        return settle(index, vanishing: vanishing, now: now)
    }
}
