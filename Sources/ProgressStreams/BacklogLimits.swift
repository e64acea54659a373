/// The maximum debts of a subscription, in nodes; beyond, it walks over all that it selects.
package struct BacklogLimits: Sendable {
    /// Nodes that changed.
    let debts: Int
    /// Nodes that one change shows: a tree whose root was relabelled, or has a name now.
    let debtsOfChange: Int
    /// Nodes that left. Beyond, the reader gets `reset` and everything.
    package let removals: Int

    package init(debts: Int = 4_096, debtsOfChange: Int = 1_024, removals: Int = 4_096) {
        self.debts = debts
        self.debtsOfChange = debtsOfChange
        self.removals = removals
    }
}
