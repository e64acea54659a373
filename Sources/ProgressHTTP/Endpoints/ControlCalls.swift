import ProgressCore
import ProgressDelivery
import ProgressRegistry
import ProgressWire

/// Calls that tell workers to stop or continue, or that end work, and the heartbeat with which a worker asks.
struct ControlCalls: NodeCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    func control(
        _ control: Control,
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
        let snapshot = try write(request, setting: body.result) { registry, index in
            registry.tree.forest.isEnded(index)
        } _: { registry, index, edits throws(ProgressError) in
            try registry.tree.fail(index, body.failure, edits, by: caller, at: request.now)
            return registry.tree.snapshot(of: index)
        }
        service.log.controlled("fail", snapshot.id, by: caller, reason: body.failure.message)
        replies.answerWrite(snapshot, request.head, answer)
    }

    /// `POST …/finish`: the work is done, whatever the counts say.
    func finish(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.json() ?? .object(JSONObject())
        let body: FinishBody
        do { body = try FinishBody(value) } catch { throw .body(error) }
        let caller = service.caller(of: request)
        try change(request, answer, setting: body.result) { registry, index in
            [.failed, .cancelled].contains(registry.tree.forest.state(of: index))
        } _: { registry, index, edits throws(ProgressError) in
            try registry.tree.finish(index, edits, by: caller, at: request.now)
        }
    }

    /// `POST …/heartbeat`: renews the lease; with `Prefer: wait` it answers when the directive changes.
    func heartbeat(_ request: APIRequest, _ answer: Answer) throws(RequestError) -> Outcome {
        if let value = try request.json() {
            do { try EmptyBody.check(value) } catch { throw .body(error) }
        }
        let obeyed = try obeyed(request)
        // A resumed call has already checked its precondition and renewed the lease.
        let precondition = request.isResumed ? Precondition.none : request.head.precondition
        let snapshot = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            let index = try registry.find(request.node, if: precondition)
            if !request.isResumed { registry.tree.heartbeat(index, at: request.now) }
            return registry.tree.snapshot(of: index)
        }
        if let wait = request.head.preferences.wait, !request.isLast, snapshot.directive == obeyed {
            let lease = snapshot.box?.details.leaseSeconds
            let seconds = min(Double(wait), lease.map { $0 / 2 } ?? 60)
            if seconds > 0 { return .waits(Wait(target: .node(snapshot.id), seconds: seconds, permit: request.permit)) }
        }
        replies.answerWrite(snapshot, request.head, answer)
        if request.head.preferences.wait != nil {
            answer.preferenceApplied = request.head.preferences.isMinimal ? "return=minimal, wait" : "wait"
            answer.isReplyToWrite = false
        }
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
}
