extension Forest {
    /// A node as a walk meets it. Nobody has to look it up again: each look at a tree from another module copies its
    /// stored properties first.
    package struct Visit {
        package let index: NodeIndex
        package let id: ProgressID
        /// The newest change of the node, and of anything in its subtree.
        package let changeStamp: UInt64
        package let subtreeStamp: UInt64
    }

    /// Visits `top` and, with descendants, everything below it, parents first.
    /// - Parameter sequence: leaves out what is below a progress whose subtree has no newer change.
    /// - Complexity: O(visited).
    package func forEachNode(
        of top: NodeIndex,
        descendants: Bool,
        changedAfter sequence: UInt64? = nil,
        _ body: (Visit) -> Void
    ) {
        var current: NodeIndex? = top
        while let index = current {
            let subtreeStamp = nodes[index].subtreeStamp
            let (id, changeStamp) = (nodes[index].id, nodes[index].changeStamp)
            body(Visit(index: index, id: id, changeStamp: changeStamp, subtreeStamp: subtreeStamp))
            if !descendants { return }
            let isUnchanged = sequence.map { subtreeStamp <= $0 } ?? false
            current = isUnchanged ? nodes.nextOutside(index, within: top) : nodes.next(after: index, within: top)
        }
    }
}
