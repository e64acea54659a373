package import ProgressCore

/// A node as it is now, looked up for one subscription.
package struct NodeView: Sendable {
    /// Nil if the node is gone.
    package var snapshot: ProgressSnapshot?
    package var isSelected: Bool
    package var isParentSelected: Bool
    /// Its place in the store.
    package var place: NodeIndex

    package init(
        snapshot: ProgressSnapshot?,
        isSelected: Bool,
        isParentSelected: Bool,
        place: NodeIndex = .none
    ) {
        self.place = place
        self.snapshot = snapshot
        self.isSelected = isSelected
        self.isParentSelected = isParentSelected
    }

    package static let gone = NodeView(snapshot: nil, isSelected: false, isParentSelected: false)
}
