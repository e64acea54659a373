package import MicroHTTPD
package import Platform
import ProgressRegistry

/// The proxies whose `X-Forwarded-For` counts; none by default.
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
}
