package import ProgressCore

/// A change of what selections show: a node came, went, joined a parent, or is a root with other labels.
///
/// It says where the node was and is, as of that moment, so that it can be understood later without the tree.
package struct Move: Sendable {
    package let id: ProgressID
    /// Of the change that moved it.
    package let stamp: UInt64
    /// Nil where the node is new.
    package var before: Place?
    /// Nil where the node is gone.
    package var after: Place?
    /// Whether it moved by itself. What is below it moved with it; going, it is not mentioned.
    package var isTop: Bool
    /// Its labels or file URL changed, its place did not.
    package var isRelabelling = false
    /// For a root that was relabelled: what was below it then, parents first, for streams that show it from now on.
    package var below: [ProgressID] = []
    /// What else the same change did to it: what joins a paused parent is paused.
    package var contents: Contents = []
    /// What readers that keep up are told of it before it goes.
    package var last: [StreamEvent] = []

    package init(id: ProgressID, stamp: UInt64, before: Place?, after: Place?, isTop: Bool = true) {
        self.id = id
        self.stamp = stamp
        self.before = before
        self.after = after
        self.isTop = isTop
    }
}
