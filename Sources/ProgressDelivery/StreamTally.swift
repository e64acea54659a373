/// What a broker counts and holds besides events.
package enum StreamTally: Int, CaseIterable {
    /// Streams that are open now.
    case open
    /// Requests that wait now.
    case waiting
    /// Changes that were not sent by themselves, because a newer one came before their turn.
    case merged
    /// Events that a reader did not get in their turn, because it was behind.
    case skipped
    /// Streams that were told to forget all.
    case resets
}
