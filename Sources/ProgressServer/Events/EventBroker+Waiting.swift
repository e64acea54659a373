import MicroHTTPD
import ProgressCore

/// A request that waits (`Prefer: wait`), parked until something changes or its time is over.
final class Parking {
    let target: RegistryState.WatchTarget
    /// Monotonic nanoseconds.
    let deadline: UInt64
    var isOver = false
    unowned let exchange: Exchange
    let permit: Permit?
    private let ticket: StreamTicket

    init(_ wait: Endpoints.Wait, _ exchange: Exchange, ticket: StreamTicket, now: UInt64) {
        target = wait.target
        permit = wait.permit
        deadline = now + UInt64(wait.seconds * 1e9)
        self.exchange = exchange
        self.ticket = ticket
    }

    var node: ProgressID? {
        switch target {
        case .node(let id), .subtree(let id): id
        case .roots, .everything: nil
        }
    }
}

extension EventBroker {
    /// Parks an exchange. It is asked once more in the next turn: what changed while it was being parked is not missed.
    func park(_ exchange: Exchange, _ wait: Endpoints.Wait, ticket: StreamTicket, now: UInt64) {
        let parking = Parking(wait, exchange, ticket: ticket, now: now)
        exchange.context = parking
        parked[ObjectIdentifier(parking)] = parking
        metrics.set(.waiting, to: parked.count)
        if let node = parking.node { waiters[node, default: []].append(parking) }
        registry.enter(from: reactor) { $0.watch(parking.target, reactor: reactor) }
        freshlyParked.append(parking)
        nextParkingDeadline = min(nextParkingDeadline, parking.deadline)
    }

    /// The exchange was answered, or its peer is gone.
    func unpark(_ parking: Parking) {
        guard parked.removeValue(forKey: ObjectIdentifier(parking)) != nil else { return }
        metrics.set(.waiting, to: parked.count)
        freshlyParked.removeAll { $0 === parking }
        if let node = parking.node {
            waiters[node]?.removeAll { $0 === parking }
            if waiters[node]?.isEmpty == true { waiters[node] = nil }
        }
        registry.enter(from: reactor) { $0.unwatch(parking.target, reactor: reactor) }
    }

    /// Whoever waits for the node, or for anything below one of the watched nodes above it, looks again.
    func wakeWaiters(_ announcement: Announcement) {
        if waiters.isEmpty { return }
        for parking in waiters[announcement.id] ?? [] { parking.exchange.resume() }
        for top in announcement.tops where top != announcement.id {
            for parking in waiters[top] ?? [] {
                if case .subtree = parking.target { parking.exchange.resume() }
            }
        }
    }

    /// Resumes those whose time is over.
    /// - Returns: when the next one's is.
    func resumeOverdue() -> UInt64 {
        for parking in freshlyParked { parking.exchange.resume() }
        freshlyParked.removeAll()
        guard now >= nextParkingDeadline else { return nextParkingDeadline }
        nextParkingDeadline = .max
        for parking in parked.values where !parking.isOver {
            if parking.deadline <= now {
                parking.isOver = true
                parking.exchange.resume()
            } else {
                nextParkingDeadline = min(nextParkingDeadline, parking.deadline)
            }
        }
        return nextParkingDeadline
    }
}
