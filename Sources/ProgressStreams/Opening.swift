package import ProgressCore

/// The beginning of a subscription, as of one moment: the nodes that the reader lost or has elsewhere. A walk over all
/// that is selected tells the rest.
package struct Opening: Sendable {
    package enum Debt: Sendable {
        /// The reader knows the node, but below another parent or as a root.
        case relocation(ProgressID)
        /// The reader knows the node, or may know it: a removal is told at least once.
        case removal(ProgressID)
        /// Like `removal`, because its name means another node.
        case replacement(ProgressID)
    }

    /// It covers every change up to this stamp.
    package let began: UInt64
    /// The reader has everything up to this stamp; 0 for nothing.
    package let after: UInt64
    /// Whether the reader must first forget everything.
    package var owesReset: Bool
    package var debts: [Debt] = []
    /// Names that no node has; they are told as removed.
    package var unknownNames: [String] = []
    /// Tops that have been selected since, with all that is below them.
    package var whole: Set<ProgressID> = []
    /// Whether the reader knows nothing.
    package var isFirst: Bool

    package init(began: UInt64, after: UInt64, isFirst: Bool, owesReset: Bool = false) {
        self.began = began
        self.after = after
        self.isFirst = isFirst
        self.owesReset = owesReset
    }

    /// The oldest change that it covers.
    package var stamp: UInt64 { after + 1 }
}
