import MicroHTTPD
import ProgressCore
import ProgressRegistry

/// A request that waits (`Prefer: wait`), parked until something changes or its time is over.
package final class Parking {
    let target: RegistryState.WatchTarget
    /// Monotonic nanoseconds.
    let deadline: UInt64
    package var isOver = false
    unowned let exchange: Exchange
    let permit: Permit?
    private let ticket: StreamTicket

    init(_ wait: Wait, _ exchange: Exchange, ticket: StreamTicket, now: UInt64) {
        target = wait.target
        permit = wait.permit
        deadline = now + UInt64(wait.seconds * 1e9)
        self.exchange = exchange
        self.ticket = ticket
    }

    var node: ProgressID? {
        switch target {
        case .node(let id), .subtree(let id): id
        case .roots, .everything, .relabelings: nil
        }
    }
}

/// The requests of a reactor that wait. Resuming one asks it again: it is answered, or goes on waiting.
struct WaitingRoom {
    private var parked: [ObjectIdentifier: Parking] = [:]
    private var byNode: [ProgressID: [Parking]] = [:]
    /// To be asked once more: what changed while they were being parked is not missed.
    private var fresh: [Parking] = []
    /// At or before the first moment at which one's time is over.
    private var nextDeadline = UInt64.max

    var isEmpty: Bool { parked.isEmpty }
    var count: Int { parked.count }

    mutating func insert(_ parking: Parking) {
        parked[ObjectIdentifier(parking)] = parking
        if let node = parking.node { byNode[node, default: []].append(parking) }
        fresh.append(parking)
        nextDeadline = min(nextDeadline, parking.deadline)
    }

    /// - Returns: whether it was there.
    mutating func remove(_ parking: Parking) -> Bool {
        guard parked.removeValue(forKey: ObjectIdentifier(parking)) != nil else { return false }
        fresh.removeAll { $0 === parking }
        if let node = parking.node {
            byNode[node]?.removeAll { $0 === parking }
            if byNode[node]?.isEmpty == true { byNode[node] = nil }
        }
        return true
    }

    /// Resumes those that wait for a node, or for anything below one of the tops above it.
    func resume(for id: ProgressID, below tops: some Sequence<ProgressID>) {
        if byNode.isEmpty { return }
        for parking in byNode[id] ?? [] { parking.exchange.resume() }
        for top in tops where top != id {
            for parking in byNode[top] ?? [] {
                if case .subtree = parking.target { parking.exchange.resume() }
            }
        }
    }

    /// Resumes the fresh ones, and those whose time is over.
    /// - Returns: when the next one's is.
    mutating func resumeOverdue(now: UInt64) -> UInt64 {
        for parking in fresh { parking.exchange.resume() }
        fresh.removeAll()
        guard now >= nextDeadline else { return nextDeadline }
        nextDeadline = .max
        for parking in parked.values where !parking.isOver {
            if parking.deadline <= now {
                parking.isOver = true
                parking.exchange.resume()
            } else {
                nextDeadline = min(nextDeadline, parking.deadline)
            }
        }
        return nextDeadline
    }

    /// Resumes those whose right has ended, which refuses them.
    func resumeUnpermitted(at moment: Int64) {
        for parking in parked.values where parking.permit?.isOver(at: moment) == true { parking.exchange.resume() }
    }
}
