package import MicroHTTPD
package import Platform
import ProgressRegistry

/// Whose `X-Forwarded-For` is believed: without proxies nobody's.
package struct TrustedProxies: Sendable {
    private let addresses: Set<PeerAddress>

    init(_ configuration: Configuration) {
        addresses = Set(configuration.trustedProxies.compactMap { PeerAddress(text: $0) })
    }

    /// Who sent the request: the peer, or whom the last of the trusted proxies before the service names.
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
