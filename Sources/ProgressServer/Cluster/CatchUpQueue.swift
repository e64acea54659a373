import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait until the trees hold what the log holds. Those of one turn share a ticket.
///
/// A reader of the writer's streams may know of changes that are not in the log yet. If it comes here with their event
/// id, it waits for them, too: what it was told must not be taken back, and a `reset` would be for nothing.
struct CatchUpQueue {
    /// In the order of their tickets; those without one at the end.
    private var requests: [PendingRequest] = []
    /// Their tickets are answered, but their readers know more than the trees did then.
    private var readersAhead: [PendingRequest] = []

    /// How long an engine may be silent until a request is answered without it, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000
    /// Between two looks at the trees, in nanoseconds.
    private static let lookInterval: UInt64 = 10_000_000

    mutating func enter(_ request: PendingRequest, now: UInt64) {
        request.stage = .awaitsTail
        request.stageEnd = now + Self.patience
        requests.append(request)
    }

    mutating func leave(_ request: PendingRequest) {
        requests.removeAll { $0 === request }
        readersAhead.removeAll { $0 === request }
    }

    /// Draws a ticket for those that came since the last turn, and resumes those whose wait is over.
    /// - Parameter stamp: of the newest change that the trees hold.
    /// - Returns: when the next turn is due without news; `.max`: nobody waits.
    mutating func turn(_ status: ClusterStatus, stamp: () -> UInt64, now: UInt64) -> UInt64 {
        drawTicket(status)
        // In this order: a ticket that fails may still be answered.
        let failed = status.failedTicket
        let answered = status.answeredTicket
        let done = requests.prefix { $0.ticket <= max(answered, failed) || $0.stageEnd <= now }
        for request in done {
            request.isTailKnown = request.ticket <= answered
            if request.isTailKnown && request.stamp > 0 {
                readersAhead.append(request)
            } else {
                request.exchange.resume()
            }
        }
        requests.removeFirst(done.count)
        return min(requests.first?.stageEnd ?? .max, releaseReaders(stamp: stamp, now: now))
    }

    private mutating func drawTicket(_ status: ClusterStatus) {
        guard requests.last?.ticket == 0 else { return }
        let ticket = status.askForTail()
        for request in requests.reversed() {
            if request.ticket != 0 { break }
            request.ticket = ticket
        }
    }

    /// - Returns: when the others are looked at again.
    private mutating func releaseReaders(stamp: () -> UInt64, now: UInt64) -> UInt64 {
        if readersAhead.isEmpty { return .max }
        let newest = stamp()
        readersAhead.removeAll { request in
            guard request.stamp <= newest || request.stageEnd <= now else { return false }
            request.isTailKnown = request.stamp <= newest
            request.exchange.resume()
            return true
        }
        return readersAhead.isEmpty ? .max : now + Self.lookInterval
    }
}
