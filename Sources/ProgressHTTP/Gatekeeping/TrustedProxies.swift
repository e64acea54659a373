package import MicroHTTPD
package import Platform
import ProgressRegistry

/// The proxies whose `X-Forwarded-For` and `X-Forwarded-User` count; none by default.
package struct TrustedProxies: Sendable {
    private let addresses: Set<PeerAddress>

    init(_ configuration: Configuration) {
        addresses = Set(configuration.trustedProxies.compactMap { PeerAddress(text: $0) })
    }

    /// The client's address: the peer, or the last untrusted hop of `X-Forwarded-For` if the peer is a trusted proxy.
    package func client(of exchange: Exchange) -> PeerAddress {
        if !addresses.contains(exchange.peerAddress) { return exchange.peerAddress }
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

    private static let longestUser = 256

    /// Whom the proxy named in `X-Forwarded-User`; nil if the peer is no trusted proxy, or names nobody, several, or one
    /// whose name is longer than 256 bytes or not UTF-8.
    func user(of exchange: Exchange) -> String? {
        if !addresses.contains(exchange.peerAddress) { return nil }
        var users: [String?] = []
        exchange.headerValues("x-forwarded-user") { value in
            let isPossible = (1...Self.longestUser).contains(value.count)
            users.append(isPossible ? String(validating: value, as: UTF8.self) : nil)
        }
        return users.count == 1 ? users[0] : nil
    }
}
