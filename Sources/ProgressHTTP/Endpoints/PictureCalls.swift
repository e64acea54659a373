import ProgressCore
import ProgressDelivery
import ProgressLocalization
import ProgressRegistry
import ProgressTerminal
import ProgressWire

/// Badges, and trees as text.
struct PictureCalls {
    let service: ServiceContext
    let reactor: Int

    private var registry: ProgressRegistry { service.registry }

    /// `/progress/{id}.svg`: a badge. Caches may keep it, but must revalidate it each time. It is 200 also for a
    /// progress that is not here, because proxies of pictures show nothing for another status.
    func badge(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let query = request.head.query
        let given = query["label"]
        if let given, given.unicodeScalars.count > Self.longestLabel {
            throw .invalidParameter(
                "The parameter label has \(given.unicodeScalars.count) characters; at most \(Self.longestLabel) fit."
            )
        }
        if case .impossible = request.node { throw .noSuchPath }
        let reach = service.configuration.hasOpenBadges ? NameReach.everything : request.nameRights.reading
        var failedSteps = FailedSteps()
        var failedCount = 0
        var stamp: UInt64 = 0
        let (snapshot, lastRun) = registry.enter(from: reactor) { registry in
            if let index = try? registry.tree.find(request.node) {
                failedCount = failedSteps.count(below: index, in: registry.tree.forest)
                stamp = registry.tree.forest.subtreeStamp(of: index)
                return (registry.tree.snapshot(of: index) as ProgressSnapshot?, nil as RunItem?)
            }
            guard case .name(let name) = request.node else { return (nil, nil) }
            return (nil, registry.tree.runs(of: name, within: reach).first)
        }
        if service.configuration.hasOpenBadges { answer.cacheControl = "no-cache" }
        answer.contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"
        if isForAnySite(request) { answer.audience = .shownAnywhere }
        guard let snapshot else {
            let label = given ?? Self.label(of: request.node)
            answer.contentType = "image/svg+xml"
            (lastRun.map { Badge($0, label: label) } ?? Badge(goneWithLabel: label)).append(to: &answer.body)
            return
        }
        EntityTag.append(
            snapshot.id,
            "badge",
            service.defaultLanguage,
            version: snapshot.version,
            subtree: stamp,
            to: &answer.etag
        )
        if request.isKnown(answer.etag) {
            answer.status = 304
            return
        }
        answer.contentType = "image/svg+xml"
        let label = given ?? snapshot.details?.name ?? TextLine.shortID(snapshot.id)
        Badge(snapshot, label: label, failedCount: failedCount).append(to: &answer.body)
    }

    /// A page that has a grant in the picture's address was given it; a credential that a browser adds is no such sign.
    private func isForAnySite(_ request: APIRequest) -> Bool {
        if case .grant = request.head.credential, service.requiresTokens { return true }
        return service.hasPublicBadges
    }

    private static func label(of node: NodeReference) -> String {
        switch node {
        case .id(let id): TextLine.shortID(id)
        case .name(let name): name
        case .impossible: ""
        }
    }

    /// `GET /v1/progress/{id}` with `Accept: text/plain`: the tree as lines for a terminal.
    ///
    /// It waits like the snapshot; its ETag also names the newest change in the subtree.
    func textTree(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let query = request.head.query
        let depth = try query.integer("depth", in: 0...1_000_000) ?? 1_000_000
        let language = request.head.language
        let (snapshots, stamp, isCut) = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            let top = try registry.find(request.node)
            let (snapshots, isCut) = registry.tree.forest.lines(from: top, depth: depth, limit: TextTree.lineLimit)
            return (snapshots, registry.tree.forest.subtreeStamp(of: top), isCut)
        }
        let top = snapshots[0]
        EntityTag.append(top.id, "text", language, version: top.version, subtree: stamp, to: &answer.etag)
        answer.language = language
        answer.variesByAccept = true
        answer.directive = top.directive
        request.noteWait(in: answer)
        if request.isKnown(answer.etag) {
            if let wait = request.head.preferences.wait, wait > 0, !request.isLast {
                return .waits(Wait(target: .subtree(top.id), seconds: Double(wait), permit: request.permit))
            }
            answer.status = 304
            return .answered
        }
        answer.contentType = "text/plain; charset=utf-8"
        // Clients' text must never act as a page.
        answer.contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"
        var picture = TextTree()
        picture.lines = snapshots.map { TextLine($0, depth: $0.depth - top.depth, language) }
        picture.isCut = isCut
        picture.append(to: &answer.body)
        return .answered
    }

    private static let longestLabel = 256
}
