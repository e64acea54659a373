import Platform

@testable import MicroHTTPD

/// Hands every request on to an upstream, and its reply back.
final class ProxyApplication: Application {
    /// A request on its way.
    final class Passage: Pending, UpstreamCaller {
        unowned let exchange: Exchange
        unowned let proxy: ProxyApplication
        var call: UpstreamCall?
        var reply: Reply?

        init(_ exchange: Exchange, _ proxy: ProxyApplication) {
            self.exchange = exchange
            self.proxy = proxy
        }

        func resume() -> Reply { reply ?? .work }

        func end() {
            if let call { proxy.upstream?.cancel(call) }
        }

        func ended(_ outcome: UpstreamOutcome) {
            call = nil
            reply = proxy.reply(outcome)
            exchange.resume()
        }
    }

    let reactor: Reactor
    let commands: Commands<ProxyApplication>
    private(set) var upstream: Upstream?
    var endsInOrder = false

    init(
        _ reactor: Reactor,
        _ port: UInt16,
        _ configuration: UpstreamConfiguration,
        _ commands: Commands<ProxyApplication>
    ) {
        self.reactor = reactor
        self.commands = commands
        guard let address = UpstreamAddress("127.0.0.1:\(port)") else { fatalError("an address") }
        upstream = Upstream(address, for: reactor, configuration)
    }

    func admit(_ exchange: Exchange) -> Admission { .accept(maximumBodyByteCount: 32 << 20) }

    func respond(to exchange: Exchange) -> Reply {
        var head = Array("\(exchange.method.name) ".utf8) + Array(exchange.target) + Array(" HTTP/1.1\r\n".utf8)
        exchange.endToEndHeaders { field in
            head += Array(field.name) + Array(": ".utf8) + Array(field.trimmedValue) + Array("\r\n".utf8)
        }
        head += Array("Content-Length: \(exchange.body.count)\r\n\r\n".utf8)
        let mayBeHeld = exchange.header("X-Held") != nil
        let passage = Passage(exchange, self)
        exchange.pending = passage
        let call = UpstreamCall(
            head: head,
            body: exchange.body,
            isHead: exchange.method == .head,
            mayBeHeld: mayBeHeld,
            for: passage
        )
        upstream?.send(call)
        if let reply = passage.reply { return reply }
        passage.call = call
        return mayBeHeld ? .wait : .work
    }

    func reply(_ outcome: UpstreamOutcome) -> Reply {
        switch outcome {
        case .replied(let reply): return .response(reply.response())
        case .relays(let reply, let relay):
            relay.endsInOrder = endsInOrder
            return .stream(reply.stream(by: relay))
        case .notSent: return failure("not sent")
        case .noReply(let sentWhole): return failure(sentWhole ? "no reply" : "no reply, sent in part")
        }
    }

    private func failure(_ text: String) -> Reply { .response(Response(status: 502, body: Array(text.utf8))) }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

    func turn(now: UInt64) -> UInt64? {
        commands.run(on: self)
        return nil
    }
}
