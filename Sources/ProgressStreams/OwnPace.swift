import ProgressCore

/// The last send of each node on a stream that asked for fewer events (`maxRate`).
struct OwnPace: Sendable {
    /// Nanoseconds between two sends of one node; 0 means only the service's pace applies.
    private let interval: UInt64
    private var sentAt: [ProgressID: UInt64] = [:]
    /// Nodes without a time were sent at this time at the latest: an opening notes none for each node.
    private var floor: UInt64 = 0
    private var limit = 64

    init(interval: UInt64) { self.interval = interval }

    var isUnlimited: Bool { interval == 0 }

    /// When the node may be sent next; monotonic nanoseconds, 0 for at once.
    func next(of id: ProgressID, now: UInt64) -> UInt64 {
        guard !isUnlimited else { return 0 }
        let sent = sentAt[id] ?? floor
        return sent > 0 && sent + interval > now ? sent + interval : 0
    }

    /// An opening has come to its end.
    mutating func noteOpened(now: UInt64) { floor = now }

    mutating func forget(_ id: ProgressID) { sentAt[id] = nil }

    /// Notes a send. Times that no longer hold anything back are dropped before they outnumber the others.
    mutating func note(_ id: ProgressID, now: UInt64) {
        if isUnlimited { return }
        sentAt[id] = now
        guard sentAt.count > limit else { return }
        sentAt = sentAt.filter { $0.value + interval > now }
        limit = max(64, 2 * sentAt.count)
    }
}
