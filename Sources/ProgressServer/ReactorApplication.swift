import MicroHTTPD
import Platform
import ProgressCore
import ProgressDelivery
import ProgressHTTP
import ProgressRegistry

/// The service as one reactor sees it: takes requests to the endpoints, and turns to the broker.
///
/// On its reactor's thread only.
final class ReactorApplication: Application {
    let service: ServiceState
    let endpoints: Endpoints
    let broker: EventBroker
    let metrics: ReactorMetrics
    let pool: ResponsePool
    var throttle = FailureThrottle()
    let reactor: Int
    /// When time has something to do in the trees; the first reactor looks after it.
    private var nextReaping: UInt64 = 0
    var works = LongWorkQueue()
    /// In the order of their groups.
    var keptReplies: [KeptReply] = []
    /// When long answers that come in this turn of the loop get no slice of it any more; 0: none has come.
    var firstSliceEnd: UInt64 = 0

    /// - Parameter metrics: where it counts; the service knows of it.
    init(service: ServiceState, reactor: Int, metrics: ReactorMetrics, rewritesHeaders: Bool) {
        self.service = service
        self.reactor = reactor
        self.metrics = metrics
        endpoints = Endpoints(service: service.context, reactor: reactor, metrics: metrics.calls)
        broker = EventBroker(
            service.registry,
            service.configuration,
            service.context.clock,
            reactor: reactor,
            metrics: metrics.streams
        )
        pool = ResponsePool(rewritesHeaders: rewritesHeaders)
    }

    func admit(_ exchange: Exchange) -> Admission {
        let configuration = service.configuration
        if Router.isBatch(exchange.path) {
            return .accept(maximumBodyByteCount: configuration.maximumBatchBytes)
        }
        return .accept(maximumBodyByteCount: configuration.maximumBodyBytes)
    }

    func respond(to exchange: Exchange) -> Reply {
        guard let recorder = service.recorder, exchange.method.isWrite else { return reply(to: exchange) }
        return respond(to: exchange, recorder)
    }

    func reply(to exchange: Exchange) -> Reply {
        if exchange.isResumed, let work = exchange.context as? LongWork { return reply(to: exchange, work) }
        let parking = exchange.context as? Parking
        let isLast = service.isStopping || parking?.isOver == true
        let outcome = endpoints.respond(to: exchange, isResumed: parking != nil, isLast: isLast)
        let answer = endpoints.answer
        switch outcome {
        case .answered: return .response(response(answer, exchange))
        case .streams(let stream): return .stream(head(of: stream, exchange))
        case .continues(let long): return begin(long, exchange)
        case .countsAll: return begin(MetricsAnswer(service, reactor: reactor), exchange)
        case .waits(let wait):
            if parking != nil { return .wait }
            do throws(StreamQuota.Refusal) {
                let client = service.context.proxies.client(of: exchange)
                let ticket = try StreamTicket(service.registry, client, service.configuration)
                broker.park(exchange, wait, ticket: ticket, now: MonotonicClock.now())
                return .wait
            } catch {
                endpoints.writeProblem(RequestError(error), path: exchange.path, answer)
                return .response(response(answer, exchange))
            }
        }
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response {
        let answer = endpoints.answer
        let error: RequestError =
            switch refusal {
            case .malformed(let sentence): .malformedRequest(sentence)
            case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
            case .tooManyBodies(let limit): .tooManyBodies(limit: limit)
            case .tooManyConnections: .tooManyConnections
            case .slowRequest: .requestTimeout
            case .stopping: .shuttingDown
            }
        answer.kind = .unknown
        answer.requestID = nil
        endpoints.writeProblem(error, path: exchange.path, answer)
        return response(answer, exchange)
    }

    func turn(now: UInt64) -> UInt64? {
        // Also those that began since: a browser gives up for good where a stream is refused.
        if service.isStopping { broker.finishAll() }
        // First: what it changes is announced in the same turn.
        if reactor == 0 && (now >= nextReaping || service.takeReapingRequest()) { nextReaping = reap(now: now) }
        let announcing = broker.turn(now: now) ?? .max
        if !works.isEmpty { goOnWorking() }
        if let recorder = service.recorder { releaseReplies(recorder) }
        firstSliceEnd = 0
        if !works.isEmpty { return now }
        let next = reactor == 0 ? min(nextReaping, announcing) : announcing
        return next == .max ? nil : next
    }

    func completed(_ exchange: Exchange) {
        if let context = exchange.context { letGo(of: context) }
    }

    /// What was under way for an exchange that is over, or that goes on as something else.
    func letGo(of context: AnyObject) {
        if let parking = context as? Parking { broker.unpark(parking) }
        if let work = context as? LongWork { works.remove(work) }
        if let kept = context as? KeptReply { kept.exchange = nil }
    }

    /// Lets time do its work in the trees: leases, reservations, retention. One reactor does it for all.
    private func reap(now: UInt64) -> UInt64 {
        let moment = service.context.clock.now()
        let slice = TimeSlice(nanoseconds: service.configuration.sliceNanoseconds)
        var isFreeing = true
        while isFreeing {
            isFreeing = service.registry.enter(from: reactor) { $0.free(most: TimeSlice.nodesPerEntry) }
            if slice.isOver { break }
        }
        let (hasMore, next) = service.registry.enter(from: reactor) { registry in
            let hasMore = registry.tree.advance(to: moment, most: Self.deadlinesAtOnce)
            return (hasMore, registry.armReaper(at: moment))
        }
        if hasMore || isFreeing { return now }
        guard let next else { return .max }
        return now + UInt64(min(max(next - moment, 1), 86_400_000)) * 1_000_000
    }

    /// Each may remove a tree, and free some nodes of it.
    private static let deadlinesAtOnce = 32
}
