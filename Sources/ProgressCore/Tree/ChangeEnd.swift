/// What the owner of a tree has to see to after a mutation.
package struct ChangeEnd: Sendable {
    /// When `advance` is to be called next; nil: nothing waits.
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
