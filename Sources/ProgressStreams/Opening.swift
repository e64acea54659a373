package import ProgressCore

/// What a subscription is owed from the start, as of one moment.
package struct Opening: Sendable {
    package enum Debt: Sendable {
        /// The reader does not know the node, or perhaps does: it comes back, and its id promises less than it was sent.
        case introduction(ProgressID, isPerhapsKnown: Bool)
        /// The reader knows the node, but below another parent or as a root.
        case relocation(ProgressID)
        /// The reader knows the node, or what it knew of it is told at least once.
        case removal(ProgressID)
    }

    /// Everything up to this stamp is in what is owed here.
    package let began: UInt64
    /// The reader must forget all first.
    package var owesReset: Bool
    /// The oldest change among the debts.
    package let stamp: UInt64
    package var debts: [Debt] = []
    /// Names to be told as gone that stand for no node.
    package var unknownNames: [String] = []

    /// - Parameter after: what the reader has; 0 for nothing.
    package init(began: UInt64, after: UInt64, owesReset: Bool = false) {
        self.began = began
        self.owesReset = owesReset
        stamp = after + 1
    }
}
