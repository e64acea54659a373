/// A fault of a call to a `MemoryLog`.
package enum MemoryFault: Equatable, Sendable {
    /// No answer; it did not happen.
    case lostBefore
    /// No answer; it happened.
    case lostAfter
    /// No answer; all replicas see the change, but a failover takes it back.
    case unreplicated
    /// An answer; all replicas see the change, but a failover takes it back.
    case asynchronous
    /// No answer; it happens when `MemoryEngine.deliverLate` is called, if its condition holds then.
    case late
    case notDone
    case full
    /// Like `full`, but the log can still be read.
    case fullForChanges
    case refused
    /// The answer takes this many nanoseconds of real time; no answer if the deadline comes first.
    case slow(UInt64)
    /// Anything read has a flipped bit.
    case damaged
}
