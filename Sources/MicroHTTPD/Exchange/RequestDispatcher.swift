internal import CMicroHTTPD
internal import Glibc

/// Takes requests from libmicrohttpd to the application, and the application's replies back.
///
/// One a reactor; the callbacks call it.
final class RequestDispatcher {
    let loop: EventLoop
    let connections: Connections
    let streams: StreamSockets
    let timing: Timing
    var application: (any Application)?
    var stop = StopSequence()
    var contents = ContentTurns<Content>()
    /// Only the counters of requests.
    var counters = ReactorCounters()
    private var bodies: BodyBudget
    private let refusesChunks: Bool

    init(_ connections: Connections, _ streams: StreamSockets, _ configuration: ReactorConfiguration) {
        loop = connections.loop
        self.connections = connections
        self.streams = streams
        timing = connections.timing
        bodies = BodyBudget(limit: configuration.heldBodyLimit, largest: configuration.largestBody)
        refusesChunks = configuration.refusesChunks
        connections.attach(self)
    }

    // MARK: From libmicrohttpd

    /// The first call of the handler: an answer here closes the connection, so nothing can hide behind the request.
    func headArrived(
        _ exchange: Exchange,
        _ method: UnsafePointer<CChar>,
        _ version: UnsafePointer<CChar>
    ) -> MHD_Result {
        counters.requests += 1
        exchange.arrivedAt = loop.now
        if !exchange.recognizeHead(method, version), let flaw = exchange.readHead(method, version) {
            return refuse(exchange, .malformed(flaw))
        }
        let connection = exchange.connection
        connection.headWasRead(at: method)
        if connection.isExcess { return refuse(exchange, .tooManyConnections) }
        guard let application else { return .NO }
        exchange.life.admit()
        switch application.admit(exchange) {
        case .refuse(let response): return answerAtOnce(exchange, response)
        case .accept(let limit, let hasRight):
            exchange.bodyLimit = limit
            exchange.bodyHasRight = hasRight
            return awaitBody(exchange, limit)
        }
    }

    private func awaitBody(_ exchange: Exchange, _ limit: Int) -> MHD_Result {
        let facts = exchange.head.facts
        if case .declared(let length) = facts.framing, length > 0, length > UInt64(max(limit, 0)) {
            return refuse(exchange, .bodyTooLarge(limit: limit))
        }
        if refusesChunks, facts.framing == .chunked { return refuse(exchange, .lengthRequired) }
        if facts.hasOtherExpectation { return refuse(exchange, .expectationFailed) }
        let firstLook = exchange.life.awaitBody(now: loop.now, for: timing.body)
        switch facts.framing {
        case .none, .declared(0):
            loop.schedule(exchange.connection, after: nil)
        case .declared(let length):
            exchange.reserveBody(Int(length))
            loop.schedule(exchange.connection, after: firstLook)
        case .chunked:
            exchange.limitBody(to: limit)
            loop.schedule(exchange.connection, after: firstLook)
        }
        return .YES
    }

    /// libmicrohttpd takes no answer here, and a body that is too large may never end: the refusal is sent past it, at
    /// once. The rest is read and thrown away for as long as after any refusal, so that no reset overtakes it.
    func bodyArrived(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer) -> MHD_Result {
        let connection = exchange.connection
        exchange.life.pieceCame(now: loop.now)
        guard exchange.life.stage == .body, let refusal = take(piece, into: exchange) else { return .YES }
        exchange.life.refuseBody()
        dropBody(of: exchange)
        counters.refusedRequests += 1
        connection.closing = .lingers
        connection.sendRefusal(refusal)
        shutdown(connection.descriptor, Int32(SHUT_WR))
        loop.schedule(connection, after: LingeringSocket.nanoseconds)
        return .YES
    }

    private func take(_ piece: UnsafeRawBufferPointer, into exchange: Exchange) -> RequestRefusal? {
        guard exchange.body.count + piece.count <= exchange.bodyLimit else {
            return .bodyTooLarge(limit: exchange.bodyLimit)
        }
        let growth = exchange.bodyGrowth(appending: piece.count)
        let hasRight = exchange.bodyHasRight
        guard bodies.hasRoom(for: growth, hasRight: hasRight), exchange.appendBody(piece) else {
            return .tooManyBodies(limit: hasRight ? bodies.limit : bodies.limitWithoutRight)
        }
        bodies.take(growth, hasRight: hasRight)
        return nil
    }

