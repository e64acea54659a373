/// The follow-up of a mutation that the owner of the tree has to see to.
package struct ChangeEnd: Sendable {
    /// When `advance` must be called next; nil if nothing waits.
    package let nextDeadline: Int64?
    package let hasPendingRemovals: Bool
    /// Whether there is anything in `changes`.
    package let hasChanges: Bool
}

extension ProgressTree {
    /// Ends a mutation, or several that only remove, before their changes are taken: keeps the states that they changed,
    /// for followers.
    ///
    /// One call, and a mutating one: each look at a tree from another module copies its stored properties first.
    package mutating func endChange() -> ChangeEnd {
        let hasChanges = !forest.log.changes.isEmpty
        if hasChanges { keepMoments() }
        return ChangeEnd(
            nextDeadline: forest.nextDeadline,
            hasPendingRemovals: hasPendingRemovals,
            hasChanges: hasChanges
        )
    }
}
