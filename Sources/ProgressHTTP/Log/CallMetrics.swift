import ProgressCore
package import ProgressTelemetry

/// The call counters of one reactor. The reactor's thread counts, any thread reads.
package final class CallMetrics: Sendable {
    private let requests = CounterBank(count: RequestClass.allCases.count * CodeClass.count)
    private let heads = CounterBank(count: 1)
    private let durations: [Histogram]
    private let writes = CounterBank(count: WriteOperation.allCases.count * WriteResult.allCases.count)
    private let batchLines = CounterBank(count: WriteResult.allCases.count)
    private let problems = CounterBank(count: ProblemType.allCases.count)
    private let pauseLatency = Histogram(bounds: HistogramBounds.directive)
    private let cancelLatency = Histogram(bounds: HistogramBounds.directive)

    package init() { durations = RequestClass.allCases.map { _ in Histogram(bounds: HistogramBounds.request) } }

    /// Counts a request that was answered, or whose stream begins.
    package func answered(_ requestClass: RequestClass, status: Int, nanoseconds: UInt64) {
        requests.add(at: requestClass.rawValue * CodeClass.count + CodeClass.of(status))
        durations[requestClass.rawValue].note(Int(truncatingIfNeeded: nanoseconds))
    }

    func wrote(_ operation: WriteOperation, status: Int) {
        writes.add(at: operation.rawValue * WriteResult.allCases.count + WriteResult(status: status).rawValue)
    }

    /// Counts a head that was read; one that repeats the last of its connection is not.
    func readHead() { heads.add(at: 0) }

    func answeredLine(status: Int) { batchLines.add(at: WriteResult(status: status).rawValue) }

    func refused(_ type: ProblemType) { problems.add(at: type.rawValue) }

    /// Notes that a reply tells a worker the directive that was given `milliseconds` ago.
    func obeyed(_ directive: Directive, milliseconds: Int64) {
        let nanoseconds = Int(clamping: milliseconds) &* 1_000_000
        (directive == .cancel ? cancelLatency : pauseLatency).note(max(nanoseconds, 0))
    }

    package var reading: CallReading {
        CallReading(
            heads: heads[0],
            requests: requests.values(),
            durations: durations.map(\.reading),
            writes: writes.values(),
            batchLines: batchLines.values(),
            problems: problems.values(),
            latencies: [pauseLatency.reading, cancelLatency.reading]
        )
    }
}

/// The call counters at one moment, indexed by the raw values of the enumerations.
package struct CallReading {
    package var heads: Int
    /// By class, then by the first digit of the status.
    package var requests: [Int]
    /// By class.
    package var durations: [HistogramReading]
    /// By operation, then by result.
    package var writes: [Int]
    package var batchLines: [Int]
    package var problems: [Int]
    /// Pause, then cancel.
    package var latencies: [HistogramReading]

    package static func + (lhs: CallReading, rhs: CallReading) -> CallReading {
        CallReading(
            heads: lhs.heads + rhs.heads,
            requests: zip(lhs.requests, rhs.requests).map(+),
            durations: zip(lhs.durations, rhs.durations).map(+),
            writes: zip(lhs.writes, rhs.writes).map(+),
            batchLines: zip(lhs.batchLines, rhs.batchLines).map(+),
            problems: zip(lhs.problems, rhs.problems).map(+),
            latencies: zip(lhs.latencies, rhs.latencies).map(+)
        )
    }
}

/// The first digit of a status.
package enum CodeClass {
    package static let names: [StaticString] = ["2xx", "3xx", "4xx", "5xx"]
    package static var count: Int { 4 }

    static func of(_ status: Int) -> Int { min(max(status / 100, 2), 5) - 2 }
}

enum HistogramBounds {
    private static let microsecond = 1_000
    private static let millisecond = 1_000_000
    private static let second = 1_000_000_000

    /// From the time of an update to the longest wait of a request.
    static let request = [
        25 * microsecond, 50 * microsecond, 100 * microsecond, 250 * microsecond, 500 * microsecond, millisecond,
        2_500 * microsecond, 5 * millisecond, 10 * millisecond, 25 * millisecond, 100 * millisecond, second,
        10 * second, 60 * second,
    ]
    /// From a worker that reports constantly to one that reports now and then.
    static let directive = [
        10 * millisecond, 50 * millisecond, 100 * millisecond, 250 * millisecond, 500 * millisecond, second,
        5 * second / 2, 5 * second, 10 * second, 30 * second, 60 * second, 300 * second,
    ]
}
