import ProgressCore
import ProgressRegistry

/// The content of the registry in numbers, read in one entry; the states are counted before, in slices.
struct RegistryGauges {
    /// Indexed by the raw values of `ProgressState`.
    let nodes: [Int]
    let roots: Int
    let reservations: Int
    let grants: Int
    let textBytes: Int
    /// Changes that were merged before a reactor took them.
    let merged: Int

    init(nodes: [Int], _ registry: RegistryState) {
        self.nodes = nodes
        roots = registry.tree.rootsCount
        reservations = registry.tree.reservationCount
        grants = registry.access.grantCount
        textBytes = registry.tree.heldTextByteCount
        merged = registry.mailboxes.reduce(0) { $0 + $1.mergedCount }
    }
}
