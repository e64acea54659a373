import MicroHTTPD
import Platform
import ProgressDelivery
import ProgressHTTP

/// The counters of one reactor. The reactor's thread counts, any thread reads.
struct ReactorMetrics: Sendable {
    let calls = CallMetrics()
    let streams = StreamMetrics()
    let forwards = ForwardMetrics()
    /// The counters of the reactor's connections after its last turn.
    let connections: @Sendable () -> ReactorCounters

    var reading: MetricsReading {
        MetricsReading(
            calls: calls.reading,
            streams: streams.reading,
            forwards: forwards.reading,
            connections: connections()
        )
    }
}

/// The counters of one or more reactors at one moment.
struct MetricsReading {
    let calls: CallReading
    let streams: StreamReading
    /// By the raw values of `ForwardMetrics.Result`.
    let forwards: [Int]
    let connections: ReactorCounters

    static func + (lhs: MetricsReading, rhs: MetricsReading) -> MetricsReading {
        MetricsReading(
            calls: lhs.calls + rhs.calls,
            streams: lhs.streams + rhs.streams,
            forwards: zip(lhs.forwards, rhs.forwards).map(+),
            connections: lhs.connections + rhs.connections
        )
    }
}

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
