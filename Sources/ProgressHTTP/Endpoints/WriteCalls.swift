import ProgressCore
import ProgressDelivery
import ProgressRegistry
import ProgressWire

/// Changes to existing progresses.
struct WriteCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    private var registry: ProgressRegistry { service.registry }

    /// `POST …/completed-units`: the hottest call of all.
    func complete(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try units(request)
        try change(request, answer) { registry, index throws(ProgressError) in
            guard let (writer, sequence) = body.numbered else {
                return try registry.tree.complete(index, by: body.count, at: request.now)
            }
            return try registry.tree.complete(
                index,
                by: body.count,
                writer: writer,
                sequence: sequence,
                at: request.now
            )
        }
    }

    private func units(_ request: APIRequest) throws(RequestError) -> UnitsBody {
        if request.head.bodyIsForm { return try unitsOfForm(request) }
        if !request.body.isEmpty { try request.checkBodyType() }
        do { return try UnitsBody(request.body) } catch { throw .body(error) }
    }

    /// A form is written as JSON and read like any other body.
    private func unitsOfForm(_ request: APIRequest) throws(RequestError) -> UnitsBody {
        var bytes: [UInt8] = []
        bytes.appendJSON(try request.requiredJSON())
        let units: Result<UnitsBody, BodyError> = bytes.withUnsafeBytes { bytes in
            do throws(BodyError) { return .success(try UnitsBody(bytes)) } catch { return .failure(error) }
        }
        do { return try units.get() } catch { throw .body(error) }
    }

    /// `PATCH`: a merge patch, applied as a whole or not at all.
    func patch(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: PatchBody.init)
        if request.head.preferences.isMinimal {
            let receipt = try registry.enter(from: reactor) { registry throws(RequestError) in
                registry.receipt(try apply(body, to: try registry.find(request.node), request, registry))
            }
            return replies.answerWrite(receipt, request.head, answer)
        }
        let snapshot = try registry.enter(from: reactor) { registry throws(RequestError) in
            registry.snapshot(try apply(body, to: try registry.find(request.node), request, registry))
        }
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// Applies a merge patch, if the request's precondition allows. Call it inside the gate.
    func apply(
        _ body: PatchBody,
        to index: NodeIndex,
        _ request: APIRequest,
        _ registry: RegistryState
    ) throws(RequestError) -> Written {
        try registry.check(request.head.precondition, on: index)
        let edits: [ProgressTree.Edit]
        do throws(BodyError) { edits = try body.edits(for: registry.tree.details(of: index)?.details) } catch {
            throw .body(error)
        }
        let names = request.nameRights
        do throws(ProgressError) {
            return try registry.tree.edit(index, edits, takingNamesIn: names.writing, at: request.now)
        } catch {
            throw RequestError(RegistryRefusal(error, names, registry.tree))
        }
    }

    /// `DELETE`: removes the node and its subtree.
    func remove(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let query = request.head.query
        let policy: ProgressTree.PendingPolicy
        switch query["pending"] {
        case nil, "credit": policy = .credit
        case "release": policy = .release
        case let other?:
            throw .invalidParameter("The parameter pending must be credit or release, not \(Excerpt(other)).")
        }
        try write(request) { registry, index throws(ProgressError) in
            answer.progress = registry.tree.id(of: index)
            try registry.tree.remove(index, pending: policy, at: request.now)
        }
        if let id = answer.progress {
            service.log.controlled("delete", id, by: service.caller(of: request), reason: nil)
        }
        answer.status = 204
    }

    func control(
        _ control: ProgressTree.Control,
        _ request: APIRequest,
        _ answer: Answer
    ) throws(RequestError) {
        var reason: String?
        if let value = try request.json() {
            do { reason = try ControlBody(value).reason } catch { throw .body(error) }
        }
        let caller = service.caller(of: request)
        let snapshot = try write(request) { registry, index throws(ProgressError) in
            try registry.tree.control(index, control, reason: reason, by: caller, at: request.now)
            return registry.tree.snapshot(of: index)
        }
        service.log.controlled(control.name, snapshot.id, by: caller, reason: reason)
        replies.answerWrite(snapshot, request.head, answer)
    }

    func fail(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: FailBody.init)
        let caller = service.caller(of: request)
        let snapshot = try write(request) { registry, index throws(ProgressError) in
            try registry.tree.fail(index, body.failure, by: caller, at: request.now)
            return registry.tree.snapshot(of: index)
        }
        service.log.controlled("fail", snapshot.id, by: caller, reason: body.failure.message)
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// `POST …/finish`: the work is done, whatever the counts say.
    func finish(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        if let value = try request.json() {
            do { try EmptyBody.check(value) } catch { throw .body(error) }
        }
        let caller = service.caller(of: request)
        try change(request, answer) { registry, index throws(ProgressError) in
            try registry.tree.finish(index, by: caller, at: request.now)
        }
    }

    /// `POST …/heartbeat`: renews the lease; with `Prefer: wait` it answers when the directive changes.
    func heartbeat(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Endpoints.Outcome {
        if let value = try request.json() {
            do { try EmptyBody.check(value) } catch { throw .body(error) }
        }
        let obeyed = try obeyed(request)
        // A resumed call has already checked its precondition and renewed the lease.
        let precondition = request.isResumed ? Precondition.none : request.head.precondition
        let snapshot = try registry.enter(from: reactor) { registry throws(RequestError) in
            try registry.write(request.node, if: precondition) { index throws(ProgressError) in
                if !request.isResumed { registry.tree.heartbeat(index, at: request.now) }
                return registry.tree.snapshot(of: index)
            }
        }
        if let wait = request.head.preferences.wait, !request.isLast, snapshot.directive == obeyed {
            let lease = snapshot.box?.details.leaseSeconds
            let seconds = min(Double(wait), lease.map { $0 / 2 } ?? 60)
            if seconds > 0 { return .waits(Wait(target: .node(snapshot.id), seconds: seconds, permit: request.permit)) }
        }
        replies.answerWrite(snapshot, request.head, answer)
        return .answered
    }

    /// The directive that the worker says it obeys now.
    private func obeyed(_ request: APIRequest) throws(RequestError) -> Directive {
        guard let text = request.headers.text("progress-directive") else { return .run }
        switch text.lowercased() {
        case "run": return .run
        case "pause": return .pause
        case "cancel": return .cancel
        default:
            throw .invalidParameter("The header Progress-Directive must be run, pause or cancel, not \(Excerpt(text)).")
        }
    }

    func reserve(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: ReservationBody.init)
        let token = service.makeID()
        let key = TokenDigest(reservation: token).reservationKey
        let expiresAt = body.expiresIn.map { request.now + Int64($0 * 1_000) }
        let (reservation, directive) = try write(request) { registry, parent throws(ProgressError) in
            let reservation = try registry.tree.reserve(
                parent,
                pendingUnitCount: body.pendingUnitCount,
                key: key,
                expiresAt: expiresAt,
                at: request.now
            )
            return (reservation, registry.tree.directive(of: parent))
        }
        answer.status = 201
        answer.directive = directive
        if directive != .run { replies.noteDirective(directive, of: reservation.parentID, answer.kind) }
        answer.location.append("/v1/reservations/")
        token.append(to: &answer.location)
        answer.body.append("{\"token\":")
        answer.body.appendID(token)
        answer.body.append(",\"parentID\":")
        answer.body.appendID(reservation.parentID)
        answer.body.append(",\"pendingUnitCount\":")
        answer.body.appendJSON(reservation.pendingUnitCount)
        answer.body.append(",\"expiresAt\":")
        answer.body.appendMoment(reservation.expiresAt)
        answer.body.append("}")
    }

    func resign(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        guard case .id(let token?) = request.head.route.subject else { throw .tree(.notFound) }
        let key = TokenDigest(reservation: token).reservationKey
        try registry.enter(from: reactor) { registry throws(RequestError) in
            do throws(ProgressError) { try registry.tree.resign(key, at: request.now) } catch { throw .tree(error) }
        }
        answer.status = 204
    }

    /// Changes the request's node, and answers with as much of it as the caller wants to know.
    private func change(
        _ request: APIRequest,
        _ answer: Answer,
        _ body: (RegistryState, NodeIndex) throws(ProgressError) -> Written
    ) throws(RequestError) {
        // A snapshot costs more than most changes.
        if request.head.preferences.isMinimal {
            let receipt = try write(request) { registry, index throws(ProgressError) in
                registry.receipt(try body(registry, index))
            }
            return replies.answerWrite(receipt, request.head, answer)
        }
        let snapshot = try write(request) { registry, index throws(ProgressError) in
            registry.snapshot(try body(registry, index))
        }
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// Changes the request's node in one entry of the registry, if its precondition allows.
    private func write<Value>(
        _ request: APIRequest,
        _ body: (RegistryState, NodeIndex) throws(ProgressError) -> Value
    ) throws(RequestError) -> Value {
        try registry.enter(from: reactor) { registry throws(RequestError) in
            try registry.write(request.node, if: request.head.precondition) { index throws(ProgressError) in
                try body(registry, index)
            }
        }
    }
}
