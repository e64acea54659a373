import MicroHTTPD
package import ProgressCore
package import ProgressRegistry

/// A waiting request (`Prefer: wait`), parked until something changes or its time is over.
package final class Parking {
    /// Changed only while it is in no room.
    var target: RegistryState.WatchTarget
    /// Monotonic nanoseconds.
    let deadline: UInt64
    package private(set) var isOver = false
    /// The node of a call that stays with the one that its name meant at first.
    package private(set) var bound: BoundNode?
    unowned let exchange: Exchange
    let permit: Permit?
    private let ticket: StreamTicket

    init(_ wait: Wait, _ exchange: Exchange, ticket: StreamTicket, now: UInt64) {
        target = wait.target
        permit = wait.permit
        deadline = now + UInt64(wait.seconds * 1e9)
        self.exchange = exchange
        self.ticket = ticket
        if wait.isBound { bound = node.map { BoundNode(id: $0, hidesUsers: wait.permit?.scope != nil) } }
    }

    /// Its node was announced as it is now: it may be gone before the call is asked again.
    func noteNews(_ snapshot: ProgressSnapshot) { bound?.news = snapshot.endedAt == nil ? nil : snapshot }

    /// Its node is gone.
    /// - Parameter last: its state as it ended; nil if it had not ended, or that was announced before.
    func noteGone(_ last: ProgressSnapshot?) {
        guard let bound else { return }
        bound.isGone = true
        // Times are looked at once a second.
        if permit?.isOver(at: 0) != true { bound.last = last ?? bound.news }
    }

    /// Lets it be answered now.
    func endWait() {
        isOver = true
        exchange.resume()
    }

    var node: ProgressID? {
        switch target {
        case .node(let id), .subtree(let id): id
        case .roots, .everything, .relabelings, .name: nil
        }
    }
}

/// The waiting requests of a reactor. Resuming one asks it again: it is answered, or continues to wait.
struct WaitingRoom {
    private var queue = WaitQueue<ProgressID?, Parking>()
    /// Kept here, because each turn asks for it, and asking a generic type of another module is expensive.
    private(set) var count = 0
    /// Newly parked requests; asked once more, so a change during the parking is not missed.
    private var fresh: [Parking] = []

    var isEmpty: Bool { count == 0 }

    mutating func insert(_ parking: Parking) {
        queue.enter(parking, for: parking.node, until: parking.deadline)
        fresh.append(parking)
        count = queue.count
    }

    /// - Returns: false if it was not parked.
    mutating func remove(_ parking: Parking) -> Bool {
        fresh.removeAll { $0 === parking }
        defer { count = queue.count }
        return queue.leave(parking, for: parking.node)
    }

    /// A node is told as it is now.
    func noteNews(_ snapshot: ProgressSnapshot) {
        if isEmpty { return }
        for parking in queue.waiters(for: snapshot.id) { parking.noteNews(snapshot) }
    }

    /// A node is gone: those that wait for its end are answered with that, if it had one.
    func noteGone(_ id: ProgressID, last: ProgressSnapshot?) {
        if isEmpty { return }
        for parking in queue.waiters(for: id) { parking.noteGone(last) }
    }

    /// Resumes the requests that wait for a node, or for the subtree of one of the tops above it.
    func resume(for id: ProgressID, below tops: some Sequence<ProgressID>) {
        if isEmpty { return }
        for parking in queue.waiters(for: id) { parking.exchange.resume() }
        for top in tops where top != id {
            for parking in queue.waiters(for: top) {
                if case .subtree = parking.target { parking.exchange.resume() }
            }
        }
    }

    /// Resumes newly parked requests and those whose time is over.
    /// - Returns: a lower bound of the next deadline.
    mutating func resumeOverdue(now: UInt64) -> UInt64 {
        if isEmpty { return .max }
        for parking in fresh { parking.exchange.resume() }
        fresh.removeAll()
        for (parking, _) in queue.late(now: now) { parking.endWait() }
        return queue.nextDeadline
    }

    /// Resumes all for an answer.
    func resumeAll() { queue.forEach { $0.endWait() } }

    func forEach(_ body: (Parking) -> Void) {
        if !isEmpty { queue.forEach(body) }
    }

    /// Resumes requests whose right has ended, which refuses them.
    func resumeUnpermitted(at moment: Int64) {
        if isEmpty { return }
        queue.forEach { if $0.permit?.isOver(at: moment) == true { $0.exchange.resume() } }
    }
}

/// The target that a call waits for, and for how long.
package struct Wait {
    package let target: RegistryState.WatchTarget
    package let seconds: Double
    /// The call's right; when it ends, the call is asked again.
    package let permit: Permit?
    /// Whether the call stays with this node, whatever its name means by then. The reactor watches it already, since the
    /// moment at which it was read.
    package let isBound: Bool

    package init(target: RegistryState.WatchTarget, seconds: Double, permit: Permit?, isBound: Bool = false) {
        self.target = target
        self.seconds = seconds
        self.permit = permit
        self.isBound = isBound
    }
}

/// The node that a waiting call stays with. A reference, because every request has a place for one, and few have one.
package final class BoundNode {
    package let id: ProgressID
    /// Whether its reader must not see the users that a proxy named.
    package let hidesUsers: Bool
    /// Whether its removal was heard, which says how it ended. Until then, that is unknown of a node that is not there.
    package fileprivate(set) var isGone = false
    /// As it ended, once it is gone.
    package fileprivate(set) var last: ProgressSnapshot?
    /// As it was announced, while it is there, if it has ended.
    fileprivate var news: ProgressSnapshot?

    fileprivate init(id: ProgressID, hidesUsers: Bool) {
        self.id = id
        self.hidesUsers = hidesUsers
    }
}
