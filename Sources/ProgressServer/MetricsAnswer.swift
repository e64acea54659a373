import MicroHTTPD
import Platform
import ProgressCore
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Frees removed nodes, which must not count, counts the others by state, and then writes the page.
final class MetricsAnswer: LongAnswer {
    private let service: ServiceState
    private let reactor: Int
    private var nodes = Array(repeating: 0, count: ProgressState.allCases.count)
    /// Where counting continues; nil at the end.
    private var place: NodePlace? = .first

    init(_ service: ServiceState, reactor: Int) {
        self.service = service
        self.reactor = reactor
    }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        while service.registry.enter(from: reactor, { $0.tree.free(most: TimeSlice.nodesPerEntry) }) {
            if slice.isOver { return .continues }
        }
        while let from = place {
            place = service.registry.enter(from: reactor) { registry in
                registry.tree.forest.countStates(from: from, most: TimeSlice.nodesPerEntry, into: &nodes)
            }
            if slice.isOver && place != nil { return .continues }
        }
        let held = service.registry.enter(from: reactor) { RegistryGauges(nodes: nodes, $0) }
        let now = MonotonicClock.now()
        answer.body = MetricsPage.bytes(
            held,
            service.metrics.reading,
            service.configuration,
            service.metrics.process,
            StorageReading(service.saver?.status, now: now),
            service.cluster.map { ClusterReading($0.status, now: now) },
            service.context.readinessFacts
        )
        return .isDone
    }
}
