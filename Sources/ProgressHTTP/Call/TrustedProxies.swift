package import MicroHTTPD
package import Platform
import ProgressRegistry
import ProgressTelemetry
import Synchronization

/// The proxies whose `X-Forwarded-For` and `X-Forwarded-User` count: none by default, and with a cluster the other
/// replicas, which prove themselves by the office's key.
package struct TrustedProxies: Sendable {
    private let addresses: Set<PeerAddress>
    private let replica: Replica?
    private let complaint: ProxyComplaint?

    init(_ configuration: Configuration, _ replica: Replica? = nil, _ log: ServiceLog? = nil) {
        self.replica = replica
        complaint = log.map { ProxyComplaint($0) }
        addresses = Set(configuration.trustedProxies.compactMap { PeerAddress(text: $0) })
    }

    /// The client's address: the peer, or the last untrusted hop of `X-Forwarded-For` if the peer is a trusted proxy.
    package func client(of exchange: Exchange) -> PeerAddress {
        if !trustsPeer(of: exchange) { return exchange.peerAddress }
        var hops: [Substring] = []
        exchange.headerValues("x-forwarded-for") { value in
            hops += String(decoding: value, as: UTF8.self).split(separator: ",")
        }
        for hop in hops.reversed() {
            guard let address = PeerAddress(hop: hop) else {
                complaint?.cannotRead(hop, from: exchange.peerAddress)
                break
            }
            if !addresses.contains(address) { return address }
        }
        return exchange.peerAddress
    }

    /// Whether the headers count that say on whose behalf the peer asks.
    package func trustsPeer(of exchange: Exchange) -> Bool {
        if addresses.contains(exchange.peerAddress) { return true }
        guard let replica, let key = exchange.header("progress-forwarded") else { return false }
        return replica.isKey(key)
    }

    private static let longestUser = 256

    /// The user in `X-Forwarded-User`; nil if the peer is no trusted proxy, or names no user, several users, or one
    /// whose name is longer than 256 bytes, not UTF-8, or has characters that control how it is shown.
    func user(of exchange: Exchange) -> String? {
        if !trustsPeer(of: exchange) { return nil }
        var users: [String?] = []
        exchange.headerValues("x-forwarded-user") { value in
            let isPossible = (1...Self.longestUser).contains(value.count)
            let user = isPossible ? String(validating: value, as: UTF8.self) : nil
            users.append(user.flatMap { Self.isShown($0) ? $0 : nil })
        }
        return users.count == 1 ? users[0] : nil
    }

    /// Whether a name has neither controls nor marks that turn the order of letters.
    private static func isShown(_ user: String) -> Bool {
        user.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }
}

/// Says once that a trusted proxy names clients in a way that cannot be read: all of them then count as one.
private final class ProxyComplaint: Sendable {
    private let log: ServiceLog
    private let wasMade = Atomic(false)

    init(_ log: ServiceLog) { self.log = log }

    func cannotRead(_ hop: Substring, from proxy: PeerAddress) {
        if wasMade.exchange(true, ordering: .relaxed) { return }
        log.knowsNoClient(of: proxy, named: String(hop.prefix(64)))
    }
}
