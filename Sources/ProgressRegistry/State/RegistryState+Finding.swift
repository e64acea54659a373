package import ProgressCore

extension RegistryState {
    package func find(_ node: NodeReference) throws(RegistryRefusal) -> NodeIndex {
        do {
            // The usual case first: each look at a tree from another module copies its stored properties first.
            if case .id(let id) = node { return try tree.forest.find(id) }
            return try tree.find(node)
        } catch { throw .tree(error) }
    }

    /// The node that a write is about, unless the write's precondition refuses its present version.
    package func find(_ node: NodeReference, if precondition: Precondition) throws(RegistryRefusal) -> NodeIndex {
        let index = try find(node)
        if precondition.isChecked { try precondition.check(index, in: tree.forest) }
        return index
    }
}
