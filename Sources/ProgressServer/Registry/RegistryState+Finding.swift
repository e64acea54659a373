import ProgressCore

extension RegistryState {
    func find(_ node: NodeReference) throws(RequestError) -> NodeIndex {
        do { return try tree.find(node) } catch { throw .tree(error) }
    }

    /// The node after a write, or the last moment of one that vanished by it.
    func snapshot(_ written: Written) -> ProgressSnapshot {
        switch written {
        case .living(let index): tree.snapshot(of: index)
        case .vanished(let snapshot): snapshot
        }
    }
}
