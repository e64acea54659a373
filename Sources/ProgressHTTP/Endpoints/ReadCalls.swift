import ProgressCore
import ProgressDelivery
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// Snapshots, trees and lists.
struct ReadCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    private var registry: ProgressRegistry { service.registry }

    /// `GET /v1/progress/{id}`: a snapshot; with `Prefer: wait` it waits for another ETag than that of `If-None-Match`, or
    /// with `until=ended` for the end.
    func get(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let query = request.head.query
        let wantsSummary = try query.bool("summary")
        let wait = request.head.preferences.wait ?? 0
        let awaitsEnd = try query.awaitsEnd && wait > 0 && !request.isBatched
        if let last = answer.bound?.last {
            answerEnd(last, request, answer)
            return .answered
        }
        // `depth` matters only to the text representation, but a wrong one is refused here too.
        _ = try query.integer("depth", in: 0...1_000_000)
        let language = request.head.language
        let (snapshot, subtree) = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            let index = try registry.find(request.node)
            let snapshot = registry.tree.snapshot(of: index)
            // From this moment on, so that its end is heard also where it vanishes with it.
            if awaitsEnd, snapshot.endedAt == nil, !request.isLast, !request.isResumed {
                registry.watch(.node(snapshot.id), reactor: reactor)
            }
            return (snapshot, registry.tree.forest.subtreeStamp(of: index))
        }
        if awaitsEnd, snapshot.endedAt == nil, !request.isLast {
            let target = RegistryState.WatchTarget.node(snapshot.id)
            return .waits(Wait(target: target, seconds: Double(wait), permit: request.permit, isBound: true))
        }
        EntityTag.append(
            snapshot.id,
            wantsSummary ? "summary" : "node",
            language,
            version: snapshot.version,
            subtree: wantsSummary ? subtree : nil,
            hidesUsers: answer.hidesUsers,
            to: &answer.etag
        )
        answer.language = language
        answer.variesByAccept = true
        answer.directive = snapshot.directive
        if awaitsEnd { answer.preferenceApplied = "wait" } else { request.noteWait(in: answer) }
        if !(awaitsEnd && snapshot.endedAt != nil), request.isKnown(answer.etag) {
            if wait > 0, !awaitsEnd, !request.isLast {
                let target: RegistryState.WatchTarget = wantsSummary ? .subtree(snapshot.id) : .node(snapshot.id)
                return .waits(Wait(target: target, seconds: Double(wait), permit: request.permit))
            }
            answer.status = 304
            return .answered
        }
        if wantsSummary {
            let job = SummaryJob(of: snapshot.id, registry, reactor: reactor)
            return .continues(SummaryAnswer(job, snapshot, language, replies))
        }
        replies.appendOpen(snapshot, language, hidesUsers: answer.hidesUsers, to: &answer.body)
        replies.appendLinks(of: snapshot.id, to: &answer.body)
        answer.body.append("}")
        return .answered
    }

    /// Answers with a node that is gone, as it ended.
    private func answerEnd(_ last: ProgressSnapshot, _ request: APIRequest, _ answer: Answer) {
        let language = request.head.language
        answer.language = language
        answer.variesByAccept = true
        answer.directive = last.directive
        answer.preferenceApplied = "wait"
        EntityTag.append(
            last.id,
            "node",
            language,
            version: last.version,
            subtree: nil,
            hidesUsers: answer.hidesUsers,
            to: &answer.etag
        )
        replies.appendOpen(last, language, hidesUsers: answer.hidesUsers, to: &answer.body)
        replies.appendLinks(of: last.id, to: &answer.body)
        answer.body.append("}")
    }

    /// `GET …/tree`: the subtree, nested in `children`.
    func tree(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let query = request.head.query
        let depth = try query.integer("depth", in: 0...1_000_000) ?? 1_000_000
        let wantsSummary = try query.bool("summary")
        let language = request.head.language
        return try answerUnlessKnown("tree", request, answer) { registry, top in
            TreeAnswer(of: top, depth: depth, wantsSummary: wantsSummary, language, replies, registry)
        }
    }

    // MARK: Lists

    /// `GET /v1/progress`: roots, newest first unless they are sorted.
    func listRoots(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let query = request.head.query
        let filter = try ListFilter(query)
        let wantsSummary = try query.bool("summary")
        let language = request.head.language
        answer.language = language
        let long = registry.enter(from: reactor) { registry in
            let path = service.prefix.text + "/v1/progress"
            return ListAnswer(below: nil, filter, language, path, query, wantsSummary: wantsSummary, replies, registry)
        }
        return .continues(long)
    }

    /// `GET …/children`: direct children, in the order in which they joined unless they are sorted.
    func listChildren(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        let query = request.head.query
        let filter = try ListFilter(query, isOfRoots: false)
        let wantsSummary = try query.bool("summary")
        let language = request.head.language
        return try answerUnlessKnown("children", request, answer) { registry, parent in
            ListAnswer(
                below: parent,
                filter,
                language,
                "\(service.prefix.text)/v1/progress/\(registry.tree.forest.id(of: parent))/children",
                query,
                wantsSummary: wantsSummary,
                replies,
                registry
            )
        }
    }

    /// Answers with what `make` begins, or with 304 if the caller knows this representation of the request's node.
    private func answerUnlessKnown(
        _ representation: StaticString,
        _ request: APIRequest,
        _ answer: Answer,
        _ make: (RegistryState, NodeIndex) -> any LongAnswer
    ) throws(RequestError) -> Outcome {
        let language = request.head.language
        answer.language = language
        let long: (any LongAnswer)? = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            let index = try registry.find(request.node)
            EntityTag.append(
                registry.tree.forest.id(of: index),
                representation,
                language,
                version: registry.tree.forest.version(of: index),
                subtree: registry.tree.forest.subtreeStamp(of: index),
                hidesUsers: answer.hidesUsers,
                to: &answer.etag
            )
            return request.isKnown(answer.etag) ? nil : make(registry, index)
        }
        if let long { return .continues(long) }
        answer.status = 304
        return .answered
    }
}
