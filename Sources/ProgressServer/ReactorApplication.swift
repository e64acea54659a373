import MicroHTTPD
import Platform
import ProgressCore
import ProgressDelivery
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// The service as one reactor sees it: passes requests to the endpoints, and turns to the broker. On its reactor's
/// thread only.
final class ReactorApplication: Application {
    let service: ServiceState
    private let reactor: Int
    let endpoints: Endpoints
    let broker: EventBroker
    let responder: Responder
    /// nil without a cluster.
    let router: ReplicaRouter?
    private var streamGeneration: UInt64
    /// nil if nothing makes writes safe.
    let heldReplies: HeldReplies?
    var longWorks: LongWorkQueue
    /// Only the first reactor has one.
    private var reaper: Reaper?
    var threadCheck = ThreadCheck()

    /// - Parameter metrics: the reactor's counters, which the service knows.
    init(
        service: ServiceState,
        reactor: Int,
        of reactorCount: Int,
        metrics: ReactorMetrics,
        rewritesHeaders: Bool,
        router: ReplicaRouter?
    ) {
        self.service = service
        self.reactor = reactor
        endpoints = Endpoints(service: service.context, reactor: reactor, metrics: metrics.calls)
        // Before the broker copies the epoch, which the cluster thread changes before it raises this.
        streamGeneration = service.cluster?.status.streamGeneration ?? 0
        broker = EventBroker(
            service.registry,
            service.configuration,
            service.context.clock,
            reactor: reactor,
            of: reactorCount,
            metrics: metrics.streams
        )
        responder = Responder(service, metrics.calls, rewritesHeaders: rewritesHeaders)
        self.router = router
        heldReplies = service.saver.map {
            HeldReplies(
                $0,
                service.registry,
                reactor: reactor,
                gathers: service.cluster != nil,
                patience: service.cluster?.replyPatience
            )
        }
        longWorks = LongWorkQueue(sliceNanoseconds: service.configuration.sliceNanoseconds)
        reaper = reactor == 0 ? Reaper(service, reactor: reactor) : nil
    }

    func admit(_ exchange: Exchange) -> Admission {
        // Without a body there is nothing to keep: `respond` decides, and the connection lives on.
        guard exchange.hasBody || exchange.hasExpectation else { return .accept(maximumBodyByteCount: 0) }
        guard let body = endpoints.admit(exchange, router?.knownRights(of: exchange) ?? .all) else {
            return .refuse(responder.response(endpoints.answer, exchange))
        }
        return .accept(maximumBodyByteCount: body.maximumByteCount, hasRight: body.hasRight)
    }

