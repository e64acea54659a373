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
    /// Those of requests.
    var counters = ReactorCounters()
    private let lingering: LingeringSockets
    private var bodies: BodyBudget

    init(_ connections: Connections, _ streams: StreamSockets, _ lingering: LingeringSockets, heldBodyLimit: Int) {
        loop = connections.loop
        self.connections = connections
        self.streams = streams
        self.lingering = lingering
        timing = connections.timing
        bodies = BodyBudget(limit: heldBodyLimit)
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
        if !exchange.recognizeHead(method, version) {
            exchange.collectFields()
            if let flaw = HeadCheck.flaw(in: exchange, method, version) { return refuse(exchange, .malformed(flaw)) }
            exchange.rememberHead(method, version)
        }
        let connection = exchange.connection
        connection.headWasRead()
        if connection.isExcess { return refuse(exchange, .tooManyConnections) }
        guard let application else { return .NO }
        exchange.wasAdmitted = true
        switch application.admit(exchange) {
        case .refuse(let response): return answerAtOnce(exchange, response)
        case .accept(let limit): return awaitBody(exchange, limit)
        }
    }

    private func awaitBody(_ exchange: Exchange, _ limit: Int) -> MHD_Result {
        exchange.bodyLimit = limit
        exchange.stage = .body
        switch exchange.framing {
        case .none, .declared(0):
            loop.schedule(exchange.connection, after: nil)
        case .declared(let length):
            guard length <= UInt64(max(limit, 0)) else { return refuse(exchange, .bodyTooLarge(limit: limit)) }
            exchange.reserveBody(Int(length))
            loop.schedule(exchange.connection, after: timing.body)
        case .chunked:
            exchange.connection.pieceCame()
            loop.schedule(exchange.connection, after: timing.body)
        }
        return .YES
    }

    /// libmicrohttpd takes no answer here, and a body that is too much may never end: the refusal goes out past it, at
    /// once. What still comes is read and thrown away for as long as after any refusal, so that no reset overtakes it.
    func bodyArrived(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer) -> MHD_Result {
        let connection = exchange.connection
        connection.pieceCame()
        guard !exchange.isRefused, let refusal = take(piece, into: exchange) else { return .YES }
        exchange.isRefused = true
        bodies.giveBack(exchange.dropBody())
        counters.refusedRequests += 1
        connection.sendRefusal(refusal)
        shutdown(connection.descriptor, Int32(SHUT_WR))
        loop.schedule(connection, after: LingeringSocket.nanoseconds)
        return .YES
    }

    private func take(_ piece: UnsafeRawBufferPointer, into exchange: Exchange) -> Refusal? {
        guard exchange.body.count + piece.count <= exchange.bodyLimit else {
            return .bodyTooLarge(limit: exchange.bodyLimit)
        }
        let growth = exchange.bodyGrowth(appending: piece.count)
        guard bodies.hasRoom(for: growth), exchange.appendBody(piece) else {
            return .tooManyBodies(limit: bodies.limit)
        }
        bodies.take(growth)
        return nil
    }

    /// The final call, and each call after a resume.
    func requestIsComplete(_ exchange: Exchange) -> MHD_Result {
        let connection = exchange.connection
        loop.schedule(connection, after: nil)
        if !exchange.isResumed { exchange.arrivedAt = loop.now }
        guard let application, !stop.isBreakingOff, !connection.peerIsGone, !exchange.isRefused else { return .NO }
        switch application.respond(to: exchange) {
        case .response(let response): return answer(exchange, response)
        case .stream(let head): return open(exchange, head)
        case .wait: return park(exchange)
        case .work: return parkWorking(exchange, isWatched: true)
        case .shortWork: return parkWorking(exchange, isWatched: false)
        }
    }

    private func answer(_ exchange: Exchange, _ response: Response) -> MHD_Result {
        exchange.stage = .answered
        if stop.isQuiescing { response.closesConnection = true }
        exchange.answer(with: response)
        return MHD_queue_response(exchange.connection.handle, UInt32(response.status), response.pointer)
    }

    private func answerAtOnce(_ exchange: Exchange, _ response: Response) -> MHD_Result {
        counters.refusedRequests += 1
        loop.schedule(exchange.connection, after: nil)
        exchange.stage = .answered
        exchange.connection.lingers = true
        response.closesConnection = true
        exchange.answer(with: response)
        return MHD_queue_response(exchange.connection.handle, UInt32(response.status), response.pointer)
    }

    private func refuse(_ exchange: Exchange, _ refusal: Refusal) -> MHD_Result {
        answerAtOnce(exchange, refuse(refusal, exchange))
    }

    func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Response {
        application?.refuse(refusal, exchange) ?? Response(status: refusal.status)
    }

    private func open(_ exchange: Exchange, _ head: StreamHead) -> MHD_Result {
        exchange.stage = .answered
        head.pending.connection = exchange.connection
        return MHD_queue_response(exchange.connection.handle, 200, head.response.pointer)
    }

    /// A suspended connection does not notice that its peer has gone: our own poller does.
    private func park(_ exchange: Exchange) -> MHD_Result {
        let connection = exchange.connection
        guard !stop.isStopping else { return refuse(exchange, .stopping) }
        exchange.stage = .parked
        counters.parked += 1
        _ = loop.add(connection.descriptor, cmicrohttpd_peer_closed | cmicrohttpd_edge, for: connection)
        MHD_suspend_connection(connection.handle)
        return .YES
    }

    /// As `park`; a peer that has only ended its sending still wants the reply.
    private func parkWorking(_ exchange: Exchange, isWatched: Bool) -> MHD_Result {
        let connection = exchange.connection
        exchange.stage = .parked
        exchange.isWorking = true
        exchange.isUnwatched = !isWatched
        counters.parked += 1
        if isWatched { _ = loop.add(connection.descriptor, cmicrohttpd_edge, for: connection) }
        MHD_suspend_connection(connection.handle)
        return .YES
    }

    func resume(_ exchange: Exchange) {
        guard exchange.stage == .parked else { return }
        let connection = exchange.connection
        exchange.stage = .body
        exchange.isResumed = true
        exchange.isWorking = false
        counters.parked -= 1
        if !exchange.isUnwatched { loop.remove(connection.descriptor) }
        exchange.isUnwatched = false
        connection.resume()
    }

    func requestCompleted(_ exchange: Exchange, orderly: Bool) {
        let connection = exchange.connection
        if exchange.wasAdmitted { application?.completed(exchange) }
        bodies.giveBack(exchange.dropBody())
        exchange.reset()
        if orderly, connection.lingers { linger(connection) }
        connection.becameIdle()
        if stop.isQuiescing { connection.closeIfIdle() }
    }

    private func linger(_ connection: Connection) {
        let descriptor = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
        if descriptor >= 0 { lingering.drain(descriptor) }
    }
    // MARK: From the reactor

    /// A new turn: the body that waited longest continues, however much else there is to do.
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
