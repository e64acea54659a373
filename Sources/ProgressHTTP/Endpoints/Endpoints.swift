package import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry

/// Answers all calls in the same way, whether requests or lines of a batch. One per reactor; on its thread only.
///
/// 1. The head becomes a `CallHead`, unless it repeats the previous one on its connection.
/// 2. The gatekeeper decides whether the call is allowed now.
/// 3. The call's handler reads the body, enters the registry once, and writes the answer.
package final class Endpoints: CallMaker {
    let service: ServiceContext
    let metrics: CallMetrics
    private var heads: HeadReader
    private let bodyLimits: BodyLimits
    private let gatekeeper: Gatekeeper
    private let reads: ReadCalls
    private let writes: WriteCalls
    private let controls: ControlCalls
    private let reservations: ReservationCalls
    private let creates: CreateCalls
    private let access: AccessCalls
    private let runs: RunCalls
    private let streams: StreamCalls
    private let pictures: PictureCalls
    private let views: ViewCalls
    private let pages: PageCalls
    package private(set) var answer = Answer()
    weak var largeBody: LargeBodyAnswer?

    /// - Parameter reactor: the reactor's number.
    package init(service: ServiceContext, reactor: Int, metrics: CallMetrics) {
        let replies = ReplyWriter(service, reactor: reactor, metrics)
        self.service = service
        self.metrics = metrics
        heads = HeadReader(service.configuration, service.defaultLanguage, metrics)
        bodyLimits = BodyLimits(service.configuration)
        gatekeeper = Gatekeeper(service, reactor: reactor)
        reads = ReadCalls(service: service, reactor: reactor, replies: replies)
        writes = WriteCalls(service: service, reactor: reactor, replies: replies)
        controls = ControlCalls(service: service, reactor: reactor, replies: replies)
        reservations = ReservationCalls(service: service, reactor: reactor, replies: replies)
        creates = CreateCalls(service: service, reactor: reactor, replies: replies)
        access = AccessCalls(service: service, reactor: reactor, gatekeeper: gatekeeper)
        runs = RunCalls(service: service, reactor: reactor)
        streams = StreamCalls(service: service, reactor: reactor)
        pictures = PictureCalls(service: service, reactor: reactor)
        views = ViewCalls(service: service, reactor: reactor)
        pages = PageCalls(service: service, reactor: reactor, gatekeeper: gatekeeper)
    }

    // MARK: Admission

    /// Decides what the head alone decides, before any of the body is kept. `respond` asks for the right again, and
    /// decides whether the node exists and lies within the right's scope.
    /// - Returns: nil if `answer` refuses the request.
    package func admit(_ exchange: Exchange, _ rights: KnownRights) -> AdmittedBody? {
        // Without tokens it depends on nothing else, and a repeated head need not be read again.
        if let known = (exchange.headNote as? CallHead)?.admittedBody { return known }
        answer.kind = .unknown
        answer.requestID = nil
        let path = Router.originForm(exchange.path)
        do throws(RequestError) {
            let head = try heads.head(of: exchange, path: path)
            answer.kind = head.row.kind
            answer.requestID = head.requestID
            let request = APIRequest(
                head,
                path: path,
                body: UnsafeRawBufferPointer(start: nil, count: 0),
                headers: .exchange(exchange),
                now: service.clock.now()
            )
            do throws(RequestError) { return try admit(request, exchange, rights) } catch {
                refuse(request, error, into: answer)
            }
        } catch {
            writeProblem(error, path: path, answer)
        }
        return nil
    }

    private func admit(
        _ request: APIRequest,
        _ exchange: Exchange,
        _ rights: KnownRights
    ) throws(RequestError) -> AdmittedBody {
        let head = request.head
        // `perform` answers these whatever else is wrong.
        if head.row.call == .options { return AdmittedBody(maximumByteCount: bodyLimits.least, hasRight: true) }
        if let refusal = head.refusal { throw refusal }
        let standing = try gatekeeper.standing(of: request, rights)
        if let flaw = head.bodyFlaw, head.row.body.isNeeded ? exchange.hasBody : exchange.hasDeclaredBody {
            throw flaw
        }
        let body = AdmittedBody(
            maximumByteCount: standing.isOpen ? bodyLimits.least : bodyLimits.maximumByteCount(of: head.row),
            hasRight: !standing.isUnknown
        )
        if !service.requiresTokens { head.admittedBody = body }
        return body
    }

    // MARK: Answering

    /// Answers an exchange into `answer`; problems are answers too.
    /// - Parameter isResumed: whether it waited and is asked again.
    /// - Parameter isLast: whether a call that waits must answer now.
    package func respond(to exchange: Exchange, isResumed: Bool, isLast: Bool) -> Outcome {
        answer.kind = .unknown
        answer.requestID = nil
        let path = Router.originForm(exchange.path)
        do throws(RequestError) {
            let head = try heads.head(of: exchange, path: path)
            answer.requestID = head.requestID
            var request = APIRequest(
                head,
                path: path,
                body: exchange.body,
                headers: .exchange(exchange),
                now: service.clock.now()
            )
            request.isResumed = isResumed
            request.isLast = isLast
            return respond(to: &request, into: answer)
        } catch {
            writeProblem(error, path: path, answer)
            return .answered
        }
    }

    func respond(to request: inout APIRequest, into answer: Answer) -> Outcome {
        let outcome: Outcome
        answer.reset()
        answer.kind = request.head.row.kind
        do throws(RequestError) {
            outcome = try perform(&request, answer)
        } catch {
            refuse(request, error, into: answer)
            return .answered
        }
        if case .answered = outcome { countWrite(answer) }
        return outcome
    }

    /// Answers a request that the reactor refuses, or that another replica would have to answer.
    /// - Parameter knowsHead: whether it was admitted, so that the refusal can say and count what was called.
    package func refuse(_ exchange: Exchange, _ error: RequestError, knowsHead: Bool) {
        let head = knowsHead ? exchange.headNote as? CallHead : nil
        answer.kind = head?.row.kind ?? .unknown
        answer.requestID = head?.requestID
        writeProblem(error, path: exchange.path, answer)
        if head?.row.call == .kubeflow { KubeflowStatus.rewrite(answer) }
        countWrite(answer)
    }

    private func refuse(_ request: APIRequest, _ error: RequestError, into answer: Answer) {
        writeProblem(request.naming(error), path: request.path, answer)
        if request.head.row.call == .kubeflow { KubeflowStatus.rewrite(answer) }
        countWrite(answer)
    }

    private func countWrite(_ answer: Answer) {
        if let operation = answer.kind.operation { metrics.wrote(operation, status: answer.status) }
    }

    /// The head of an exchange, for whoever decides where it is answered; nil if it is refused everywhere.
    package func head(of exchange: Exchange) -> CallHead? {
        try? heads.head(of: exchange, path: Router.originForm(exchange.path))
    }

    func head(
        ofLine line: CallHeaders,
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?
    ) throws(RequestError) -> CallHead {
        try heads.read(method, path: path, query: query, line)
    }

    package func writeProblem(_ error: RequestError, path: UnsafeBufferPointer<UInt8>, _ answer: Answer) {
        let problem = Problem(error)
        metrics.refused(problem.type)
        answer.reset()
        answer.problem = problem.type
        answer.status = problem.status(for: error)
        answer.contentType = "application/problem+json"
        answer.retryAfter = problem.type.retryAfter
        if problem.type == .unauthorized { answer.authenticate = Array(#"Bearer realm="progressd""#.utf8) }
        if case .methodNotAllowed(let allowed, _) = error { answer.allow = allowed }
        problem.append(to: &answer.body, status: answer.status, instance: path)
    }

    /// Hands the present answer over to a long answer, and makes a new one for the next request.
    package func giveAwayAnswer() -> Answer {
        let given = answer
        answer = Answer()
        return given
    }

    private func perform(_ request: inout APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let call = request.head.row.call
        if call == .options {
            answer.status = 204
            answer.allow = CallTable.allowed(on: request.head.route.path)
            answer.preflight = true
            return .answered
        }
        if let refusal = request.head.refusal { throw refusal }
        try gatekeeper.admit(&request)
        answer.hidesUsers = request.permit?.scope != nil
        answer.isPrivate = request.isWithTokens && request.isRead && !request.isBatched
        if request.body.count > LargeBodyAnswer.leastByteCount, let long = LargeBodyAnswer(request, self) {
            return .continues(long)
        }
        switch call {
        case .complete: try writes.complete(request, answer)
        case .listRoots: return try reads.listRoots(request, answer)
        case .create: try creates.create(request, answer)
        case .get: return try request.prefersText ? pictures.textTree(request, answer) : reads.get(request, answer)
        case .put: try creates.put(request, answer)
        case .patch:
            let creates = try request.head.query.bool("create")
            try creates ? self.creates.patchOrCreate(request, answer, by: writes) : writes.patch(request, answer)
        case .remove: try writes.remove(request, answer)
        case .tree: return try reads.tree(request, answer)
        case .listChildren: return try reads.listChildren(request, answer)
        case .addChild: try creates.addChild(request, answer)
        case .heartbeat: return try controls.heartbeat(request, answer)
        case .cancel: try controls.control(.cancel, request, answer)
        case .pause: try controls.control(.pause, request, answer)
        case .resume: try controls.control(.resume, request, answer)
        case .fail: try controls.fail(request, answer)
        case .finish: try controls.finish(request, answer)
        case .listRuns: try runs.list(request, answer)
        case .forgetRuns: try runs.forget(request, answer)
        case .reserve: try reservations.reserve(request, answer)
        case .resign: try reservations.resign(request, answer)
        case .makeGrant: try access.grant(request, answer)
        case .revokeGrant: try access.revoke(request, answer)
        case .openSession: try access.openSession(request, answer)
        case .closeSession: try access.closeSession(request, answer)
        case .session: access.session(request, answer)
        case .nodeEvents, .events: return try streams.events(request, answer)
        case .batch: return .continues(try BatchAnswer(request, answer, self))
        case .mcp: return try MCPCalls(self).respond(request, answer)
        case .kubeflow: try KubeflowCalls(self).report(request, answer)
        case .metrics:
            answer.contentType = "text/plain; version=0.0.4; charset=utf-8"
            answer.cacheControl = "no-store"
            return .countsAll
        case .health: pages.health(answer)
        case .readiness: try pages.readiness(answer)
        case .contract: pages.contract(answer)
        case .dashboard: pages.dashboard(request, answer)
        case .asset: pages.asset(request, answer)
        case .page: try pages.page(request, answer)
        case .badge: try pictures.badge(request, answer)
        case .treeView: return try views.tree(request, answer)
        case .listView: return try views.list(request, answer)
        case .problemPage: try pages.problemPage(request, answer)
        case .options: preconditionFailure("OPTIONS is answered above")
        }
        return .answered
    }
}
