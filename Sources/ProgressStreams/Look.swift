package import ProgressCore

/// A node as it is now, looked up for one subscription.
package struct Look: Sendable {
    /// Nil where the node is gone.
    package var snapshot: ProgressSnapshot?
    package var isSelected: Bool

    package init(snapshot: ProgressSnapshot?, isSelected: Bool) {
        self.snapshot = snapshot
        self.isSelected = isSelected
    }

    package static let gone = Look(snapshot: nil, isSelected: false)
}
