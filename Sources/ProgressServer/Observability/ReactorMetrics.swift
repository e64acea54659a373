import MicroHTTPD
import ProgressCore

/// What one reactor has counted. The reactor's thread counts, any thread reads.
final class ReactorMetrics: Sendable {
    /// What libmicrohttpd's side of the reactor has counted, as of its last turn.
    let connections: @Sendable () -> ReactorCounters

    private let requests = TallySheet(count: RequestClass.allCases.count * CodeClass.count)
    private let durations: [Histogram]
    private let writes = TallySheet(count: WriteOperation.allCases.count * WriteResult.allCases.count)
    private let batchLines = TallySheet(count: WriteResult.allCases.count)
    private let problems = TallySheet(count: ProblemType.allCases.count)
    private let events = TallySheet(count: StreamEventKind.allCases.count)
    private let streams = TallySheet(count: StreamTally.allCases.count)
    private let pauseLatency = Histogram(bounds: HistogramBounds.directive)
    private let cancelLatency = Histogram(bounds: HistogramBounds.directive)

    init(connections: @escaping @Sendable () -> ReactorCounters = { ReactorCounters() }) {
        self.connections = connections
        durations = RequestClass.allCases.map { _ in Histogram(bounds: HistogramBounds.request) }
    }

    // MARK: Counting

    /// A request was answered, or its stream begins.
    func answered(_ requestClass: RequestClass, status: Int, nanoseconds: UInt64) {
        requests.add(at: requestClass.rawValue * CodeClass.count + CodeClass.of(status))
        durations[requestClass.rawValue].note(Int(truncatingIfNeeded: nanoseconds))
    }

    func wrote(_ operation: WriteOperation, status: Int) {
        writes.add(at: operation.rawValue * WriteResult.allCases.count + WriteResult(status: status).rawValue)
    }

    func answeredLine(status: Int) { batchLines.add(at: WriteResult(status: status).rawValue) }

    func refused(_ type: ProblemType) { problems.add(at: type.place) }

    func sent(_ event: StreamEventKind) { events.add(at: event.rawValue) }

    func add(_ amount: Int = 1, to tally: StreamTally) { streams.add(amount, at: tally.rawValue) }

    func set(_ tally: StreamTally, to number: Int) { streams.set(number, at: tally.rawValue) }

    /// A worker was told what a control call had asked for so long ago.
    func obeyed(_ directive: Directive, milliseconds: Int64) {
        let nanoseconds = Int(clamping: milliseconds) &* 1_000_000
        (directive == .cancel ? cancelLatency : pauseLatency).note(max(nanoseconds, 0))
    }

    // MARK: Reading

    var reading: MetricsReading {
        MetricsReading(
            requests: requests.values(),
            durations: durations.map(\.reading),
            writes: writes.values(),
            batchLines: batchLines.values(),
            problems: problems.values(),
            events: events.values(),
            streams: streams.values(),
            latencies: [pauseLatency.reading, cancelLatency.reading],
            connections: connections()
        )
    }
}

/// The first digit of a status.
enum CodeClass {
    static let names: [StaticString] = ["2xx", "3xx", "4xx", "5xx"]
    static var count: Int { 4 }

    static func of(_ status: Int) -> Int { min(max(status / 100, 2), 5) - 2 }
}

enum HistogramBounds {
    private static let microsecond = 1_000
    private static let millisecond = 1_000_000
    private static let second = 1_000_000_000

    /// From what an update takes to what a request may wait.
    static let request = [
        25 * microsecond, 50 * microsecond, 100 * microsecond, 250 * microsecond, 500 * microsecond, millisecond,
        2_500 * microsecond, 5 * millisecond, 10 * millisecond, 25 * millisecond, 100 * millisecond, second,
        10 * second, 60 * second,
    ]
    /// From a worker that reports all the time to one that reports now and then.
    static let directive = [
        10 * millisecond, 50 * millisecond, 100 * millisecond, 250 * millisecond, 500 * millisecond, second,
        5 * second / 2, 5 * second, 10 * second, 30 * second, 60 * second, 300 * second,
    ]
}
