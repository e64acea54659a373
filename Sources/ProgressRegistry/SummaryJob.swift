package import ProgressCore

/// Sums up a subtree slice by slice. On one reactor's thread; release it outside the gate.
package final class SummaryJob {
    private let registry: ProgressRegistry
    private let reactor: Int
    private let id: ProgressID
    private var walk: Int?
    private var scan: SummaryScan?
    /// Nil until the job is done, and if the progress is gone by then.
    package private(set) var summary: ProgressSummary?
    private(set) var isDone = false
    /// The summary includes every change up to this stamp.
    package private(set) var stamp: UInt64 = 0

    package init(of id: ProgressID, _ registry: ProgressRegistry, reactor: Int) {
        self.id = id
        self.registry = registry
        self.reactor = reactor
    }

    deinit {
        guard let walk else { return }
        registry.enter(from: reactor) { $0.tree.endWalk(walk) }
    }

    /// Sums up until the slice is over.
    /// - Returns: whether the job is done.
    package func run(_ slice: TimeSlice) -> Bool {
        while !isDone {
            registry.enter(from: reactor) { step($0) }
            if !isDone && slice.isOver { return false }
        }
        return true
    }

    private func step(_ registry: RegistryState) {
        guard let top = try? registry.tree.find(id) else { return finish(registry) }
        if walk == nil {
            // Removed progress leaves the sums when it is freed, so free it first.
            if registry.tree.free(most: TimeSlice.nodesPerEntry) { return }
            stamp = registry.tree.sequence
            scan = SummaryScan(of: top, in: registry.tree.forest)
            walk = registry.tree.beginWalk(over: top)
        }
        guard let walk else { return }
        for _ in 0..<2 * TimeSlice.nodesPerEntry {
            switch registry.tree.step(walk) {
            case .node(let index, let level, _): scan?.add(index, level: level, in: registry.tree.forest)
            case .levelEnds: continue
            case .over:
                summary = scan?.finish(top, in: registry.tree.forest)
                return finish(registry)
            }
        }
    }

    private func finish(_ registry: RegistryState) {
        if let walk { registry.tree.endWalk(walk) }
        walk = nil
        isDone = true
    }
}
