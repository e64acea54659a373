import MicroHTTPD
import ProgressCore
import ProgressDelivery
import ProgressLocalization
import ProgressRegistry
import ProgressTerminal

/// Trees and roots as lines that fit into a terminal; with `?follow=true` redrawn in place while they change.
struct ViewCalls {
    let service: ServiceContext
    let reactor: Int

    private var registry: ProgressRegistry { service.registry }

    /// `GET /progress/{id}.txt`: a node and its subtree.
    func tree(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let size = try ViewSize(request.head.query)
        let language = request.head.language
        if size.follows { return try follow(request, size, answer) }
        var view = TextView(width: size.width)
        var failedSteps = FailedSteps()
        let (snapshots, failedCount, stamp) = try service.enter(request, from: reactor) {
            registry throws(RegistryRefusal) in
            let top = try registry.find(request.node)
            let (snapshots, isCut) = registry.tree.forest.lines(from: top, depth: .max, limit: TextTree.lineLimit)
            view.isCut = isCut
            let failedCount = failedSteps.count(below: top, in: registry.tree.forest)
            return (snapshots, failedCount, registry.tree.forest.subtreeStamp(of: top))
        }
        let top = snapshots[0]
        EntityTag.append(top.id, "text", language, version: top.version, subtree: stamp, to: &answer.etag)
        answer.language = language
        if request.isKnown(answer.etag) {
            answer.status = 304
            return .answered
        }
        // The ellipsis is a line, too.
        let shown = view.isCut ? snapshots.dropLast() : snapshots[...]
        view.lines = shown.map { snapshot in
            let depth = snapshot.depth - top.depth
            return TextLine(snapshot, depth: depth, language, failedCount: depth == 0 ? failedCount : 0)
        }
        finish(view, answer)
        return .answered
    }

    /// `GET /progress.txt`: the roots, newest first; states, names, labels and times filter as in the list.
    func list(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let size = try ViewSize(request.head.query)
        let filter = try ListFilter(request.head.query)
        let language = request.head.language
        if size.follows {
            return try follow(request, size, answer) { ViewContent(ofRoots: filter, $0, limit: size.height) }
        }
        var failedSteps = FailedSteps()
        let (roots, isCut) = registry.enter(from: reactor) { registry in
            let choice = TextChoice(rootsOf: registry.tree.forest, filter, limit: TextTree.lineLimit)
            let roots = choice.nodes.map { index in
                (registry.tree.snapshot(of: index), failedSteps.count(below: index, in: registry.tree.forest))
            }
            return (roots, choice.isCut)
        }
        var view = TextView(width: size.width)
        view.lines = roots.map { TextLine($0, depth: 0, language, failedCount: $1) }
        view.isCut = isCut
        answer.language = language
        finish(view, answer)
        return .answered
    }

    /// Clients' text must never act as a page.
    private static let policy: StaticString = "default-src 'none'; frame-ancestors 'none'"

    private func finish(_ view: consuming TextView, _ answer: Answer) {
        answer.contentType = "text/plain; charset=utf-8"
        answer.contentSecurityPolicy = Self.policy
        view.append(to: &answer.body)
    }

    // MARK: Following

    /// Follows a node for as long as it is there and anything in its tree works.
    private func follow(
        _ request: APIRequest,
        _ size: ViewSize,
        _ answer: Answer
    ) throws(RequestError) -> Outcome {
        let node = request.node
        _ = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in try registry.find(node) }
        return try follow(request, size, answer) { ViewContent(of: node, $0, limit: size.height) }
    }

    private func follow(
        _ request: APIRequest,
        _ size: ViewSize,
        _ answer: Answer,
        _ look: @escaping (RegistryState) -> ViewContent
    ) throws(RequestError) -> Outcome {
        guard case .exchange(let exchange) = request.headers else { throw .noSuchPath }
        answer.kind = CallKind(requestClass: .stream, operation: nil, pattern: request.head.route.path.pattern)
        let (registry, reactor, language) = (registry, reactor, request.head.language)
        if request.method == .head {
            answer.contentType = "text/plain; charset=utf-8"
            answer.cacheControl = "no-store, no-transform"
            answer.contentSecurityPolicy = Self.policy
            answer.language = language
            answer.isStreamHead = true
            return .answered
        }
        let ticket = try StreamCalls(service: service, reactor: reactor).ticket(for: exchange)
        let view = ViewRequest(
            "text/plain; charset=utf-8",
            language: language,
            ticket: ticket,
            permit: request.permit,
            draw: { registry.enter(from: reactor, look).picture(size, language) }
        )
        return .draws(view)
    }
}
