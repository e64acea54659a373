import MicroHTTPD
import Platform
import ProgressDelivery
import ProgressHTTP
import ProgressStore

/// Requests that are not answered at once: carries out the decisions of `PendingState`.
extension ReactorApplication: PendingOwner {
    /// The only place where an exchange gets a pending request, instead of the one that it had.
    func pend(_ request: PendingRequest) {
        if let former = request.exchange.pending, former !== request { former.end() }
        request.exchange.pending = request
    }

    func resume(_ request: PendingRequest, _ news: PendingState.News) -> Reply {
        threadCheck.assertOnThread()
        router?.leave(request)
        let facts = facts
        let isDeposed = request.state.stage == .waits && request.exchange.method.isWrite && !facts.rules
        return follow(request.state.resume(isDeposed ? .deposed : news, facts), request)
    }

    func end(_ request: PendingRequest) {
        if let parking = request.parking { broker.unpark(parking) }
        if let work = request.work { longWorks.leave(work) }
        if let held = request.held { heldReplies?.leave(request, held) }
        router?.leave(request)
    }

    private var facts: PendingState.Facts {
        var facts = router?.facts(MonotonicClock.now()) ?? PendingState.Facts()
        facts.isStopping = service.isStopping
        return facts
    }

    func follow(_ step: PendingState.Step, _ request: PendingRequest) -> Reply {
        router?.note(request)
        let exchange = request.exchange
        switch step {
        case .stay: return .work
        case .call(let isLast): return call(request, isLast: isLast)
        case .reply: return reply(request)
        case .refuse(let error):
            endpoints.refuse(exchange, error, knowsHead: true)
            return .response(responder.response(endpoints.answer, exchange))
        case .unconfirmed(let flaw):
            if let held = request.held { endpoints.answer.kind = held.kind }
            let wasDone = request.held.map { $0.response.status < 400 } ?? true
            return .response(unconfirmed(flaw, wasDone: wasDone, exchange))
        case .notWriter:
            // Between replicas: neither counted nor logged, because the client gets another answer.
            let response = Response(status: 503, body: Array("This replica does not rule.\n".utf8))
            response.addHeader("Progress-Not-Writer", Array("\(router?.term ?? 0)".utf8))
            return .response(response)
        case .catchUp, .awaitWriter, .forward, .ask: return move(step, request)
        }
    }

    /// Has the request wait for the log or a writer, or sends it to the writer.
    private func move(_ step: PendingState.Step, _ request: PendingRequest) -> Reply {
        pend(request)
        if let parking = request.parking { broker.unpark(parking) }
        request.parking = nil
        switch step {
        case .catchUp:
            router?.catchUp(request)
            return .shortWork
        case .forward:
            if let news = router?.forward(request) { return follow(request.state.resume(news, facts), request) }
            // Only a client that waits is watched, and cut short when the service stops: all others are answered soon.
            return request.state.wait.isAllowed ? .wait : .shortWork
        case .ask:
            if let news = router?.ask(request) { return follow(request.state.resume(news, facts), request) }
            return .shortWork
        default:
            router?.awaitWriter(request)
            return .work
        }
    }

    private func call(_ request: PendingRequest, isLast: Bool) -> Reply {
        let exchange = request.exchange
        if let parking = request.parking { return ask(request, parking, isLast: isLast) }
        var permit: WritePermit?
        if request.state.needs == .writes, let status = service.cluster?.status {
            permit = WritePermit(status, now: MonotonicClock.now())
            if permit == nil { return follow(request.state.resume(.deposed, facts), request) }
        }
        exchange.pending = nil
        return call(exchange, permit, isLast: isLast)
    }

    /// Repeats a call that waits: it is answered, or continues to wait.
    private func ask(_ request: PendingRequest, _ parking: Parking, isLast: Bool) -> Reply {
        let exchange = request.exchange
        let losses = heldReplies?.losses ?? 0
        let outcome = endpoints.respond(to: exchange, isResumed: true, of: parking.bound, isLast: isLast)
        if case .waits(let wait) = outcome {
            broker.redirect(parking, to: wait)
            return .wait
        }
        let kind = endpoints.answer.kind
        let reply = reply(outcome, exchange, nil)
        return exchange.method.isWrite ? confirmed(reply, losses, kind, exchange) : reply
    }

    /// The reply of a request that no longer waits.
    private func reply(_ request: PendingRequest) -> Reply {
        let exchange = request.exchange
        if let held = request.held { return .response(held.response) }
        if let reply = request.reply { return reply }
        guard let work = request.work else { preconditionFailure("a request that waits for nothing has a reply") }
        defer { work.endWrite() }
        let reply = work.reply(responder, exchange)
        return exchange.method.isWrite ? confirmed(reply, work.losses, work.kind, exchange) : reply
    }
}

extension LongWork {
    /// The present reply of its exchange.
    func reply(_ responder: Responder, _ exchange: Exchange) -> Reply {
        switch progress {
        case .continues: return .work
        case .isDone: return .response(responder.response(answer, exchange))
        case .streams(let rest):
            var begun: [UInt8]? = answer.body
            // Only JSON is streamed here; it ends as shorter JSON does.
            var end: [UInt8]? = [UInt8(ascii: "\n")]
            let content = Content(for: exchange) {
                if let piece = begun ?? rest() {
                    begun = nil
                    return piece
                }
                defer { end = nil }
                return end
            }
            return .response(responder.response(answer, exchange, content))
        }
    }
}
