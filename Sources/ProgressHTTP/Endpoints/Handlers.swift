import ProgressCore
import ProgressRegistry

/// The handlers of all calls.
struct Handlers {
    private let reads: ReadCalls
    private let writes: WriteCalls
    private let controls: ControlCalls
    private let reservations: ReservationCalls
    private let creates: CreateCalls
    private let access: AccessCalls
    private let rights: RightListCalls
    private let runs: RunCalls
    private let streams: StreamCalls
    private let pictures: PictureCalls
    private let views: ViewCalls
    private let pages: PageCalls
    private let introductions: IntroductionCalls

    init(_ service: ServiceContext, reactor: Int, _ replies: ReplyWriter, _ gatekeeper: Gatekeeper) {
        reads = ReadCalls(service: service, reactor: reactor, replies: replies)
        writes = WriteCalls(service: service, reactor: reactor, replies: replies)
        controls = ControlCalls(service: service, reactor: reactor, replies: replies)
        reservations = ReservationCalls(service: service, reactor: reactor, replies: replies)
        creates = CreateCalls(service: service, reactor: reactor, replies: replies)
        access = AccessCalls(service: service, reactor: reactor, gatekeeper: gatekeeper)
        rights = RightListCalls(service: service, reactor: reactor)
        runs = RunCalls(service: service, reactor: reactor)
        streams = StreamCalls(service: service, reactor: reactor)
        pictures = PictureCalls(service: service, reactor: reactor)
        views = ViewCalls(service: service, reactor: reactor)
        introductions = IntroductionCalls(prefix: service.prefix)
        pages = PageCalls(service: service, reactor: reactor, gatekeeper: gatekeeper)
    }

    /// Answers a call that is allowed.
    /// - Parameter calls: makes the calls that a call is made of.
    func handle(
        _ request: APIRequest,
        _ answer: Answer,
        _ calls: any CallMaker
    ) throws(RequestError) -> Outcome {
        switch request.head.row.call {
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
        case .getRun: try runs.open(request, answer)
        case .reserve: try reservations.reserve(request, answer)
        case .resign: try reservations.resign(request, answer)
        case .listReservations: try rights.reservations(request, answer)
        case .listGrants: try rights.grants(request, answer)
        case .makeGrant: try access.grant(request, answer)
        case .revokeGrant: try access.revoke(request, answer)
        case .openSession: try access.openSession(request, answer)
        case .closeSession: try access.closeSession(request, answer)
        case .session: access.session(request, answer)
        case .nodeEvents, .events: return try streams.events(request, answer)
        case .batch: return .continues(try BatchAnswer(request, answer, calls))
        case .mcp: return try MCPCalls(calls).respond(request, answer)
        case .kubeflow: try KubeflowCalls(calls).report(request, answer)
        case .metrics:
            answer.contentType = "text/plain; version=0.0.4; charset=utf-8"
            answer.cacheControl = "no-store"
            return .countsAll
        case .health: pages.health(answer)
        case .readiness: try pages.readiness(answer)
        case .writeReadiness: try pages.writeReadiness(answer)
        case .contract: pages.contract(request, answer)
        case .dashboard: pages.dashboard(request, answer)
        case .asset: pages.asset(request, answer)
        case .page: try pages.page(request, answer)
        case .badge: try pictures.badge(request, answer)
        case .treeView: return try views.tree(request, answer)
        case .listView: return try views.list(request, answer)
        case .problemPage: try pages.problemPage(request, answer)
        case .introduction: introductions.introduce(answer)
        case .problemIndex: introductions.listProblems(answer)
        case .apiCatalog: introductions.catalog(answer)
        case .options: preconditionFailure("OPTIONS is answered above")
        }
        return .answered
    }
}
