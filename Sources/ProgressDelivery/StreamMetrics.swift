import ProgressStreams
import ProgressTelemetry

/// The stream counters of one reactor. The reactor's thread counts, any thread reads.
package final class StreamMetrics: Sendable {
    private let events = CounterBank(count: EventKind.allCases.count)
    private let tallies = CounterBank(count: StreamTally.allCases.count)

    package init() {}

    func sent(_ kind: EventKind) { events.add(at: kind.position) }

    func add(_ amount: Int = 1, to tally: StreamTally) { tallies.add(amount, at: tally.rawValue) }

    func set(_ tally: StreamTally, to number: Int) { tallies.set(number, at: tally.rawValue) }

    package var reading: StreamReading { StreamReading(events: events.values(), tallies: tallies.values()) }
}

/// The stream counters at one moment, indexed by the raw values of the enumerations.
package struct StreamReading {
    package var events: [Int]
    private var tallies: [Int]

    init(events: [Int], tallies: [Int]) {
        self.events = events
        self.tallies = tallies
    }

    package subscript(tally: StreamTally) -> Int { tallies[tally.rawValue] }

    package static func + (lhs: StreamReading, rhs: StreamReading) -> StreamReading {
        StreamReading(events: zip(lhs.events, rhs.events).map(+), tallies: zip(lhs.tallies, rhs.tallies).map(+))
    }
}

/// The counters and gauges of a broker besides its events.
package enum StreamTally: Int, CaseIterable {
    /// Open streams.
    case open
    /// Waiting requests.
    case waiting
    /// Changes merged into a newer one before their turn.
    case merged
    /// Events held back because their reader was behind.
    case skipped
    /// `reset` events.
    case resets
    /// Times that a stream walked over what it selects, instead of owing more changes.
    case collapses
    /// The debts of streams to their readers, in bytes.
    case backlog
}
