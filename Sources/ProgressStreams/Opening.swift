package import ProgressCore

/// The debts with which a subscription begins, as of one moment.
package struct Opening: Sendable {
    package enum Debt: Sendable {
        /// The reader does not know the node; or perhaps does, if it returns: it may have been sent more than its id
        /// promises.
        case introduction(ProgressID, isPerhapsKnown: Bool)
        /// The reader knows the node, but below another parent or as a root.
        case relocation(ProgressID)
        /// The reader knows the node, or may know it: a removal is told at least once.
        case removal(ProgressID)
        /// The same, because its name means another node.
        case replacement(ProgressID)
    }

    /// The debts cover every change up to this stamp.
    package let began: UInt64
    /// Whether the reader must first forget everything.
    package var owesReset: Bool
    /// The oldest change among the debts.
    package let stamp: UInt64
    package var debts: [Debt] = []
    /// Names that no node has; they are told as removed.
    package var unknownNames: [String] = []

    /// - Parameter after: the reader has everything up to this stamp; 0 for nothing.
    package init(began: UInt64, after: UInt64, owesReset: Bool = false) {
        self.began = began
        self.owesReset = owesReset
        stamp = after + 1
    }
}
