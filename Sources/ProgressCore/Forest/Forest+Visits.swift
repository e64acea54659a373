extension Forest {
    /// A node as a walk meets it. Saves a second lookup: each look at a tree from another module copies its stored
    /// properties first.
    package struct Visit {
        package let index: NodeIndex
        package let id: ProgressID
        /// The newest change of the node, and of anything in its subtree.
        package let changeStamp: UInt64
        package let subtreeStamp: UInt64
    }

    func visit(_ index: NodeIndex) -> Visit {
        Visit(
            index: index,
            id: nodes[index].id,
            changeStamp: nodes[index].changeStamp,
            subtreeStamp: nodes[index].subtreeStamp
        )
    }

    /// Visits `top` and, with descendants, everything below it, parents first, as long as `body` wants more.
    /// - Complexity: O(visited).
    package func forEachNode(
        of top: NodeIndex,
        descendants: Bool,
        _ body: (Visit) -> Bool
    ) {
        var current: NodeIndex? = top
        while let index = current {
            if !body(visit(index)) || !descendants { return }
            current = nodes.next(after: index, within: top)
        }
    }
}
