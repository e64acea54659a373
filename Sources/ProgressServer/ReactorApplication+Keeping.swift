import MicroHTTPD
import Platform
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Replies to writes that wait until the write is safe on disk.
extension ReactorApplication {
    func respond(to exchange: Exchange, _ recorder: Recorder) -> Reply {
        if let kept = exchange.context as? KeptReply { return .response(finished(kept, exchange, recorder)) }
        if !exchange.isResumed, let refusal = recorder.status.refusal {
            endpoints.answer.kind = .unknown
            return .response(refused(refusal, wasDone: false, exchange))
        }
        let reply = reply(to: exchange)
        guard case .response(let response) = reply, Self.tellsOfTrees(response.status),
            recorder.status.holdsReplies(now: MonotonicClock.now())
        else { return reply }
        let group = service.registry.enter(from: reactor) { $0.newestGroup }
        if group <= recorder.status.durableGroup { return reply }
        if let context = exchange.context { letGo(of: context) }
        let kept = KeptReply(response, group, exchange)
        response.beginUse()
        exchange.context = kept
        keptReplies.append(kept)
        recorder.status.replyWaits()
        recorder.hurry()
        return .shortWork
    }

    /// Whether a reply can tell of a change that is not safe yet; a refusal can: that a progress was removed before (404),
    /// that it failed before (409).
    private static func tellsOfTrees(_ status: Int) -> Bool { status < 400 || [404, 409, 412, 422].contains(status) }

    /// Lets those go on whose group is safe, or cannot be saved for now.
    func releaseReplies(_ recorder: Recorder) {
        if keptReplies.isEmpty { return }
        let status = recorder.status
        let isStuck = status.isStuck
        let durable = status.durableGroup
        let count = isStuck ? keptReplies.count : keptReplies.prefix { $0.group <= durable }.count
        for kept in keptReplies.prefix(count) {
            status.replyWaitsNoMore()
            if let exchange = kept.exchange { exchange.resume() } else { kept.response.endUse() }
        }
        keptReplies.removeFirst(count)
    }

    private func finished(_ kept: KeptReply, _ exchange: Exchange, _ recorder: Recorder) -> Response {
        kept.response.endUse()
        if kept.group <= recorder.status.durableGroup { return kept.response }
        return refused(recorder.status.refusal ?? .failing, wasDone: kept.response.status < 400, exchange)
    }

    private func refused(_ refusal: StorageStatus.Refusal, wasDone: Bool, _ exchange: Exchange) -> Response {
        endpoints.answer.requestID = nil
        switch refusal {
        case .full: endpoints.writeProblem(.storageFull(wasDone: wasDone), path: exchange.path, endpoints.answer)
        case .failing: endpoints.writeProblem(.storageFailing(wasDone: wasDone), path: exchange.path, endpoints.answer)
        }
        return response(endpoints.answer, exchange)
    }
}