    func respond(to exchange: Exchange) -> Reply {
        threadCheck.assertOnThread()
        guard let router else { return call(exchange) }
        switch router.place(exchange, for: self, endpoints.head) {
        case .here(let permit): return call(exchange, permit)
        case .pending(let request, let step): return follow(step, request)
        }
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response {
        let error: RequestError =
            switch refusal {
            case .malformed(let sentence): .malformedRequest(sentence)
            case .headTooLarge(let limit): .requestHeadTooLarge(limit)
            case .lengthRequired: .lengthRequired
            case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
            case .expectationFailed: .expectationFailed
            case .tooManyBodies(let limit): .tooManyBodies(limit: limit)
            case .tooManyConnections: .tooManyConnections
            case .slowRequest: .requestTimeout
            case .stopping: .shuttingDown
            }
        // For the others, the head may be unread, or at fault.
        let isOfBody =
            switch refusal {
            case .lengthRequired, .bodyTooLarge, .expectationFailed, .tooManyBodies: true
            case .malformed, .headTooLarge, .tooManyConnections, .slowRequest, .stopping: false
            }
        endpoints.refuse(exchange, error, knowsHead: isOfBody)
        return responder.response(endpoints.answer, exchange)
    }

    func turn(now: UInt64) -> UInt64? {
        threadCheck.assertOnThread()
        // In each turn, for streams that began since: a browser gives up for good if a stream is refused.
        if service.isStopping {
            broker.finishAll()
            router?.stop()
        }
        let routing = router.map { turn($0, now: now) } ?? .max
        // Before the broker, which announces the reaper's changes in the same turn.
        let reaping = reaper?.turn(now: now) ?? .max
        let announcing = broker.turn(now: now) ?? .max
        longWorks.turn()
        let holding = heldReplies?.turn(now: now) ?? .max
        if !longWorks.isEmpty { return now }
        let next = min(reaping, announcing, holding, routing)
        return next == .max ? nil : next
    }

    // MARK: Calls

    /// Makes a call here; a write that must be made safe is refused while nothing can be saved.
    func call(_ exchange: Exchange, _ permit: WritePermit? = nil, isLast: Bool = false) -> Reply {
        guard let heldReplies, exchange.method.isWrite else { return reply(to: exchange, permit, isLast: isLast) }
        if let refusal = heldReplies.refusal {
            endpoints.refuse(exchange, error(of: .storage(refusal), wasDone: false), knowsHead: true)
            return .response(responder.response(endpoints.answer, exchange))
        }
        let losses = heldReplies.losses
        return confirmed(reply(to: exchange, permit, isLast: isLast), losses, endpoints.answer.kind, exchange)
    }

    private func reply(to exchange: Exchange, _ permit: WritePermit?, isLast: Bool) -> Reply {
        let outcome = endpoints.respond(to: exchange, isLast: isLast || service.isStopping)
        guard case .waits(let wait) = outcome else { return reply(outcome, exchange, permit) }
        return park(exchange, wait)
    }

    func reply(_ outcome: Outcome, _ exchange: Exchange, _ permit: WritePermit?) -> Reply {
        let answer = endpoints.answer
        switch outcome {
        case .answered: return .response(responder.response(answer, exchange))
        case .streams(let stream): return .stream(responder.head(of: stream, answer, exchange, broker))
        case .draws(let view): return .stream(responder.head(of: view, answer, exchange, broker))
        case .continues(let long): return begin(long, exchange, permit)
        case .countsAll: return begin(MetricsAnswer(service, reactor: reactor), exchange, permit)
        case .waits: preconditionFailure("whoever asks decides who waits")
        }
    }

    /// The reply to a write, unless it has to be held until the write is safe.
    func confirmed(_ reply: Reply, _ losses: UInt64, _ kind: CallKind, _ exchange: Exchange) -> Reply {
        guard let heldReplies, case .response(let response) = reply else { return reply }
        switch heldReplies.fate(status: response.status, losses: losses) {
        case .free: return reply
        case .awaits(let group):
            let request = PendingRequest(exchange, self, PendingState(.held))
            pend(request)
            heldReplies.hold(request, HeldReply(response: response, group: group, kind: kind), losses: losses)
            return .shortWork
        case .uncertain:
            endpoints.answer.kind = kind
            return .response(unconfirmed(.uncertain, wasDone: true, exchange))
        }
    }

    private func park(_ exchange: Exchange, _ wait: Wait) -> Reply {
        do throws(StreamQuota.Refusal) {
            let client = service.context.proxies.client(of: exchange)
            let ticket = try StreamTicket(service.registry, client, service.configuration)
            let request =
                router?.waiting(exchange, for: self, endpoints.head(of: exchange))
                ?? PendingRequest(exchange, self, PendingState(.waits))
            request.parking = broker.park(exchange, wait, ticket: ticket, now: MonotonicClock.now())
            pend(request)
            return .wait
        } catch {
            broker.forget(wait)
            return .response(failure(RequestError(error), exchange))
        }
    }

    private func begin(_ long: any LongAnswer, _ exchange: Exchange, _ permit: WritePermit?) -> Reply {
        let losses = heldReplies?.losses ?? 0
        let progress = longWorks.begin(long, into: endpoints.answer)
        if case .isDone = progress, endpoints.answer.pieces.isEmpty {
            return .response(responder.response(endpoints.answer, exchange))
        }
        let work = LongWork(long, endpoints.giveAwayAnswer(), progress, losses: losses, permit)
        endpoints.answer.kind = work.kind
        guard case .continues = progress else { return work.reply(responder, exchange) }
        let request = PendingRequest(exchange, self, PendingState(.slices))
        request.work = work
        pend(request)
        longWorks.enter(work, of: request)
        return .work
    }

    // MARK: Cluster

    /// - Returns: when it is due again.
    private func turn(_ router: ReplicaRouter, now: UInt64) -> UInt64 {
        let generation = service.cluster?.status.streamGeneration ?? 0
        if streamGeneration != generation {
            streamGeneration = generation
            broker.beginAgain()
        }
        return router.turn(now: now)
    }

    // MARK: Refusals

    /// In place of the reply that was held or was to be; the write is counted by that one.
    func unconfirmed(_ flaw: HeldReplies.Flaw, wasDone: Bool, _ exchange: Exchange) -> Response {
        endpoints.answer.requestID = endpoints.head(of: exchange)?.requestID
        endpoints.answer.hasWaited = false
        return failure(error(of: flaw, wasDone: wasDone), exchange)
    }

    private func failure(_ error: RequestError, _ exchange: Exchange) -> Response {
        endpoints.writeProblem(error, path: exchange.path, endpoints.answer)
        return responder.response(endpoints.answer, exchange)
    }

    private func error(of flaw: HeldReplies.Flaw, wasDone: Bool) -> RequestError {
        switch flaw {
        case .storage(.full): .storageFull(wasDone: wasDone)
        case .storage(.failing): .storageFailing(wasDone: wasDone)
        case .uncertain: .outcomeUnknown
        }
    }
}
