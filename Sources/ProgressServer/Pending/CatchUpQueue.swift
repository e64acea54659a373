import MicroHTTPD
import ProgressStore

/// The requests of one reactor that wait until the trees hold everything in the log. Those of one turn share a ticket.
///
/// A reader of the writer's streams may know of changes that are not in the log yet. If it comes here with their event
/// id, it waits for them, too: events that it got must not be taken back, and a `reset` would be needless.
struct CatchUpQueue {
    /// Those that came since the last turn.
    private var new: [PendingRequest] = []
    /// By ticket.
    private var asking = WaitQueue<UInt64, PendingRequest>()
    /// By the stamp of the change that their readers know: their tickets are answered, but the trees did not hold it.
    private var readersAhead = WaitQueue<UInt64, PendingRequest>()

    /// How long an engine may be silent until a request is answered without it, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000
    /// Like `patience`, where another replica can be asked, which may get answers from the engine.
    private static let patienceWithPeers: UInt64 = 250_000_000
    /// The time between two looks at the trees, in nanoseconds.
    private static let lookInterval: UInt64 = 10_000_000

    mutating func enter(_ request: PendingRequest, now: UInt64) {
        request.stageEnd = now + (request.state.instead == .atPeerOrHere ? Self.patienceWithPeers : Self.patience)
        new.append(request)
    }

    mutating func leave(_ request: PendingRequest) {
        new.removeAll { $0 === request }
        asking.leave(request, for: request.key)
        readersAhead.leave(request, for: request.state.stamp)
    }

    /// Draws a ticket for those that came since the last turn, and resumes those whose wait is over.
    /// - Parameter stamp: of the newest change that the trees hold.
    /// - Returns: when the next turn is due without news; `.max`: no request waits.
    mutating func turn(_ status: ClusterStatus, stamp: () -> UInt64, now: UInt64) -> UInt64 {
        drawTicket(status)
        // In this order: a ticket that fails may still be answered.
        let failed = status.failedTicket
        let answered = status.answeredTicket
        for request in asking.release(where: { $0 <= answered }) { caughtUp(request) }
        for request in asking.release(where: { $0 <= failed }) { request.release(.late) }
        for (request, ticket) in asking.late(now: now) {
            asking.leave(request, for: ticket)
            request.release(.late)
        }
        return min(asking.nextDeadline, releaseReaders(stamp: stamp, now: now))
    }

    private mutating func drawTicket(_ status: ClusterStatus) {
        if new.isEmpty { return }
        let ticket = status.askForTail()
        for request in new {
            request.key = ticket
            asking.enter(request, for: ticket, until: request.stageEnd)
        }
        new = []
    }

    private mutating func caughtUp(_ request: PendingRequest) {
        if request.state.stamp == 0 { return request.release(.ready) }
        readersAhead.enter(request, for: request.state.stamp, until: request.stageEnd)
    }

    /// - Returns: when the others are looked at again.
    private mutating func releaseReaders(stamp: () -> UInt64, now: UInt64) -> UInt64 {
        if readersAhead.isEmpty { return .max }
        let newest = stamp()
        for request in readersAhead.release(where: { $0 <= newest }) { request.release(.ready) }
        for (request, stamp) in readersAhead.late(now: now) {
            readersAhead.leave(request, for: stamp)
            request.release(.late)
        }
        return readersAhead.isEmpty ? .max : now + Self.lookInterval
    }
}
