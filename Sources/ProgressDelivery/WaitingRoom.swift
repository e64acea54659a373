import MicroHTTPD
import ProgressCore
import ProgressRegistry

/// A waiting request (`Prefer: wait`), parked until something changes or its time is over.
package final class Parking {
    /// Changed only while it is in no room.
    var target: RegistryState.WatchTarget
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
        case .roots, .everything, .relabelings, .name: nil
        }
    }
}

/// The waiting requests of a reactor. Resuming one asks it again: it is answered, or waits on.
struct WaitingRoom {
    private var parked: [ObjectIdentifier: Parking] = [:]
    private var byNode: [ProgressID: [Parking]] = [:]
    /// Newly parked requests; asked once more, so a change during the parking is not missed.
    private var fresh: [Parking] = []
    /// A lower bound of the first deadline.
    private var nextDeadline = UInt64.max

    var isEmpty: Bool { parked.isEmpty }
    var count: Int { parked.count }

    mutating func insert(_ parking: Parking) {
        parked[ObjectIdentifier(parking)] = parking
        if let node = parking.node { byNode[node, default: []].append(parking) }
        fresh.append(parking)
        nextDeadline = min(nextDeadline, parking.deadline)
    }

    /// - Returns: false if it was not parked.
    mutating func remove(_ parking: Parking) -> Bool {
        guard parked.removeValue(forKey: ObjectIdentifier(parking)) != nil else { return false }
        fresh.removeAll { $0 === parking }
        if let node = parking.node {
            byNode[node]?.removeAll { $0 === parking }
            if byNode[node]?.isEmpty == true { byNode[node] = nil }
        }
        return true
    }

    /// Resumes the requests that wait for a node, or for the subtree of one of the tops above it.
    func resume(for id: ProgressID, below tops: some Sequence<ProgressID>) {
        if byNode.isEmpty { return }
        for parking in byNode[id] ?? [] { parking.exchange.resume() }
        for top in tops where top != id {
            for parking in byNode[top] ?? [] {
                if case .subtree = parking.target { parking.exchange.resume() }
            }
        }
    }

    /// Resumes newly parked requests and those whose time is over.
    /// - Returns: a lower bound of the next deadline.
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

    /// Resumes all for an answer.
    func resumeAll() {
        for parking in parked.values {
            parking.isOver = true
            parking.exchange.resume()
        }
    }

    /// Resumes requests whose right has ended, which refuses them.
    func resumeUnpermitted(at moment: Int64) {
        for parking in parked.values where parking.permit?.isOver(at: moment) == true { parking.exchange.resume() }
    }
}
