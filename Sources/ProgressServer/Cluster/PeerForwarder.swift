import MicroHTTPD
import ProgressHTTP
import ProgressStore

/// Forwards to other replicas the requests that this one, a writer whose lease is over, cannot answer for certain. On
/// its reactor's thread only.
///
/// Such requests are marked, not proved: the replica that is asked may not ask a third, and says so instead of showing
/// trees that may be old. So there are no loops, and a client that marks a request gains nothing.
final class PeerForwarder {
    private struct Way {
        let upstream: Upstream
        let head: ForwardedHead
    }

    private let reactor: Reactor
    private let proxies: TrustedProxies
    /// By address.
    private var ways: [String: Way] = [:]

    /// Each read may try so many.
    static let mostPeers = 4

    init(_ reactor: Reactor, _ proxies: TrustedProxies) {
        self.reactor = reactor
        self.proxies = proxies
    }

    /// - Parameter caller: gets the outcome, perhaps before this returns.
    /// - Returns: nil if the address is invalid.
    func ask(
        _ peer: String,
        _ exchange: Exchange,
        _ wait: ForwardedWait,
        for caller: any UpstreamCaller
    ) -> UpstreamCall? {
        guard let way = way(to: peer) else { return nil }
        let call = UpstreamCall(
            head: way.head.bytes(for: exchange, wait, as: nil),
            body: exchange.body,
            isHead: exchange.method == .head,
            mayBeHeld: false,
            for: caller
        )
        way.upstream.send(call)
        return call
    }

    func cancel(_ call: UpstreamCall, to peer: String) { ways[peer]?.upstream.cancel(call) }

    /// Ends the streams that peers send through this replica.
    func endRelays() { for way in ways.values { way.upstream.endRelays() } }

    private func way(to peer: String) -> Way? {
        if let way = ways[peer] { return way }
        guard let address = UpstreamAddress(peer) else { return nil }
        // Drops the ways to peers that are gone.
        ways = ways.filter { $0.value.upstream.connectionCount > 0 }
        let way = Way(
            upstream: Upstream(address, for: reactor, Self.settings),
            head: ForwardedHead(asking: peer, proxies)
        )
        ways[peer] = way
        return way
    }

    /// Short, because the next one, and at last this replica, are asked after that.
    private static var settings: UpstreamConfiguration {
        var settings = UpstreamConfiguration()
        settings.connectSeconds = 0.5
        settings.replySeconds = 1
        return settings
    }
}
