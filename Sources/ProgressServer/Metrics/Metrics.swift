import MicroHTTPD
import Platform

/// The counters of the whole service: the sum over its reactors, made when it is read. Any thread.
final class Metrics: Sendable {
    private let reactors = Lock<[ReactorMetrics]>([])
    let process = ProcessFacts()

    func add(_ reactor: ReactorMetrics) { reactors.withLock { $0.append(reactor) } }

    /// - Complexity: O(reactors); no reactor waits for it.
    var reading: MetricsReading {
        let readings = reactors.withLock { $0 }.map(\.reading)
        return readings.dropFirst().reduce(
            readings.first ?? ReactorMetrics(connections: { ReactorCounters() }).reading,
            +
        )
    }
}
