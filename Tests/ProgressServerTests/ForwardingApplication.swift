import MicroHTTPD
import Platform
import ProgressLocalization
import ProgressRegistry
import ProgressStore
import TestSupport

@testable import ProgressHTTP
@testable import ProgressServer

/// Forwards every request, and answers 502 with the outcome where the writer did not reply.
final class ForwardingApplication: Application {
    /// Settings that a test may change or read while the application runs.
    final class Settings: Sendable {
        let writer: Lock<WriterPlace>
        let configuration: UpstreamConfiguration

        init(_ writer: WriterPlace, _ configuration: UpstreamConfiguration) {
            self.writer = Lock(writer)
            self.configuration = configuration
        }
    }

    private let settings: Settings
    private let forwarder: Forwarder
    private var heads: HeadReader

    init(_ reactor: Reactor, _ proxies: TrustedProxies, _ settings: Settings) {
        self.settings = settings
        var configuration = Configuration()
        configuration.host = "0.0.0.0"
        heads = HeadReader(configuration, .english, CallMetrics())
        forwarder = Forwarder(reactor, proxies, settings.configuration)
    }

    func admit(_ exchange: Exchange) -> Admission { .accept(maximumBodyByteCount: 1 << 20) }

    func respond(to exchange: Exchange) -> Reply {
        let wait = ForwardedWait(try? heads.head(of: exchange, path: exchange.path), exchange)
        let request = Request(exchange, forwarder)
        exchange.pending = request
        let writer = settings.writer.withLock { $0 }
        request.call = forwarder.forward(exchange, to: writer, wait, for: request)
        if request.call == nil || request.outcome != nil { return request.resume() }
        return wait.isAllowed ? .wait : .shortWork
    }

    /// One on its way; without an outcome it is given up when it is asked.
    private final class Request: Pending, UpstreamCaller {
        unowned let exchange: Exchange
        private let forwarder: Forwarder
        var call: UpstreamCall?
        var outcome: ForwardOutcome?

        init(_ exchange: Exchange, _ forwarder: Forwarder) {
            self.exchange = exchange
            self.forwarder = forwarder
        }

        func resume() -> Reply {
            let text: String
            switch outcome ?? (call == nil ? .notSent : .cutShort) {
            case .replied(let reply, _): return reply
            case .cutShort: text = "cut short"
            case .notSent: text = "not sent"
            case .notWriter(let term): text = "not the writer: \(term)"
            case .noReply(let sentWhole): text = sentWhole ? "no reply" : "no reply, sent in part"
            }
            return .response(Response(status: 502, body: Array(text.utf8)))
        }

        func end() {
            if outcome == nil, let call { forwarder.cancel(call) }
        }

        func ended(_ outcome: UpstreamOutcome) {
            self.outcome = ForwardOutcome(outcome)
            exchange.resume()
        }
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

    func turn(now: UInt64) -> UInt64? { nil }
}
