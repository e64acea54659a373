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
}
