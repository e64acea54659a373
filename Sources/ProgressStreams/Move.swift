package import ProgressCore

/// A change of what selections show: a node came, left or joined a parent, or a root changed what filters look at.
///
/// It carries the node's place before and after, recorded at that moment: later the tree may have moved on.
package struct Move: Sendable {
    package let id: ProgressID
    /// Its place in the store; `.none` if that is unknown.
    package var place = NodeIndex.none
    /// The stamp of the change that moved it.
    package let stamp: UInt64
    /// Nil if the node is new.
    package var before: TreePosition?
    /// Nil if the node is gone.
    package var after: TreePosition?
    /// Whether it moved by itself. The nodes below it moved with it; if it is gone, they have no moves.
    package var isTop: Bool
    /// Whether its labels, file URL or name changed, but not its place.
    package var isRelabeling = false
    /// The nodes below a relabeled root at that moment, parents first, for streams that show it from now on.
    package var below: [ProgressID] = []
    /// The node took a name over; it did not move, and its places are nil.
    package var takenName: NameChange?
    /// Other effects of the same change: a node that joins a paused parent is paused.
    package var contents: Contents = []
    /// Events for readers that keep up, told before `removed`.
    package var last: [StreamEvent] = []
    /// Events of earlier states, which come before `last` for readers that have not seen newer ones.
    package var earlier: [StreamEvent] = []

    package init(id: ProgressID, stamp: UInt64, before: TreePosition?, after: TreePosition?, isTop: Bool = true) {
        self.id = id
        self.stamp = stamp
        self.before = before
        self.after = after
        self.isTop = isTop
    }
}
