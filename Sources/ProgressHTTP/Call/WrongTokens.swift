import Platform
import Synchronization

/// Counts the wrong tokens of each client, and blocks clients above the limit for the rest of the minute: their
/// credentials are refused unread.
///
/// A client is an IPv4 address or an IPv6 network. Loopback is not counted: behind it may be a proxy that names no
/// clients, and one of them would lock out all. Any thread; while no client is refused, a check costs one atomic load.
final class WrongTokens: Sendable {
    private struct Client {
        var count: Int
        /// When its minute is over; milliseconds since 1970.
        let end: Int64
    }

    private static let minute: Int64 = 60_000
    /// Clients beyond these are not counted: the cost of guessers from everywhere is bounded.
    private static let mostClients = 10_000

    /// The number of wrong tokens of one client that are answered in a minute; 0 means all.
    let limit: Int
    private let clients = Mutex<[PeerAddress: Client]>([:])
    /// When the last refusal ends; never shrinks.
    private let lastEnd = Atomic<Int64>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether any client may be refused at `now`. Ask it before the client's address is looked for.
    func refusesSomebody(at now: Int64) -> Bool { now < lastEnd.load(ordering: .relaxed) }

    func refuses(_ client: PeerAddress, at now: Int64) -> Bool {
        guard limit > 0 else { return false }
        return clients.withLock { clients in
            clients[client.network].map { $0.count >= limit && now < $0.end } ?? false
        }
    }

    /// Notes that `client` sent a wrong token.
    /// - Returns: whether that was the last one that is answered.
    func add(_ client: PeerAddress, at now: Int64) -> Bool {
        guard limit > 0, !client.isLoopback else { return false }
        let end: Int64? = clients.withLock { clients in
            if clients.count >= Self.mostClients, clients[client.network] == nil {
                clients = clients.filter { now < $0.value.end }
                if clients.count >= Self.mostClients { return nil }
            }
            var seen = clients[client.network] ?? Client(count: 0, end: 0)
            if now >= seen.end { seen = Client(count: 0, end: now + Self.minute) }
            seen.count += 1
            clients[client.network] = seen
            return seen.count == limit ? seen.end : nil
        }
        guard let end else { return false }
        lastEnd.max(end, ordering: .relaxed)
        return true
    }
}
