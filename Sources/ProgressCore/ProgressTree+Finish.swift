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
        if nodes[index].flags.contains(.isFailed) { throw .alreadyFailed(nodes[index].id) }
        if nodes[index].flags.contains(.isCancelled) { throw .alreadyCancelled(nodes[index].id) }
        if nodes[index].counts.isFinished {
            renewLease(of: index, at: now)
            noteWrite(index, at: now)
            return .living(index)
        }
        let counts = try finalCounts(of: index)
        try checkCascade(from: index, counts: counts)
        renewLease(of: index, at: now)
        log.begin()
        creditChildren(of: index, now: now)
        addWorking(-cancelRest(below: index, reason: nil, by: caller, now: now), at: index)
        let vanishing = apply(counts, to: index, now: now)
        return settle(index, vanishing: vanishing, now: now)
    }

    private func finalCounts(of index: NodeIndex) throws(ProgressError) -> Counts {
        var counts = nodes[index].counts
        var child = nodes.firstChild(of: index)
        while child != .none {
            if !nodes[child].flags.contains(.isCredited) {
                let pending = nodes[child].pendingUnitCount
                let (completed, overflow) = counts.completed.addingReportingOverflow(pending)
                if overflow { throw .countOverflow(id: nodes[index].id, count: counts.completed, addend: pending) }
                counts.completed = completed
            }
            child = nodes[child].nextSibling
        }
        let least = counts.total > 0 ? counts.total : 1
        counts.completed = max(counts.completed, least)
        if counts.total <= 0 { counts.total = counts.completed }
        return counts
    }

    /// Credits what children stand for whether they are done or not; their units are already in the final counts.
    private mutating func creditChildren(of index: NodeIndex, now: Int64) {
        var child = nodes.firstChild(of: index)
        while child != .none {
            if !nodes[child].flags.contains(.isCredited) {
                credit(child, worth: nodes[child].contribution, to: index, now: now)
                log.unsaved.note(child)
            }
            child = nodes[child].nextSibling
        }
    }
}
