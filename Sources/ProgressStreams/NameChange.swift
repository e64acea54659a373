package import ProgressCore

/// A name that means another node than before.
package struct NameChange: Sendable {
    package let name: String
    /// The node that had it until then; nil if no node had it.
    package let from: ProgressID?

    package init(_ name: String, from: ProgressID?) {
        self.name = name
        self.from = from
    }
}

/// The changes on a stream once one of its names has gone over to another node.
package struct NameHandover: Sendable {
    /// The selection with the names' new meanings.
    package let selection: Selection
    /// The node that had the name, if the reader knows it and it is not selected otherwise.
    package var replaced: ProgressID?
    /// The place of that node in the store; `.none` if it is gone.
    package var oldPlace = NodeIndex.none
    /// The node that had the name, if only something above it is still selected: the reader may have it elsewhere.
    package var kept: ProgressID?
    /// The nodes below that one that stay selected.
    package var remaining: [ProgressID] = []
    /// The new node and, with descendants, what is below it, parents first, as far as the stream did not show it before.
    package var new: [ProgressID] = []
    /// The number of nodes in both, as far as they were counted.
    package var count: Int { remaining.count + new.count }
    /// The tops of both.
    package var tops: Set<ProgressID> = []

    package init(_ selection: Selection) { self.selection = selection }
}
