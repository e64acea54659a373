import MicroHTTPD
import ProgressRegistry
import ProgressWire

/// `POST …/kubeflow-status` and Kubeflow's own path: the status of a trainer becomes calls of the service.
struct KubeflowCalls {
    private let maker: any CallMaker

    init(_ maker: any CallMaker) { self.maker = maker }

    /// No trainer says that it has failed; one that is silent for so many seconds is stalled.
    private static let leaseSeconds: Int64 = 60

    /// Creates the progress with the first status, patches it with the next ones, and finishes it with 100 percent. What
    /// comes after the end is accepted and changes nothing, unless it is the first of new work.
    func report(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let status = try request.body(as: TrainerStatus.init)
        let caller = InnerCaller(request, maker, readsAtOnce: true)
        let path = try path(of: request)
        _ = caller.make(InnerCall(.get, path))
        let snapshot = caller.answer.status == 200 ? InnerCaller.object(caller.answer.body, upTo: .max) : nil
        if let snapshot, InnerCaller.hasEnded(snapshot), !status.isFirst {
            return KubeflowStatus.write(status, answer)
        }
        var conditions = conditions(of: request)
        for call in calls(for: status, path, snapshot, isNew: caller.answer.status == 404) {
            _ = caller.make(call, under: conditions)
            // Only the first call has conditions: those after it are of the same status.
            conditions = []
            if caller.answer.status >= 400 { break }
        }
        guard caller.answer.status < 400 else { return refuse(caller.answer, answer) }
        KubeflowStatus.write(status, answer)
    }

    private func conditions(of request: APIRequest) -> [(name: String, value: String)] {
        (["if-match", "if-none-match"] as [StaticString]).compactMap { name in
            request.headers.withList(name) { value in
                value.map { (name: name.description, value: String(decoding: $0, as: UTF8.self)) }
            }
        }
    }

    /// - Parameter isNew: whether there is no progress yet. If there is one, but no snapshot, nothing is called.
    private func calls(
        for status: TrainerStatus,
        _ path: String,
        _ snapshot: JSONObject?,
        isNew: Bool
    ) -> [InnerCall] {
        var calls: [InnerCall] = []
        if let snapshot, !InnerCaller.hasEnded(snapshot) {
            var members = status.members(total: total(of: snapshot))
            let isSign = members.isEmpty
            // An estimate belongs to its status: kept, it would stay the same while the work continues.
            if status.remainingSeconds == nil { members["estimatedTimeRemaining"] = .null }
            calls.append(isSign ? InnerCall(.post, "\(path)/heartbeat") : InnerCall(.patch, path, body: members))
        } else if snapshot != nil || isNew {
            var members = status.members(total: nil)
            members["leaseSeconds"] = .number(Self.leaseSeconds)
            members["started"] = .bool(true)
            calls.append(InnerCall(.put, path, body: members))
        } else {
            return []
        }
        if status.isLast { calls.append(InnerCall(.post, "\(path)/finish")) }
        return calls
    }

    private func total(of snapshot: JSONObject) -> Int64? {
        guard case .number(let number)? = snapshot["totalUnitCount"], let total = number.int64, total > 0 else {
            return nil
        }
        return total
    }

    private func path(of request: APIRequest) throws(RequestError) -> String {
        switch request.node {
        case .id(let id): "/v1/progress/\(id)"
        case .name(let name): "/v1/progress/\(name)"
        case .impossible:
            let parts = request.path.split(separator: UInt8(ascii: "/"))
            throw .nameIsID(PathSegment.shown(parts[parts.count - 2]))
        }
    }

    private func refuse(_ refusal: Answer, _ answer: Answer) {
        answer.status = refusal.status
        answer.problem = refusal.problem
        answer.retryAfter = refusal.retryAfter
        answer.body = refusal.body
        KubeflowStatus.rewrite(answer)
    }
}
