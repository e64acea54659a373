import MicroHTTPD
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Hands requests of one reactor on to the writer, and its replies back. On its reactor's thread only.
final class Forwarder {
    private let reactor: Reactor
    private let proxies: TrustedProxies
    private let configuration: UpstreamConfiguration
    /// nil until the first request.
    private var upstream: Upstream?
    private var head: ForwardedHead?

    /// How long requests that are under way may still last when the writer changes.
    private static let graceSeconds = 5.0

    init(_ reactor: Reactor, _ proxies: TrustedProxies, _ configuration: UpstreamConfiguration = usual) {
        self.reactor = reactor
        self.proxies = proxies
        self.configuration = configuration
    }

    /// Sends a request to the writer, with the proof that a replica sends it.
    /// - Parameters:
    ///   - standing: of the right that the request brings; nil: the writer alone decides what it may do.
    ///   - caller: gets the outcome, perhaps before this returns.
    /// - Returns: nil if the writer's address is invalid.
    func forward(
        _ exchange: Exchange,
        to writer: WriterPlace,
        _ wait: ForwardedWait,
        as standing: TokenStanding? = nil,
        for caller: any UpstreamCaller
    ) -> UpstreamCall? {
        guard let (upstream, head) = way(to: writer) else { return nil }
        let call = UpstreamCall(
            head: head.bytes(for: exchange, wait, as: standing),
            body: exchange.body,
            isHead: exchange.method == .head,
            mayBeHeld: wait.isAllowed,
            for: caller
        )
        upstream.send(call)
        return call
    }

    func cancel(_ call: UpstreamCall) { upstream?.cancel(call) }

    /// Gives requests that are under way to any other replica than `writer` some seconds to end: a writer that hands
    /// over answers those that it had let in.
    func retireCalls(exceptTo writer: WriterPlace?) {
        if let upstream, let head, head.writer != writer { upstream.retire(within: Self.graceSeconds) }
    }

    /// Ends requests that are under way to any other replica than `writer`, which will not be answered.
    func endCalls(exceptTo writer: WriterPlace?) {
        if let upstream, let head { upstream.endCalls(onlyIf: head.writer == writer) }
    }

    /// Ends the streams that the writer sends through this replica.
    func endRelays() { upstream?.endRelays() }

    /// - Returns: nil if the writer's address is invalid.
    private func way(to writer: WriterPlace) -> (Upstream, ForwardedHead)? {
        if let upstream, let head, head.writer == writer { return (upstream, head) }
        guard let address = UpstreamAddress(writer.address) else { return nil }
        let head = ForwardedHead(to: writer, proxies)
        self.head = head
        if let upstream {
            upstream.move(to: address, within: Self.graceSeconds)
            return (upstream, head)
        }
        let made = Upstream(address, for: reactor, configuration)
        upstream = made
        return (made, head)
    }

    /// A write takes its place until its group is in the log; with fewer places the groups would be smaller than at
    /// the writer itself.
    static var usual: UpstreamConfiguration {
        var configuration = UpstreamConfiguration()
        configuration.connectionLimit = 256
        return configuration
    }
}
