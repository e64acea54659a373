import MicroHTTPD

/// The counters of the whole service: those of each reactor, put together when somebody asks. Any thread.
final class Metrics: Sendable {
    private let reactors = Lock<[ReactorMetrics]>([])
    let process = ProcessFacts()

    func add(_ reactor: ReactorMetrics) { reactors.withLock { $0.append(reactor) } }

    /// - Cost: O(reactors); no reactor waits for it.
    var reading: MetricsReading {
        let readings = reactors.withLock { $0 }.map(\.reading)
        return readings.dropFirst().reduce(readings.first ?? ReactorMetrics().reading, +)
    }
}

/// What reactors had counted when they were looked at; the places are the raw values of the enumerations.
struct MetricsReading {
    /// By class, and in it by the first digit of the status.
    var requests: [Int]
    /// By class.
    var durations: [HistogramReading]
    /// By operation, and in it by result.
    var writes: [Int]
    var batchLines: [Int]
    var problems: [Int]
    var events: [Int]
    var streams: [Int]
    /// Of pause and of cancel.
    var latencies: [HistogramReading]
    var connections: ReactorCounters

    subscript(tally: StreamTally) -> Int { streams[tally.rawValue] }

    static func + (lhs: MetricsReading, rhs: MetricsReading) -> MetricsReading {
        MetricsReading(
            requests: sum(lhs.requests, rhs.requests),
            durations: zip(lhs.durations, rhs.durations).map { $0 + $1 },
            writes: sum(lhs.writes, rhs.writes),
            batchLines: sum(lhs.batchLines, rhs.batchLines),
            problems: sum(lhs.problems, rhs.problems),
            events: sum(lhs.events, rhs.events),
            streams: sum(lhs.streams, rhs.streams),
            latencies: zip(lhs.latencies, rhs.latencies).map { $0 + $1 },
            connections: lhs.connections + rhs.connections
        )
    }

    private static func sum(_ lhs: [Int], _ rhs: [Int]) -> [Int] { zip(lhs, rhs).map { $0 + $1 } }
}
