import MicroHTTPD
import ProgressCore

/// The counters, once what was removed is freed, as it counts no more, and the nodes are counted by state.
final class MetricsAnswer: LongAnswer {
    private let endpoints: Endpoints
    private var nodes = Array(repeating: 0, count: ProgressState.allCases.count)
    /// Where counting goes on.
    private var place: NodePlace? = .first

    init(_ endpoints: Endpoints) { self.endpoints = endpoints }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        while endpoints.registry.enter(from: endpoints.reactor, { $0.tree.free(most: TimeSlice.grain) }) {
            if slice.isOver { return .goesOn }
        }
        while let from = place {
            place = endpoints.registry.enter(from: endpoints.reactor) { registry in
                registry.tree.countStates(from: from, most: TimeSlice.grain, into: &nodes)
            }
            if slice.isOver && place != nil { return .goesOn }
        }
        let held = endpoints.registry.enter(from: endpoints.reactor) { HeldReading(nodes: nodes, $0) }
        let service = endpoints.service
        answer.body = MetricsPage.bytes(
            held,
            service.metrics.reading,
            service.configuration,
            service.metrics.process,
            StorageReading(service.recorder?.status, now: MonotonicClock.now()),
            isReady: service.readiness.isReady
        )
        return .isDone
    }
}
