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
    /// What a test changes, and what it sees.
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
        if exchange.isResumed { return reply(forwarder.outcome(of: exchange)) }
        let wait = ForwardedWait(try? heads.head(of: exchange, path: exchange.path), exchange)
        return reply(forwarder.forward(exchange, to: settings.writer.withLock { $0 }, wait))
    }

    private func reply(_ outcome: ForwardOutcome) -> Reply {
        let text: String
        switch outcome {
        case .parked(let reply), .replied(let reply, _): return reply
        case .cutShort: text = "cut short"
        case .notSent: text = "not sent"
        case .notWriter(let term): text = "not the writer: \(term)"
        case .noReply(let sentWhole): text = sentWhole ? "no reply" : "no reply, sent in part"
        }
        return .response(Response(status: 502, body: Array(text.utf8)))
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

    func turn(now: UInt64) -> UInt64? { nil }

    func completed(_ exchange: Exchange) { forwarder.cancel(exchange) }
}
