import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait until the trees hold what the log holds. Those of one turn share a ticket.
///
/// A reader of the writer's streams may know of changes that are not in the log yet. If it comes here with their event
/// id, it waits for them, too: what it was told must not be taken back, and a `reset` would be for nothing.
struct TailRoom {
    /// In the order of their tickets; those without one at the end.
    private var visits: [Visit] = []
    /// Their tickets are answered, but their readers know more than the trees did then.
    private var readersAhead: [Visit] = []

    /// How long an engine may be silent until a request is answered without it, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000
    /// Between two looks at the trees, in nanoseconds.
    private static let lookInterval: UInt64 = 10_000_000

    mutating func enter(_ visit: Visit, now: UInt64) {
        visit.stage = .awaitsTail
        visit.stageEnd = now + Self.patience
        visits.append(visit)
    }

    mutating func leave(_ visit: Visit) {
        visits.removeAll { $0 === visit }
        readersAhead.removeAll { $0 === visit }
    }

    /// Draws a ticket for those that came since the last turn, and resumes those whose wait is over.
    /// - Parameter stamp: of the newest change that the trees hold.
    /// - Returns: when the next turn is due without news; `.max`: nobody waits.
    mutating func turn(_ status: ClusterStatus, stamp: () -> UInt64, now: UInt64) -> UInt64 {
        drawTicket(status)
        // In this order: a ticket that fails may still be answered.
        let failed = status.failedTicket
        let answered = status.answeredTicket
        let done = visits.prefix { $0.ticket <= max(answered, failed) || $0.stageEnd <= now }
        for visit in done {
            visit.isTailKnown = visit.ticket <= answered
            if visit.isTailKnown && visit.stamp > 0 { readersAhead.append(visit) } else { visit.exchange.resume() }
        }
        visits.removeFirst(done.count)
        return min(visits.first?.stageEnd ?? .max, releaseReaders(stamp: stamp, now: now))
    }

    private mutating func drawTicket(_ status: ClusterStatus) {
        guard visits.last?.ticket == 0 else { return }
        let ticket = status.askForTail()
        for visit in visits.reversed() {
            if visit.ticket != 0 { break }
            visit.ticket = ticket
        }
    }

    /// - Returns: when the others are looked at again.
    private mutating func releaseReaders(stamp: () -> UInt64, now: UInt64) -> UInt64 {
        if readersAhead.isEmpty { return .max }
        let newest = stamp()
        readersAhead.removeAll { visit in
            guard visit.stamp <= newest || visit.stageEnd <= now else { return false }
            visit.isTailKnown = visit.stamp <= newest
            visit.exchange.resume()
            return true
        }
        return readersAhead.isEmpty ? .max : now + Self.lookInterval
    }
}
