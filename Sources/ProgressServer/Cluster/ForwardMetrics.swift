import ProgressTelemetry

/// The outcomes of one reactor's requests that were meant for the writer. The reactor's thread counts, any thread
/// reads.
final class ForwardMetrics: Sendable {
    enum Result: Int, CaseIterable, MetricLabel {
        /// The writer's reply was passed on.
        case answered
        /// An attempt came to nothing; another follows, or one of the results below.
        case failed
        /// This replica answered, because no writer could.
        case answeredHere
        case noWriter
        case outcomeUnknown
    }

    private let counters = CounterBank(count: Result.allCases.count)

    func count(_ result: Result) { counters.add(at: result.rawValue) }

    /// By the raw values of `Result`.
    var reading: [Int] { counters.values() }
}
