import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait for a writer: for another one, or to try the same once more.
struct WriterQueue {
    private var requests: [PendingRequest] = []

    /// Until a request is sent once more to a writer that could not take it, in nanoseconds.
    private static let retryInterval: UInt64 = 100_000_000

    mutating func enter(_ request: PendingRequest, _ status: ClusterStatus, now: UInt64) {
        request.stage = .awaitsWriter
        request.writerGeneration = status.writerGeneration
        request.stageEnd = min(now + Self.retryInterval, request.deadline)
        requests.append(request)
    }

    mutating func leave(_ request: PendingRequest) { requests.removeAll { $0 === request } }

    /// Resumes those for whom there is another writer, or whose wait is over.
    /// - Returns: when the next wait is over; `.max`: nobody waits.
    mutating func turn(_ status: ClusterStatus, now: UInt64) -> UInt64 {
        if requests.isEmpty { return .max }
        let rules = status.rules(now: now)
        let generation = status.writerGeneration
        var next = UInt64.max
        requests.removeAll { request in
            guard rules || request.writerGeneration != generation || request.stageEnd <= now else {
                next = min(next, request.stageEnd)
                return false
            }
            request.exchange.resume()
            // It may come back before the next turn.
            next = min(next, now + Self.retryInterval)
            return true
        }
        return next
    }
}
