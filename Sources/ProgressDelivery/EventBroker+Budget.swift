import MicroHTTPD
import ProgressStreams

/// The limit of what all streams of one reactor may owe together.
struct BacklogBudget {
    let byteCount: Int
    /// Nanoseconds between two looks; a turn can add no more than it hears.
    private static let interval: UInt64 = 50_000_000
    private var nextLook: UInt64 = 0

    init(byteCount: Int) { self.byteCount = byteCount }

    mutating func isDue(at now: UInt64) -> Bool {
        if now < nextLook { return false }
        nextLook = now + Self.interval
        return true
    }
}

extension EventBroker {
    /// While the streams owe more than they may, the one that owes most walks instead, or starts over where that does not
    /// help. Cost: O(streams), twenty times a second at most.
    func keepBudget() {
        if !budget.isDue(at: now) { return }
        var total = 0
        var large: [(stream: OpenStream, byteCount: Int)] = []
        for stream in audience.streams.values {
            let count = stream.subscription.owedByteCount
            total += count
            if count > Subscription.smallBacklog { large.append((stream, count)) }
        }
        metrics.set(.backlog, to: total)
        if total <= budget.byteCount { return }
        for (stream, before) in large.sorted(by: { $0.byteCount > $1.byteCount }) where total > budget.byteCount {
            if stream.subscription.owesMostlyRemovals {
                startOver(stream)
            } else {
                collapse(stream, heard: inbox.taken)
            }
            total -= before - stream.subscription.owedByteCount
            if !stream.socket.isBehind { drains.schedule(stream) }
        }
        metrics.set(.backlog, to: total)
    }
}
