import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait for a writer: for another one, or to try the same once more.
struct WriterQueue {
    /// By `ClusterStatus.writerGeneration` when they began to wait.
    private var queue = WaitQueue<UInt64, PendingRequest>()

    /// Until a request is sent once more to a writer that could not take it, in nanoseconds.
    private static let retryInterval: UInt64 = 100_000_000

    mutating func enter(_ request: PendingRequest, _ status: ClusterStatus, now: UInt64) {
        request.key = status.writerGeneration
        queue.enter(request, for: request.key, until: min(now + Self.retryInterval, request.state.deadline))
    }

    mutating func leave(_ request: PendingRequest) { queue.leave(request, for: request.key) }

    /// Resumes those that have another writer now, or whose wait is over.
    /// - Returns: when the next wait is over; `.max`: no request waits.
    mutating func turn(_ status: ClusterStatus, now: UInt64) -> UInt64 {
        if queue.isEmpty { return .max }
        let rules = status.rules(now: now)
        let generation = status.writerGeneration
        var released = queue.release { rules || $0 != generation }
        for (request, key) in queue.late(now: now) {
            queue.leave(request, for: key)
            released.append(request)
        }
        for request in released { request.release(.changed) }
        // They may come back before the next turn.
        return released.isEmpty ? queue.nextDeadline : min(queue.nextDeadline, now + Self.retryInterval)
    }
}
