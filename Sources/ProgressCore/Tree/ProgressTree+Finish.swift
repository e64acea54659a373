extension ProgressTree {
    /// The work of `index` is done, whatever its counts say: its uncredited children are credited, and its completed
    /// count becomes the total if it is less; without a total above 0 both become the completed count, at least 1.
    /// Nodes below it that still work are cancelled. A finished node stays as it is, except for `edits`.
    ///
    /// - Parameter edits: set in the same change; neither counts nor a name.
    /// - Throws: `.alreadyFailed`, `.alreadyCancelled`, `.countOverflow`, `.tooMuchText`; nothing has changed then.
    /// - Complexity: O(subtree + depth).
    package mutating func finish(
        _ index: NodeIndex,
        _ edits: [Edit] = [],
        by caller: Caller,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if forest[index].flags.contains(.isFailed) { throw .alreadyFailed(forest[index].id) }
        if forest[index].flags.contains(.isCancelled) { throw .alreadyCancelled(forest[index].id) }
        if forest[index].counts.isFinished { return try edit(index, edits, at: now) }
        let counts = try forest.nodes.finalCounts(of: index)
        try forest.checkCascade(from: index, counts: counts)
        let planned = edits.isEmpty ? nil : try plan(edits, of: index, ending: true)
        forest.renewLease(of: index, at: now)
        forest.log.begin()
        if let planned { carryOut(planned, on: index, now: now) }
        forest.creditChildren(of: index, now: now)
        forest.addWorking(-cancelRest(below: index, reason: nil, by: caller, now: now), at: index)
        let vanishing = forest.apply(counts, to: index, now: now)
        return settle(index, vanishing: vanishing, now: now)
    }
}
