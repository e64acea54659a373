/// One call of a round: what to send, and what its reply will mean.
struct ReportLine: Sendable {
    enum Step: Sendable {
        case create
        /// Asks whose the name is that a create was refused.
        case look
        /// Waits as the node's addition until it is answered.
        case add
        case change([String: JSONValue])
        case control(ReportControl)
        case end
        case beat
        /// Nobody waits for the reply.
        case errand
    }

    let step: Step
    var method: String
    var path: String
    var query: [(name: String, value: String)] = []
    var body: [String: JSONValue]?
    var headers: [String: String] = [:]

    /// Of a create, or what stands for one.
    var isCreate: Bool {
        switch step {
        case .create, .look: true
        default: false
        }
    }

    /// A reservation claims units, and then is a token: without another one it goes by a request of its own.
    var claims: Bool { headers["Progress-Reservation"] != nil }

    var isEnd: Bool { if case .end = step { true } else { false } }

    /// With the reservation that the node's root has claimed as its token, where the reporter has no other.
    func authorized(by node: ReportedNode, at service: ProgressService) -> ReportLine {
        guard service.token == nil, let token = node.claimedToken else { return self }
        var line = self
        line.headers["Authorization"] = "Bearer \(token)"
        return line
    }
}
