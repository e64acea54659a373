/// What goes wrong with a call to a `MemoryLog`.
package enum MemoryFault: Equatable, Sendable {
    /// No answer; it did not happen.
    case lostBefore
    /// No answer; it happened.
    case lostAfter
    /// No answer; everybody sees it, but a failover takes it back.
    case unreplicated
    /// An answer; everybody sees it, but a failover takes it back.
    case asynchronous
    /// No answer; it happens when `MemoryEngine.deliverLate` is called, if its condition holds then.
    case late
    case notDone
    case full
    /// The same, but it can be read.
    case fullForChanges
    case refused
    /// The answer takes this many nanoseconds of real time; there is none if the deadline comes before.
    case slow(UInt64)
    /// What is read has a flipped bit.
    case damaged
}
