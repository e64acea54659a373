import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait until the trees hold what the log holds. Those of one turn share a ticket.
struct TailRoom {
    /// In the order of their tickets; those without one at the end.
    private var visits: [Visit] = []

    /// How long an engine may be silent until a request is answered without it, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000

    mutating func enter(_ visit: Visit, now: UInt64) {
        visit.stage = .awaitsTail
        visit.stageEnd = now + Self.patience
        visits.append(visit)
    }

    mutating func leave(_ visit: Visit) { visits.removeAll { $0 === visit } }

    /// Draws a ticket for those that came since the last turn, and resumes those whose wait is over.
    /// - Returns: when the first of the others has waited too long; `.max`: nobody waits.
    mutating func turn(_ status: ClusterStatus, now: UInt64) -> UInt64 {
        if visits.isEmpty { return .max }
        if visits.last?.ticket == 0 {
            let ticket = status.askForTail()
            for visit in visits.reversed() {
                if visit.ticket != 0 { break }
                visit.ticket = ticket
            }
        }
        // In this order: a ticket that fails may still be answered.
        let failed = status.failedTicket
        let answered = status.answeredTicket
        let done = visits.prefix { $0.ticket <= max(answered, failed) || $0.stageEnd <= now }
        for visit in done {
            visit.isTailKnown = visit.ticket <= answered
            visit.exchange.resume()
        }
        visits.removeFirst(done.count)
        return visits.first?.stageEnd ?? .max
    }
}
