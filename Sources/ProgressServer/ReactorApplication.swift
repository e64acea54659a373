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
    private let service: ServiceState
    private let reactor: Int
    private let endpoints: Endpoints
    private let broker: EventBroker
    private let responder: Responder
    /// nil without a cluster.
    private let router: ReplicaRouter?
    /// Of the write that is being executed.
    private var permit: WritePermit?
    /// Of the request that is being executed: it waited at a writer that is gone.
    private var waitIsOver = false
    private var streamGeneration: UInt64
    /// nil if nothing makes writes safe.
    private let heldReplies: HeldReplies?
    private var longWorks: LongWorkQueue
    /// Only the first reactor has one.
    private var reaper: Reaper?
    private var threadCheck = ThreadCheck()

    /// - Parameter metrics: the reactor's counters, which the service knows.
    init(service: ServiceState, reactor: Int, metrics: ReactorMetrics, rewritesHeaders: Bool, router: ReplicaRouter?) {
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
        if let router { return respond(to: exchange, router) }
        guard let heldReplies, exchange.method.isWrite else { return reply(to: exchange) }
        return respond(to: exchange, heldReplies)
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response {
        let error: RequestError =
            switch refusal {
            case .malformed(let sentence): .malformedRequest(sentence)
            case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
            case .expectationFailed: .expectationFailed
            case .tooManyBodies(let limit): .tooManyBodies(limit: limit)
            case .tooManyConnections: .tooManyConnections
            case .slowRequest: .requestTimeout
            case .stopping: .shuttingDown
            }
        // Of the others the head may be unread, or at fault.
        let isOfBody =
            switch refusal {
            case .bodyTooLarge, .expectationFailed, .tooManyBodies: true
            case .malformed, .tooManyConnections, .slowRequest, .stopping: false
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
        // Before the broker, which announces in the same turn what the reaper changes.
        let reaping = reaper?.turn(now: now) ?? .max
        let announcing = broker.turn(now: now) ?? .max
        longWorks.turn()
        let holding = heldReplies?.turn(now: now) ?? .max
        if !longWorks.isEmpty { return now }
        let next = min(reaping, announcing, holding, routing)
        return next == .max ? nil : next
    }

    func completed(_ exchange: Exchange) {
        if let context = exchange.context { letGo(of: context) }
        // A long answer may hold its exchange.
        exchange.context = nil
    }

    // MARK: Cluster

    private func respond(to exchange: Exchange, _ router: ReplicaRouter) -> Reply {
        switch place(exchange, router) {
        case .here(let permit, let isLast):
            waitIsOver = isLast
            defer { waitIsOver = false }
            guard let heldReplies, exchange.method.isWrite else { return reply(to: exchange) }
            self.permit = permit
            defer { self.permit = nil }
            return respond(to: exchange, heldReplies)
        case .reply(let reply): return reply
        case .refused(let error): return .response(refused(error, exchange))
        case .notWriter(let term):
            // Between replicas: neither counted nor logged, because the client gets another answer.
            let response = Response(status: 503, body: Array("This replica does not rule.\n".utf8))
            response.addHeader("Progress-Not-Writer", Array("\(term)".utf8))
            return .response(response)
        }
    }

    private func place(_ exchange: Exchange, _ router: ReplicaRouter) -> ReplicaRouter.Verdict {
        if exchange.method.isWrite, let parking = exchange.context as? Parking,
            let verdict = router.placeAfterWait(exchange, isLast: service.isStopping, endpoints.head)
        {
            broker.unpark(parking)
            return verdict
        }
        return router.place(exchange, endpoints.head)
    }

    private func refused(_ error: RequestError, _ exchange: Exchange) -> Response {
        endpoints.refuse(exchange, error, knowsHead: false)
        return responder.response(endpoints.answer, exchange)
    }

    /// - Returns: when it is due again.
    private func turn(_ router: ReplicaRouter, now: UInt64) -> UInt64 {
        let generation = service.cluster?.status.streamGeneration ?? 0
        if streamGeneration != generation {
            streamGeneration = generation
            broker.beginAgain()
        }
        return router.turn(now: now)
    }

    // MARK: Replies

    /// A write that is to be made safe: refused while nothing can be saved, and perhaps held until it is safe.
    private func respond(to exchange: Exchange, _ heldReplies: HeldReplies) -> Reply {
        if let held = exchange.context as? HeldReply {
            guard let flaw = heldReplies.finish(held) else { return .response(held.response) }
            endpoints.answer.kind = held.kind
            return .response(unconfirmed(flaw, wasDone: held.response.status < 400, exchange))
        }
        if !exchange.isResumed, let refusal = heldReplies.refusal {
            endpoints.answer.kind = .unknown
            return .response(unconfirmed(.storage(refusal), wasDone: false, exchange))
        }
        let losses = (exchange.context as? LongWork)?.losses ?? heldReplies.losses
        let reply = reply(to: exchange)
        guard case .response(let response) = reply else { return reply }
        let fate = heldReplies.fate(status: response.status, losses: losses)
        if case .free = fate { return reply }
        let kind = (exchange.context as? LongWork)?.kind ?? endpoints.answer.kind
        if let context = exchange.context { letGo(of: context) }
        exchange.context = nil
        guard case .awaits(let group) = fate else {
            endpoints.answer.kind = kind
            return .response(unconfirmed(.uncertain, wasDone: true, exchange))
        }
        exchange.context = heldReplies.hold(response, until: group, losses: losses, kind, exchange)
        return .shortWork
    }

    private func reply(to exchange: Exchange) -> Reply {
        if exchange.isResumed, let work = exchange.context as? LongWork { return work.reply(responder) }
        let parking = exchange.context as? Parking
        let isLast = service.isStopping || waitIsOver || parking?.isOver == true
        let outcome = endpoints.respond(to: exchange, isResumed: parking != nil, isLast: isLast)
        let answer = endpoints.answer
        switch outcome {
        case .answered: return .response(responder.response(answer, exchange))
        case .streams(let stream): return .stream(responder.head(of: stream, answer, exchange, broker))
        case .draws(let view): return .stream(responder.head(of: view, answer, exchange, broker))
        case .continues(let long): return begin(long, exchange)
        case .countsAll: return begin(MetricsAnswer(service, reactor: reactor), exchange)
        case .waits(let wait):
            guard let parking else { return park(exchange, wait) }
            broker.redirect(parking, to: wait)
            return .wait
        }
    }

    private func park(_ exchange: Exchange, _ wait: Wait) -> Reply {
        do throws(StreamQuota.Refusal) {
            let client = service.context.proxies.client(of: exchange)
            let ticket = try StreamTicket(service.registry, client, service.configuration)
            broker.park(exchange, wait, ticket: ticket, now: MonotonicClock.now())
            return .wait
        } catch {
            return .response(failure(RequestError(error), exchange))
        }
    }

    private func begin(_ long: any LongAnswer, _ exchange: Exchange) -> Reply {
        let losses = heldReplies?.losses ?? 0
        let progress = longWorks.begin(long, into: endpoints.answer)
        if case .isDone = progress, endpoints.answer.pieces.isEmpty {
            return .response(responder.response(endpoints.answer, exchange))
        }
        let work = LongWork(long, endpoints.giveAwayAnswer(), exchange, progress, losses: losses, permit)
        exchange.context = work
        if case .continues = progress { longWorks.append(work) }
        return work.reply(responder)
    }

    private func unconfirmed(_ flaw: HeldReplies.Flaw, wasDone: Bool, _ exchange: Exchange) -> Response {
        endpoints.answer.requestID = nil
        switch flaw {
        case .storage(.full): return failure(.storageFull(wasDone: wasDone), exchange)
        case .storage(.failing): return failure(.storageFailing(wasDone: wasDone), exchange)
        case .uncertain: return failure(.outcomeUnknown, exchange)
        }
    }

    private func failure(_ error: RequestError, _ exchange: Exchange) -> Response {
        endpoints.writeProblem(error, path: exchange.path, endpoints.answer)
        return responder.response(endpoints.answer, exchange)
    }

    /// Ends the unfinished work of an exchange that is over, or whose reply is held.
    private func letGo(of context: AnyObject) {
        if let parking = context as? Parking { broker.unpark(parking) }
        if let work = context as? LongWork { longWorks.remove(work) }
        if let held = context as? HeldReply { held.exchange = nil }
        if let request = context as? PendingRequest { router?.leave(request) }
    }
}
