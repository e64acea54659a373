import ProgressStore

/// Whether the writer answers, by the pings of a replica: a value, which knows no socket and no clock. Times are monotonic
/// nanoseconds of this replica.
///
/// Silence counts from the newest answer, and only while the pings go out in time: a replica that was paused itself
/// knows nothing about the others.
struct WriterPulse {
    private let lease: UInt64
    /// The writer that is pinged; nil if there is none.
    private(set) var writer: WriterPlace?
    private var heardAt: UInt64 = 0
    private var pingDue: UInt64 = 0
    /// Whether it has answered nothing for a lease.
    private(set) var isSilent = false

    /// - Parameter lease: in nanoseconds.
    init(lease: UInt64) { self.lease = lease }

    private var interval: UInt64 { max(lease / 3, 1) }

    /// When the next turn is due; `.max`: never.
    var due: UInt64 {
        if writer == nil { return .max }
        return isSilent ? pingDue : min(pingDue, heardAt + lease)
    }

    /// Pings `writer` from now on.
    /// - Returns: whether it is another one.
    mutating func follow(_ writer: WriterPlace?, at now: UInt64) -> Bool {
        if writer == self.writer { return false }
        self.writer = writer
        (heardAt, pingDue, isSilent) = (now, now, false)
        return true
    }

    /// - Returns: whether a ping is due.
    mutating func turn(at now: UInt64) -> Bool {
        if writer == nil { return false }
        if now > pingDue + interval { heardAt = now }
        if now >= heardAt + lease { isSilent = true }
        guard now >= pingDue else { return false }
        pingDue = now + interval
        return true
    }

    /// A ping was answered.
    mutating func heard(at now: UInt64) { (heardAt, isSilent) = (now, false) }
}
