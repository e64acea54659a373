package import ProgressCore

extension RegistryState {
    package func find(_ node: NodeReference) throws(RegistryRefusal) -> NodeIndex {
        do { return try tree.find(node) } catch { throw .tree(error) }
    }

    /// The node that a write is about, unless the write's precondition does not name its present version.
    package func find(_ node: NodeReference, if precondition: Precondition) throws(RegistryRefusal) -> NodeIndex {
        let index = try find(node)
        if precondition.isOfVersions { try precondition.check(index, in: tree) }
        return index
    }
}
