import ProgressStore

/// Lets one write be executed while this replica rules; a hand-over waits until it is given back, which is its end.
final class WritePermit {
    private let status: ClusterStatus

    /// nil: this replica does not rule.
    init?(_ status: ClusterStatus, now: UInt64) {
        guard status.beginWrite(now: now) else { return nil }
        self.status = status
    }

    deinit { status.endWrite() }
}
