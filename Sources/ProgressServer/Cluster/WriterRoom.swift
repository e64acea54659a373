import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait for a writer: for another one, or to try the same once more.
struct WriterRoom {
    private var visits: [Visit] = []

    /// Until a request is sent once more to a writer that could not take it, in nanoseconds.
    private static let retryInterval: UInt64 = 100_000_000

    mutating func enter(_ visit: Visit, _ status: ClusterStatus, now: UInt64) {
        visit.stage = .awaitsWriter
        visit.writerGeneration = status.writerGeneration
        visit.stageEnd = min(now + Self.retryInterval, visit.deadline)
        visits.append(visit)
    }

    mutating func leave(_ visit: Visit) { visits.removeAll { $0 === visit } }

    /// Resumes those for whom there is another writer, or whose wait is over.
    /// - Returns: when the next wait is over; `.max`: nobody waits.
    mutating func turn(_ status: ClusterStatus, now: UInt64) -> UInt64 {
        if visits.isEmpty { return .max }
        let rules = status.rules(now: now)
        let generation = status.writerGeneration
        var next = UInt64.max
        visits.removeAll { visit in
            guard rules || visit.writerGeneration != generation || visit.stageEnd <= now else {
                next = min(next, visit.stageEnd)
                return false
            }
            visit.exchange.resume()
            // It may come back before the next turn.
            next = min(next, now + Self.retryInterval)
            return true
        }
        return next
    }
}
