import MicroHTTPD
import ProgressCore
package import ProgressDelivery
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// Answers calls: reads them, enters the registry once, writes the answer. One a reactor; on its thread only.
package final class Endpoints {
    package enum Outcome {
        case answered
        /// Nothing to say yet: ask again when something changed, or when the time is over.
        case waits(Wait)
        case streams(StreamRequest)
        /// The answer is made in slices, into the same `Answer`.
        case continues(any LongAnswer)
        /// The counters of the service, which this layer does not hold.
        case countsAll
    }

    let registry: ProgressRegistry
    let configuration: Configuration
    let defaultLanguage: Language
    let service: ServiceContext
    /// Number of the reactor that this belongs to.
    let reactor: Int
    let metrics: CallMetrics
    package private(set) var answer = Answer()
    private var texts = SnapshotTexts()

    package init(service: ServiceContext, reactor: Int, metrics: CallMetrics) {
        self.service = service
        self.reactor = reactor
        registry = service.registry
        self.metrics = metrics
        configuration = service.configuration
        defaultLanguage = service.defaultLanguage
    }

    /// Answers `request` into `answer`; problems are answers too.
    /// - Parameter isLast: a call that waits must answer now.
    package func respond(to request: APIRequest, resumed: Bool, isLast: Bool, into answer: Answer) -> Outcome {
        answer.kind = .unknown
        let outcome = answerCall(request, resumed: resumed, isLast: isLast, answer)
        if case .answered = outcome, let operation = answer.kind.operation {
            metrics.wrote(operation, status: answer.status)
        }
        return outcome
    }

    private func answerCall(_ request: APIRequest, resumed: Bool, isLast: Bool, _ answer: Answer) -> Outcome {
        answer.reset()
        var request = request
        do throws(RequestError) {
            guard let asked = Router.route(request.path) else { throw RequestError.nothingHere }
            var route = asked
            guard route.allows(request.method) else { throw RequestError.methodNotAllowed(route.allowed) }
            answer.kind = route.kind(request.method)
            if request.method == .options {
                answer.status = 204
                answer.allow = route.allowed
                answer.preflight = true
                return .answered
            }
            if request.isBatched && !route.isBatchable { throw RequestError.nothingHere }
            // Before anything is done: a query that cannot be read refuses the call.
            if request.query != nil { _ = try QueryParameters(request.query) }
            route = try authorize(route, &request)
            answer.isPrivate = request.isWithTokens && request.isRead && !request.isBatched
            return try perform(route, request, resumed: resumed, isLast: isLast, answer)
        } catch {
            fail(error, request, answer)
            return .answered
        }
    }

    func fail(_ error: RequestError, _ request: APIRequest, _ answer: Answer) {
        fail(error, path: request.path, answer)
    }

    package func fail(_ error: RequestError, path: UnsafeBufferPointer<UInt8>, _ answer: Answer) {
        let problem = Problem(error)
        metrics.refused(problem.type)
        answer.reset()
        answer.problem = problem.type
        answer.status = problem.status(for: error)
        answer.contentType = "application/problem+json"
        answer.retryAfter = problem.type.retryAfter
        if problem.type == .unauthorized { answer.authenticate = Array(#"Bearer realm="progressd""#.utf8) }
        if case .methodNotAllowed(let allowed) = error { answer.allow = allowed }
        problem.append(to: &answer.body, status: answer.status, instance: path)
    }

    private func perform(
        _ route: Route,
        _ request: APIRequest,
        resumed: Bool,
        isLast: Bool,
        _ answer: Answer
    ) throws(RequestError) -> Outcome {
        switch route {
        case .progressList:
            if request.method != .post { return try listRoots(request, answer) }
            try create(request, answer)
        case .progress(let node):
            switch request.method {
            case .put: try put(node, request, answer)
            case .patch: try patch(node, request, answer)
            case .delete: try remove(node, request, answer)
            default:
                return prefersText(request)
                    ? try textTree(node, request, isLast: isLast, answer)
                    : try get(node, request, isLast: isLast, answer)
            }
        case .children(let node):
            if request.method != .post { return try listChildren(node, request, answer) }
            try addChild(node, request, answer)
        case .tree(let node): return try tree(node, request, answer)
        case .completedUnits(let node): try complete(node, request, answer)
        case .heartbeat(let node): return try heartbeat(node, request, resumed: resumed, isLast: isLast, answer)
        case .reservations(let node): try reserve(node, request, answer)
        case .reservation(let token): try resign(token, request, answer)
        case .cancel(let node): try control(.cancel, node, request, answer)
        case .pause(let node): try control(.pause, node, request, answer)
        case .resume(let node): try control(.resume, node, request, answer)
        case .fail(let node): try fail(node, request, answer)
        case .grants(let node): try grant(node, request, answer)
        case .grant(let id): try revoke(id, request, answer)
        case .session:
            if request.method == .post { try openSession(request, answer) } else { try closeSession(request, answer) }
        case .badge(let node): try badge(node, request, answer)
        case .batch: return try batch(request, answer)
        case .progressEvents, .events: return try events(route, request)
        case .metrics: return beginMetrics(answer)
        case .health, .readiness, .contract, .dashboard, .asset, .page,
            .problemPage:
            try staticContent(route, request, answer)
        }
        return .answered
    }

    // MARK: Reading

    /// The language that the request asks for.
    func language(_ request: APIRequest, _ query: QueryParameters) -> Language {
        if let locale = query["locale"] {
            let found = Array(locale.utf8).withUnsafeBufferPointer { LanguageNegotiation.language(forLocale: $0) }
            if let found { return found }
        }
        return request.withListHeader("accept-language") { value in
            guard let value else { return defaultLanguage }
            return LanguageNegotiation.best(forAcceptLanguage: value, default: defaultLanguage)
        }
    }

    /// The body as JSON; an empty one is nil.
    func json(
        _ request: APIRequest,
        mergePatch: Bool = false,
        depthLimit: Int = 64
    ) throws(RequestError) -> JSONValue? {
        if request.body.isEmpty { return nil }
        try checkMediaType(request, mergePatch: mergePatch)
        var reader = JSONReader(request.body, depthLimit: depthLimit)
        do { return try reader.parse() } catch { throw .body(.json(error)) }
    }

    func requiredJSON(
        _ request: APIRequest,
        mergePatch: Bool = false,
        depthLimit: Int = 64
    ) throws(RequestError) -> JSONValue {
        if let value = try json(request, mergePatch: mergePatch, depthLimit: depthLimit) { return value }
        throw .body(.json(.malformed(offset: 0, "A JSON object is expected; the body is empty.")))
    }

    func checkMediaType(_ request: APIRequest, mergePatch: Bool = false) throws(RequestError) {
        if request.isBatched { return }
        let isRead = request.withHeader("content-type") { value in
            guard let value else { return true }
            return MediaType.matches(value, "application/json")
                || (mergePatch && MediaType.matches(value, "application/merge-patch+json"))
        }
        if !isRead {
            throw .unsupportedMediaType(
                found: request.header("content-type") ?? "",
                expected: mergePatch
                    ? "application/merge-patch+json, application/json" : "application/json"
            )
        }
        if let encoding = request.header("content-encoding"), encoding.lowercased() != "identity" {
            throw .unsupportedMediaType(found: encoding, expected: "a body without Content-Encoding")
        }
    }

    /// The answer under way is kept by who goes on with it; the next request has another.
    package func giveAwayAnswer() -> Answer {
        let given = answer
        answer = Answer()
        return given
    }

    func makeID() -> ProgressID { service.makeID() }

    // MARK: Writing

    /// Writes the answer to a write on a node: its snapshot, or nothing where `Prefer: return=minimal` says so.
    func answerWrite(
        _ snapshot: ProgressSnapshot,
        _ request: APIRequest,
        status: Int = 200,
        links: Bool = false,
        _ answer: Answer
    ) throws(RequestError) {
        answerWrite(snapshot, try manner(of: request), status: status, links: links, answer)
    }

    func answerWrite(
        _ snapshot: ProgressSnapshot,
        _ manner: ReplyManner,
        status: Int = 200,
        links: Bool = false,
        _ answer: Answer
    ) {
        answer.isReplyToWrite = true
        answer.progress = snapshot.id
        answer.directive = snapshot.directive
        if snapshot.directive != .run { noteDirective(snapshot.directive, of: snapshot.id, answer.kind) }
        EntityTag.append(
            snapshot.id,
            representation: "node",
            language: manner.language,
            version: snapshot.version,
            subtree: nil,
            to: &answer.etag
        )
        if manner.isMinimal {
            answer.status = status == 201 ? 201 : 204
            answer.preferenceApplied = "return=minimal"
            return
        }
        answer.status = status
        answer.language = manner.language
        appendOpen(snapshot, manner.language, to: &answer.body)
        if links { answer.body.appendLinks(snapshot.id) }
        answer.body.append("}")
    }

    /// Appends a snapshot without its closing brace.
    func appendOpen(_ snapshot: ProgressSnapshot, _ language: Language, to bytes: inout [UInt8]) {
        describe(snapshot, language)
        bytes.appendOpenSnapshot(snapshot, texts)
    }

    func append(_ summary: ProgressSummary, _ language: Language, to bytes: inout [UInt8]) {
        describe(summary.latest, language)
        bytes.appendSummary(summary, texts)
    }

    private func describe(_ snapshot: ProgressSnapshot, _ language: Language) {
        texts.removeAll()
        let describer = Describer(language: language)
        describer.appendDescription(of: snapshot, to: &texts.description)
        describer.appendAdditionalDescription(of: snapshot, to: &texts.additionalDescription)
    }
}
