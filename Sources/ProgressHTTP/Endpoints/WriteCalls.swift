import ProgressCore
import ProgressRegistry
import ProgressWire

/// Counts and details of existing progresses, and their removal.
struct WriteCalls: NodeCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    /// `POST …/completed-units`: the hottest call of all.
    func complete(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try units(request)
        do throws(RequestError) {
            if body.hasResult { return try completeWithResult(body, request, answer) }
            // Without the rest of the body, which each copy would retain.
            let (count, numbered) = (body.count, body.numbered)
            try change(request, answer) { registry, index throws(ProgressError) in
                guard let (writer, sequence) = numbered else {
                    return try registry.tree.complete(index, by: count, at: request.now)
                }
                return try registry.tree.complete(
                    index,
                    by: count,
                    writer: writer,
                    sequence: sequence,
                    at: request.now
                )
            }
        } catch {
            throw error.ofCount("/count")
        }
    }

    private func completeWithResult(
        _ body: UnitsBody,
        _ request: APIRequest,
        _ answer: Answer
    ) throws(RequestError) {
        guard let result = body.result else { return }
        try change(request, answer, setting: result) { registry, index in
            guard let (writer, sequence) = body.numbered else { return false }
            return registry.tree.hasAccepted(sequence, of: writer, at: index)
        } _: { registry, index, edits throws(ProgressError) in
            guard let (writer, sequence) = body.numbered else {
                return try registry.tree.complete(index, by: body.count, edits, at: request.now)
            }
            return try registry.tree.complete(
                index,
                by: body.count,
                edits,
                writer: writer,
                sequence: sequence,
                at: request.now
            )
        }
    }

    private func units(_ request: APIRequest) throws(RequestError) -> UnitsBody {
        if request.head.bodyIsForm || request.reading != nil { return try request.body(as: UnitsBody.init) }
        if !request.body.isEmpty { try request.checkBodyType() }
        do { return try UnitsBody(request.body) } catch { throw .body(error) }
    }

    /// `PATCH`: a merge patch, applied as a whole or not at all.
    func patch(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: PatchBody.init)
        if request.head.preferences.isMinimal {
            let receipt = try registry.enter(from: reactor) { registry throws(RequestError) in
                registry.receipt(try apply(body, to: request.node, request, registry))
            }
            return replies.answerWrite(receipt, request.head, answer)
        }
        let snapshot = try registry.enter(from: reactor) { registry throws(RequestError) in
            registry.snapshot(try apply(body, to: request.node, request, registry))
        }
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// Applies a merge patch, if the request's precondition allows. Call it inside the gate.
    func apply(
        _ body: PatchBody,
        to node: NodeReference,
        _ request: APIRequest,
        _ registry: RegistryState
    ) throws(RequestError) -> Written {
        let index = try RequestError.ofRefusal { () throws(RegistryRefusal) in
            try registry.find(node, if: request.head.precondition)
        }
        let edits: [ProgressTree.Edit]
        do throws(BodyError) { edits = try body.edits(for: registry.tree.forest.details(of: index)?.details) } catch {
            throw .body(error)
        }
        let names = request.nameRights
        do throws(ProgressError) {
            return try registry.tree.edit(index, edits, takingNamesIn: names.writing, at: request.now)
        } catch {
            throw RequestError(RegistryRefusal(error, names, registry.tree, at: "/name"))
        }
    }

    /// `DELETE`: removes the node and its subtree.
    func remove(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let policy = try request.head.query.pendingPolicy
        try write(request) { registry, index throws(ProgressError) in
            answer.progress = registry.tree.forest.id(of: index)
            try registry.tree.remove(index, pending: policy, at: request.now)
        }
        if let id = answer.progress {
            service.log.controlled("delete", id, by: service.caller(of: request), reason: nil)
        }
        answer.status = 204
    }
}