    private func dropBody(of exchange: Exchange) {
        bodies.giveBack(exchange.dropBody(), hasRight: exchange.bodyHasRight)
    }

    /// The final call, and each call after a resume.
    func requestIsComplete(_ exchange: Exchange) -> MHD_Result {
        loop.schedule(exchange.connection, after: nil)
        if !exchange.isResumed { exchange.arrivedAt = loop.now }
        guard let application, !stop.isBreakingOff, exchange.life.isAnswerable else { return .NO }
        switch exchange.pending?.resume() ?? application.respond(to: exchange) {
        case .response(let response): return answer(exchange, response)
        case .stream(let head): return open(exchange, head)
        case .wait: return stop.isStopping ? refuse(exchange, .stopping) : park(exchange, .waiting)
        case .work: return park(exchange, .working)
        case .shortWork: return park(exchange, .workingUnwatched)
        }
    }

    private func answer(_ exchange: Exchange, _ response: Response) -> MHD_Result {
        exchange.life.answer()
        if stop.isDraining || connections.isCrowded(exchange.connection) { response.closesConnection = true }
        exchange.answer(with: response)
        return MHD_queue_response(exchange.connection.handle, UInt32(response.status), response.pointer)
    }

    private func answerAtOnce(_ exchange: Exchange, _ response: Response) -> MHD_Result {
        counters.refusedRequests += 1
        loop.schedule(exchange.connection, after: nil)
        exchange.life.answer()
        exchange.connection.closing = .lingers
        response.closesConnection = true
        exchange.answer(with: response)
        return MHD_queue_response(exchange.connection.handle, UInt32(response.status), response.pointer)
    }

    private func refuse(_ exchange: Exchange, _ refusal: RequestRefusal) -> MHD_Result {
        answerAtOnce(exchange, refuse(refusal, exchange))
    }

    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response {
        application?.refuse(refusal, exchange) ?? Response(status: refusal.status)
    }

    private func open(_ exchange: Exchange, _ head: StreamHead) -> MHD_Result {
        exchange.life.answer()
        head.pending.connection = exchange.connection
        return MHD_queue_response(exchange.connection.handle, UInt32(head.response.status), head.response.pointer)
    }

    /// A suspended connection does not notice that its peer has gone: our own poller does.
    private func park(_ exchange: Exchange, _ parking: RequestLife.Parking) -> MHD_Result {
        let connection = exchange.connection
        exchange.life.park(parking)
        counters.parked += 1
        if parking != .workingUnwatched {
            let interest = cmicrohttpd_edge | (parking == .waiting ? cmicrohttpd_peer_closed : 0)
            _ = loop.poller.add(connection.descriptor, interest, for: connection)
        }
        MHD_suspend_connection(connection.handle)
        return .YES
    }

    func resume(_ exchange: Exchange) {
        guard let parking = exchange.life.resume() else { return }
        counters.parked -= 1
        if parking != .workingUnwatched { loop.poller.remove(exchange.connection.descriptor) }
        connections.resume(exchange.connection)
    }

    func requestCompleted(_ exchange: Exchange) {
        let connection = exchange.connection
        exchange.pending?.end()
        if exchange.life.wasAdmitted { application?.completed(exchange) }
        dropBody(of: exchange)
        exchange.reset()
        connection.becameIdle()
        if stop.isQuiescing { connection.closeIfIdle() }
    }

    // MARK: From the reactor

    /// In each turn the body that waited longest continues, however much else there is to do.
    func resumeContent() {
        contents.beginTurn()
        contents.next()?.resume()
    }

    /// Follows the end of accepting. Nothing may stay suspended, or libmicrohttpd aborts the process when it stops.
    func endConnections() { connections.endIdle(isBreakingOff: stop.isBreakingOff) }

    func breakOff() {
        stop.breakOff()
        while let content = contents.next() { content.resume() }
        endConnections()
        connections.breakOff()
        connections.detach()
        application = nil
    }
}
