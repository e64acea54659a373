package import ProgressCore

extension RegistryState {
    /// The node after a write, or the last moment of one that vanished by it.
    package func snapshot(_ written: Written) -> ProgressSnapshot {
        switch written {
        case .living(let index): tree.snapshot(of: index)
        case .vanished(let snapshot): snapshot
        }
    }
}
