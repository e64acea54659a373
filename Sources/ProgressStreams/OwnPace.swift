import ProgressCore

/// When each node was sent last on a stream that has a pace of its own.
struct OwnPace: Sendable {
    private var sentAt: [ProgressID: UInt64] = [:]
    private var limit = 64

    /// When the node may be sent next; monotone nanoseconds.
    func next(of id: ProgressID, interval: UInt64) -> UInt64 { sentAt[id].map { $0 + interval } ?? 0 }

    mutating func forget(_ id: ProgressID) { sentAt[id] = nil }

    /// Times that hold nothing back any longer are forgotten before they outnumber the others: nodes come and go.
    mutating func note(_ id: ProgressID, now: UInt64, interval: UInt64) {
        sentAt[id] = now
        guard sentAt.count > limit else { return }
        sentAt = sentAt.filter { $0.value + interval > now }
        limit = max(64, 2 * sentAt.count)
    }
}
