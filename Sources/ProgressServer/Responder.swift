import MicroHTTPD
import Platform
import ProgressDelivery
import ProgressHTTP
import ProgressLocalization
import ProgressRegistry
import ProgressTelemetry

/// Turns answers into responses; counts each, and logs it where that is wanted. On its reactor's thread only.
final class Responder {
    private let service: ServiceState
    private let metrics: CallMetrics
    private let pool: ResponsePool
    private var throttle = FailureThrottle()

    init(_ service: ServiceState, _ metrics: CallMetrics, rewritesHeaders: Bool) {
        self.service = service
        self.metrics = metrics
        pool = ResponsePool(rewritesHeaders: rewritesHeaders)
    }

    func response(_ answer: Answer, _ exchange: Exchange) -> Response {
        if !answer.pieces.isEmpty { return response(ofPieces: answer, exchange) }
        answer.endBody()
        let id = conclude(answer, exchange, byteCount: answer.body.count)
        if let shape = answer.shape, service.configuration.corsOrigins.isEmpty {
            return answer.body.withUnsafeBytes { body in
                pool.response(
                    shape: shape * 2 + (id == nil ? 0 : 1),
                    status: answer.status,
                    body: body,
                    variable: ("ETag", answer.etag),
                    another: id.map { ("X-Request-ID", $0) }
                ) { response in
                    answer.forEachHeader(fixed: { response.addHeader($0, $1) }, made: { _, _ in })
                    Answer.forEachGuard { response.addHeader($0, $1) }
                }
            }
        }
        let response =
            answer.isStreamHead
            ? Response(status: answer.status, bodyless: nil)
            : answer.body.withUnsafeBytes { Response(status: answer.status, body: $0) }
        // Like the stream itself: the end of the connection determines its length.
        if answer.isStreamHead { response.closesConnection = true }
        addHeaders(of: answer, exchange, id, to: response)
        return response
    }

    /// - Parameter byteCount: nil if it is not known yet.
    func response(_ answer: Answer, _ exchange: Exchange, _ content: Content) -> Response {
        let id = conclude(answer, exchange, byteCount: content.byteCount)
        let response = Response(status: answer.status, content: content)
        addHeaders(of: answer, exchange, id, to: response)
        return response
    }

    /// A long body is handed over in its pieces instead of being copied at once.
    private func response(ofPieces answer: Answer, _ exchange: Exchange) -> Response {
        var pieces = answer.pieces
        if !answer.body.isEmpty { pieces.append(answer.body) }
        let count = pieces.reduce(0) { $0 + $1.count }
        var position = 0
        let content = Content(for: exchange, byteCount: count) {
            if position == pieces.count { return nil }
            defer {
                pieces[position] = []
                position += 1
            }
            return pieces[position]
        }
        return response(answer, exchange, content)
    }

    /// - Parameter broker: begins the stream once its socket is taken over.
    func head(of stream: StreamRequest, _ answer: Answer, _ exchange: Exchange, _ broker: EventBroker) -> StreamHead {
        let head = StreamHead { socket in broker.begin(stream, on: socket, now: MonotonicClock.now()) }
        addHeaders(of: "text/event-stream; charset=utf-8", stream.language, answer, exchange, to: head)
        return head
    }

    /// Like `head(of:)` for a stream, but for a view.
    func head(of view: ViewRequest, _ answer: Answer, _ exchange: Exchange, _ broker: EventBroker) -> StreamHead {
        let head = StreamHead { socket in broker.begin(view, on: socket, now: MonotonicClock.now()) }
        addHeaders(of: view.mediaType, view.language, answer, exchange, to: head)
        head.addHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        head.addHeader("Referrer-Policy", "no-referrer")
        return head
    }

    private func addHeaders(
        of type: StaticString,
        _ language: Language,
        _ answer: Answer,
        _ exchange: Exchange,
        to head: StreamHead
    ) {
        let id = conclude(answer, exchange, byteCount: nil)
        head.addHeader("Content-Type", type)
        head.addHeader("Cache-Control", "no-store, no-transform")
        head.addHeader("X-Accel-Buffering", "no")
        Answer.forEachGuard { head.addHeader($0, $1) }
        head.addHeader("Content-Language", language.tag)
        head.addHeader("Vary", "Accept-Language")
        if let id { head.addHeader("X-Request-ID", id) }
        if !service.configuration.corsOrigins.isEmpty {
            CrossOrigin.headers(for: exchange, service.configuration, isPreflight: false) { head.addHeader($0, $1) }
        }
    }

    private func addHeaders(of answer: Answer, _ exchange: Exchange, _ id: [UInt8]?, to response: Response) {
        answer.forEachHeader(
            fixed: { response.addHeader($0, $1) },
            made: { response.addHeader($0, $1) }
        )
        Answer.forEachGuard(answer.audience) { response.addHeader($0, $1) }
        let isRead = exchange.method == .get || exchange.method == .head
        if let control = answer.cacheControl(ofRead: isRead, isPrivate: service.context.requiresTokens) {
            response.addHeader("Cache-Control", control)
        }
        if let id { response.addHeader("X-Request-ID", id) }
        if answer.audience == .readAnywhere {
            response.addHeader("Access-Control-Allow-Origin", "*")
            response.addHeader("Access-Control-Expose-Headers", "Date")
        } else if !service.configuration.corsOrigins.isEmpty {
            CrossOrigin.headers(for: exchange, service.configuration, isPreflight: answer.preflight) {
                response.addHeader($0, $1)
            }
        }
    }

    /// Counts the reply and logs it.
    /// - Returns: the request's id, if the reply carries one: the client's, or a new one where a user may ask about it.
    private func conclude(_ answer: Answer, _ exchange: Exchange, byteCount: Int?) -> [UInt8]? {
        let now = MonotonicClock.now()
        let nanoseconds = now > exchange.arrivedAt ? now - exchange.arrivedAt : 0
        let requestClass = answer.hasWaited ? .wait : answer.kind.requestClass
        metrics.answered(requestClass, status: answer.status, nanoseconds: nanoseconds)
        if answer.requestID == nil && (answer.status >= 400 || service.context.log.tellsRequests) {
            answer.requestID = RequestTags.givenID(exchange) ?? RequestTags.madeID(service.context.makeID())
        }
        if let id = answer.requestID, answer.status >= 500 || service.context.log.tellsRequests {
            let tags = RequestTags(id: id, trace: RequestTags.trace(exchange))
            log(answer, exchange, tags, byteCount: byteCount, nanoseconds: nanoseconds, now: now)
        }
        return answer.requestID
    }

    private func log(
        _ answer: Answer,
        _ exchange: Exchange,
        _ tags: RequestTags,
        byteCount: Int?,
        nanoseconds: UInt64,
        now: UInt64
    ) {
        let facts = RequestFacts(
            method: exchange.method,
            kind: answer.kind,
            status: answer.status,
            byteCount: exchange.method == .head ? 0 : byteCount,
            nanoseconds: nanoseconds,
            progress: answer.progress,
            problem: answer.problem,
            tags: tags
        )
        // The service has already logged that it stops, and the facts that a probe gets.
        let isProbe = answer.problem == .notReady && answer.kind.requestClass == .other
        if let problem = answer.problem, answer.status >= 500, problem != .shuttingDown, !isProbe,
            let suppressed = throttle.admit(problem, now: now)
        {
            service.context.log.failed(facts, suppressed: suppressed)
        } else if service.context.log.tellsRequests {
            service.context.log.answered(facts)
        }
    }
}
