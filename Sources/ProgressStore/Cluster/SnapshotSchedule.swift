/// Decides when a writer writes the next snapshot.
struct SnapshotSchedule: Equatable, Sendable {
    /// Bytes of entries since the newest snapshot, and of the snapshot.
    private(set) var logByteCount = 0
    private(set) var snapshotByteCount = 0
    /// The earliest time after one that failed; monotonic nanoseconds.
    private var nextAttempt: UInt64 = 0

    private let leastByteCount: Int
    private static let retryInterval: UInt64 = 10_000_000_000

    /// - Parameter leastByteCount: of entries; fewer are no reason for a snapshot.
    init(leastByteCount: Int) { self.leastByteCount = leastByteCount }

    mutating func note(entry byteCount: Int) { logByteCount += byteCount }

    /// - Parameter logByteCount: of the entries after it.
    mutating func noteSnapshot(byteCount: Int, logByteCount: Int = 0) {
        snapshotByteCount = byteCount
        self.logByteCount = logByteCount
    }

    mutating func noteFailure(at now: UInt64) { nextAttempt = now + Self.retryInterval }

    func isDue(at now: UInt64) -> Bool {
        now >= nextAttempt && logByteCount >= max(leastByteCount, 2 * snapshotByteCount)
    }
}
