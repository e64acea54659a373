import ProgressCore

/// The counters, once what was removed is freed: it counts no more.
final class MetricsAnswer: LongAnswer {
    private let endpoints: Endpoints

    init(_ endpoints: Endpoints) { self.endpoints = endpoints }

    func step(_ slice: TimeSlice, into answer: Answer) -> LongAnswerProgress {
        while endpoints.registry.enter(from: endpoints.reactor, { $0.tree.free(most: TimeSlice.grain) }) {
            if slice.isOver { return .goesOn }
        }
        endpoints.appendMetrics(to: &answer.body)
        return .isDone
    }
}
