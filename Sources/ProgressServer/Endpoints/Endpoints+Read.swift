import ProgressCore
import ProgressLocalization
import ProgressWire

extension Endpoints {
    /// `GET /v1/progress/{id}`: a snapshot; with `Prefer: wait` and `If-None-Match` it waits for another ETag.
    func get(
        _ node: NodeReference,
        _ request: APIRequest,
        isLast: Bool,
        _ answer: Answer
    ) throws(RequestError) -> Outcome {
        let query = try QueryParameters(request.query)
        let wantsSummary = try query.bool("summary")
        let language = language(request, query)
        let (snapshot, subtree) = try registry.enter(from: reactor) { registry throws(RequestError) in
            let index = try registry.find(node)
            return (registry.tree.snapshot(of: index), registry.tree.subtreeStamp(of: index))
        }
        EntityTag.append(
            snapshot.id,
            representation: wantsSummary ? "summary" : "node",
            language: language,
            version: snapshot.version,
            subtree: wantsSummary ? subtree : nil,
            to: &answer.etag
        )
        answer.language = language
        answer.variesByAccept = true
        answer.directive = snapshot.directive
        let isKnown = request.withListHeader("if-none-match") { EntityTag.matches($0, answer.etag) }
        if isKnown {
            if let wait = Preferences(request).wait, wait > 0, !isLast {
                let target: RegistryState.WatchTarget = wantsSummary ? .subtree(snapshot.id) : .node(snapshot.id)
                return .waits(Wait(target: target, seconds: Double(wait), permit: request.permit))
            }
            answer.status = 304
            return .answered
        }
        appendOpen(snapshot, language, to: &answer.body)
        if wantsSummary { appendSummary(of: snapshot.id, language, to: &answer.body) }
        answer.body.appendLinks(snapshot.id)
        answer.body.append("}")
        return .answered
    }

    /// Appends `,"summary":{…}` as it is now; nothing if the node went meanwhile.
    private func appendSummary(of id: ProgressID, _ language: Language, to bytes: inout [UInt8]) {
        let summary: ProgressSummary? = registry.enter(from: reactor) { registry in
            guard let index = try? registry.tree.find(id) else { return nil }
            return registry.tree.summary(of: index)
        }
        if let summary { append(summary, language, to: &bytes) }
    }

    /// `GET …/tree`: the subtree, nested in `children`.
    func tree(_ node: NodeReference, _ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let query = try QueryParameters(request.query)
        let depth = try query.integer("depth", in: 0...1_000_000) ?? 1_000_000
        let language = language(request, query)
        let (snapshots, subtree) = try registry.enter(from: reactor) { registry throws(RequestError) in
            let top = try registry.find(node)
            return (registry.tree.snapshots(from: top, depth: depth), registry.tree.subtreeStamp(of: top))
        }
        let top = snapshots[0]
        EntityTag.append(
            top.id,
            representation: "tree",
            language: language,
            version: top.version,
            subtree: subtree,
            to: &answer.etag
        )
        answer.language = language
        if request.withListHeader("if-none-match", { EntityTag.matches($0, answer.etag) }) {
            answer.status = 304
            return
        }
        let wantsSummary = try query.bool("summary")
        appendNested(snapshots, depth: depth, wantsSummary: wantsSummary, language, to: &answer.body)
    }

    /// Parents come before their children, so the depth alone says when an object ends. Nodes at the depth that was
    /// asked for have no `children`: what is below them was not looked at.
    private func appendNested(
        _ snapshots: [ProgressSnapshot],
        depth: Int,
        wantsSummary: Bool,
        _ language: Language,
        to bytes: inout [UInt8]
    ) {
        var open = 0
        let top = snapshots[0].depth
        for snapshot in snapshots {
            let level = snapshot.depth - top
            while open > level {
                bytes.append("]}")
                open -= 1
            }
            if level > 0 { bytes.appendSeparator() }
            appendOpen(snapshot, language, to: &bytes)
            if wantsSummary && level == 0 { appendSummary(of: snapshot.id, language, to: &bytes) }
            if level == depth {
                bytes.append("}")
            } else {
                bytes.append(",\"children\":[")
                open += 1
            }
        }
        for _ in 0..<open { bytes.append("]}") }
    }

    // MARK: Lists

    /// `GET /v1/progress`: roots, newest first.
    func listRoots(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let query = try QueryParameters(request.query)
        let filter = try ListFilter(query)
        let language = language(request, query)
        let page = registry.enter(from: reactor) { registry in registry.tree.roots(filter) }
        try append(page, language, path: "/v1/progress", query, answer)
    }

    /// `GET …/children`: direct children as they joined.
    func listChildren(_ node: NodeReference, _ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let query = try QueryParameters(request.query)
        let filter = try ListFilter(query)
        let language = language(request, query)
        let (page, parent, subtree) = try registry.enter(from: reactor) { registry throws(RequestError) in
            let index = try registry.find(node)
            return (
                registry.tree.children(of: index, filter), registry.tree.snapshot(of: index),
                registry.tree.subtreeStamp(of: index)
            )
        }
        EntityTag.append(
            parent.id,
            representation: "children",
            language: language,
            version: parent.version,
            subtree: subtree,
            to: &answer.etag
        )
        if request.withListHeader("if-none-match", { EntityTag.matches($0, answer.etag) }) {
            answer.language = language
            answer.status = 304
            return
        }
        try append(page, language, path: "/v1/progress/\(parent.id)/children", query, answer)
    }

    private func append(
        _ page: ListPage,
        _ language: Language,
        path: String,
        _ query: QueryParameters,
        _ answer: Answer
    ) throws(RequestError) {
        let wantsSummary = try query.bool("summary")
        answer.language = language
        answer.body.append("{\"items\":[")
        for snapshot in page.items {
            answer.body.appendSeparator()
            appendOpen(snapshot, language, to: &answer.body)
            if wantsSummary { appendSummary(of: snapshot.id, language, to: &answer.body) }
            answer.body.append("}")
        }
        answer.body.append("],\"nextCursor\":")
        guard let cursor = page.nextCursor?.text else {
            answer.body.append("null}")
            return
        }
        answer.body.appendJSON(cursor)
        answer.body.append("}")
        answer.link = Array("<\(path)?\(query.text(replacing: "cursor", by: cursor))>; rel=\"next\"".utf8)
    }
}
