package import MicroHTTPD
import Platform
import ProgressCore
package import ProgressDelivery
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
    private let handlers: Handlers
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
        handlers = Handlers(service, reactor: reactor, replies, gatekeeper)
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
        answer.hasWaited = false
        let sentPath = Router.originForm(exchange.path)
        do throws(RequestError) {
            let path = service.prefix.rest(of: sentPath)
            let head = try heads.head(of: exchange, path: path)
            answer.kind = head.row.kind
            answer.requestID = head.requestID
            let request = APIRequest(
                head,
                path: path ?? sentPath,
                body: UnsafeRawBufferPointer(start: nil, count: 0),
                headers: .exchange(exchange),
                now: service.clock.now()
            )
            do throws(RequestError) { return try admit(request, exchange, rights) } catch {
                refuse(request, error, into: answer)
            }
        } catch {
            writeProblem(error, path: sentPath, answer)
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
    /// - Parameters:
    ///   - isResumed: whether it waited and is asked again.
    ///   - bound: the node that it waits for, whatever its name means by now.
    ///   - isLast: whether a call that waits must answer now.
    package func respond(
        to exchange: Exchange,
        isResumed: Bool = false,
        of bound: BoundNode? = nil,
        isLast: Bool
    ) -> Outcome {
        answer.kind = .unknown
        answer.requestID = nil
        answer.hasWaited = isResumed
        let sentPath = Router.originForm(exchange.path)
        do throws(RequestError) {
            let path = service.prefix.rest(of: sentPath)
            let head = try heads.head(of: exchange, path: path)
            answer.requestID = head.requestID
            var request = APIRequest(
                head,
                path: path ?? sentPath,
                body: exchange.body,
                headers: .exchange(exchange),
                now: service.clock.now()
            )
            request.isResumed = isResumed
            request.foundNode = bound?.id
            answer.bound = bound
            request.isLast = isLast
            return respond(to: &request, into: answer)
        } catch {
            writeProblem(error, path: sentPath, answer)
            tellLost(.exchange(exchange), exchange.method, error, answer)
            return .answered
        }
    }

    /// A person who follows a wrong link gets a page, with the same status.
    private func tellLost(_ headers: CallHeaders, _ method: Method, _ error: RequestError, _ answer: Answer) {
        switch error {
        case .noSuchPath, .unknownPath, .outsidePrefix: break
        default: return
        }
        if method != .get && method != .head { return }
        answer.variesByAccept = true
        let acceptsHTML = headers.withList("accept") { $0.map { AcceptedType.accepts("text/html", $0) } ?? false }
        guard acceptsHTML else { return }
        answer.contentType = "text/html; charset=utf-8"
        answer.contentSecurityPolicy = ProblemPages.policy
        answer.body = service.prefix.placed(inHTML: ProblemPages.lost)
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
        answer.hasWaited = false
        writeProblem(error, path: exchange.path, answer)
        if head?.row.call == .kubeflow { KubeflowStatus.rewrite(answer) }
        countWrite(answer)
    }

    private func refuse(_ request: APIRequest, _ error: RequestError, into answer: Answer) {
        writeProblem(request.naming(error), path: request.sentPath, answer)
        answer.accepted = request.head.row.accepted(after: error)
        // A browser gets a page there, with the same status.
        if request.head.row.call == .page { answer.variesByAccept = true }
        if !request.isBatched { tellLost(request.headers, request.method, error, answer) }
        if request.head.row.call == .kubeflow { KubeflowStatus.rewrite(answer) }
        countWrite(answer)
    }

    private func countWrite(_ answer: Answer) {
        if let operation = answer.kind.operation { metrics.wrote(operation, status: answer.status) }
    }

    /// The head of an exchange, to decide where it is answered; nil if it is refused everywhere.
    package func head(of exchange: Exchange) -> CallHead? {
        try? heads.head(of: exchange, path: service.prefix.rest(of: Router.originForm(exchange.path)))
    }

    func head(
        ofLine line: CallHeaders,
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query: UnsafeBufferPointer<UInt8>?
    ) throws(RequestError) -> CallHead {
        try heads.head(ofLine: line, method, path: path, query: query)
    }

    package func writeProblem(_ error: RequestError, path: UnsafeBufferPointer<UInt8>, _ answer: Answer) {
        let problem = Problem(error, below: service.prefix.text(in: path))
        metrics.refused(problem.type)
        answer.reset()
        answer.problem = problem.type
        answer.status = problem.status(for: error)
        answer.contentType = "application/problem+json"
        answer.retryAfter = problem.type.retryAfter
        if problem.type == .unauthorized { answer.authenticate = Array(#"Bearer realm="progressd""#.utf8) }
        if case .methodNotAllowed(let allowed, _) = error { answer.allow = allowed }
        problem.append(to: &answer.body, status: answer.status, below: service.prefix.text, instance: path)
    }

    /// Hands the present answer over to a long answer, and makes a new one for the next request.
    package func giveAwayAnswer() -> Answer {
        let given = answer
        answer = Answer()
        return given
    }

    private func perform(_ request: inout APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        if request.head.row.call == .options {
            answer.status = 204
            answer.allow = CallTable.allowed(on: request.head.route.path)
            answer.accepted = request.head.route.path.acceptedTypes
            answer.preflight = true
            return .answered
        }
        if let refusal = request.head.refusal { throw refusal }
        // Its right was checked when the node went, and may have ended with it.
        if let bound = answer.bound {
            if bound.last != nil {
                answer.hidesUsers = bound.hidesUsers
                return try handlers.handle(request, answer, self)
            }
            if let wait = waitForRemoval(of: bound, request) { return wait }
            do throws(RequestError) {
                return try admit(&request, answer)
            } catch {
                // It may have gone since.
                if let wait = waitForRemoval(of: bound, request) { return wait }
                throw error
            }
        }
        return try admit(&request, answer)
    }

    /// Waits if a node is gone, but its removal, which says how it ended, is still in the mail.
    private func waitForRemoval(of bound: BoundNode, _ request: APIRequest) -> Outcome? {
        if bound.isGone || request.isLast || service.registry.enter({ $0.tree.forest.holds(bound.id) }) { return nil }
        return .waits(Wait(target: .node(bound.id), seconds: 0, permit: nil, isBound: true))
    }

    private func admit(_ request: inout APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        try gatekeeper.admit(&request)
        answer.hidesUsers = request.permit?.scope != nil
        if request.body.count > LargeBodyAnswer.leastByteCount, let long = LargeBodyAnswer(request, self) {
            return .continues(long)
        }
        return try handlers.handle(request, answer, self)
    }
}
