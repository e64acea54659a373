package import MicroHTTPD
package import Platform
import ProgressRegistry

/// The proxies whose `X-Forwarded-For` and `X-Forwarded-User` count: none by default, and with a cluster the other
/// replicas, which prove themselves by the office's key.
package struct TrustedProxies: Sendable {
    private let addresses: Set<PeerAddress>
    private let replica: Replica?

    init(_ configuration: Configuration, _ replica: Replica? = nil) {
        self.replica = replica
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
            guard let address = PeerAddress(text: hop.filter { $0 != " " && $0 != "\t" }) else { break }
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

    /// Whom the proxy named in `X-Forwarded-User`; nil if the peer is no trusted proxy, or names nobody, several, or one
    /// whose name is longer than 256 bytes or not UTF-8.
    func user(of exchange: Exchange) -> String? {
        if !trustsPeer(of: exchange) { return nil }
        var users: [String?] = []
        exchange.headerValues("x-forwarded-user") { value in
            let isPossible = (1...Self.longestUser).contains(value.count)
            users.append(isPossible ? String(validating: value, as: UTF8.self) : nil)
        }
        return users.count == 1 ? users[0] : nil
    }
}
