import Platform

@testable import MicroHTTPD

/// Hands every request on to an upstream, and its reply back.
final class ProxyApplication: Application {
    /// A request on its way.
    final class Passage {
        let exchange: Exchange
        var call: UpstreamCall?
        var reply: Reply?

        init(_ exchange: Exchange) { self.exchange = exchange }
    }

    let reactor: Reactor
    let commands: Commands<ProxyApplication>
    private(set) var upstream: Upstream?
    var lastWords: [UInt8] = []

    init(
        _ reactor: Reactor,
        _ port: UInt16,
        _ configuration: UpstreamConfiguration,
        _ commands: Commands<ProxyApplication>
    ) {
        self.reactor = reactor
        self.commands = commands
        guard let address = UpstreamAddress("127.0.0.1:\(port)") else { fatalError("an address") }
        upstream = Upstream(address, for: reactor, configuration) { [unowned self] in ended($0, $1) }
    }

    func admit(_ exchange: Exchange) -> Admission { .accept(maximumBodyByteCount: 32 << 20) }

    func respond(to exchange: Exchange) -> Reply {
        if let passage = exchange.context as? Passage, let reply = passage.reply { return reply }
        var head = Array("\(exchange.method.name) ".utf8) + Array(exchange.target) + Array(" HTTP/1.1\r\n".utf8)
        exchange.endToEndHeaders { field in
            head += Array(field.name) + Array(": ".utf8) + Array(field.trimmedValue) + Array("\r\n".utf8)
        }
        head += Array("Content-Length: \(exchange.body.count)\r\n\r\n".utf8)
        let mayBeHeld = exchange.header("X-Held") != nil
        let call = UpstreamCall(
            head: head,
            body: exchange.body,
            isHead: exchange.method == .head,
            mayBeHeld: mayBeHeld
        )
        let passage = Passage(exchange)
        passage.call = call
        call.context = passage
        exchange.context = passage
        upstream?.send(call)
        return passage.reply ?? (mayBeHeld ? .wait : .work)
    }

    private func ended(_ call: UpstreamCall, _ outcome: UpstreamOutcome) {
        guard let passage = call.context as? Passage else { return }
        passage.call = nil
        switch outcome {
        case .replied(let reply): passage.reply = .response(reply.response())
        case .relays(let reply, let relay):
            relay.lastWords = lastWords
            passage.reply = .stream(reply.stream(by: relay))
        case .notSent: passage.reply = failure("not sent")
        case .noReply(let sentWhole): passage.reply = failure(sentWhole ? "no reply" : "no reply, sent in part")
        }
        passage.exchange.resume()
    }

    private func failure(_ text: String) -> Reply { .response(Response(status: 502, body: Array(text.utf8))) }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

    func turn(now: UInt64) -> UInt64? {
        commands.run(on: self)
        return nil
    }

    func completed(_ exchange: Exchange) {
        guard let passage = exchange.context as? Passage, let call = passage.call else { return }
        upstream?.cancel(call)
    }
}
