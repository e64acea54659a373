/// One call of a round: its content, and the meaning of its reply.
struct ReportLine: Sendable {
    enum Step: Sendable {
        case create
        /// Asks whether the child of this name is ours, after a create whose reply was lost.
        case look
        /// Stays in the node as its addition until it is answered.
        case add
        case change([String: JSONValue])
        case control(ReportControl)
        case end
        case beat
        /// A call whose reply does not matter.
        case errand
    }

    let step: Step
    var method: String
    var path: String
    var query: [(name: String, value: String)] = []
    var body: [String: JSONValue]?
    var headers: [String: String] = [:]

    /// Whether it is a create, or takes the place of one.
    var isCreate: Bool {
        switch step {
        case .create, .look: true
        default: false
        }
    }

    /// Whether it claims a reservation, which is a token after that; without another token, this line has to be a
    /// separate request.
    var claims: Bool { headers["Progress-Reservation"] != nil }

    var isEnd: Bool { if case .end = step { true } else { false } }

    /// The line with the reservation that the node's root has claimed as its token, if the reporter has no other.
    func authorized(by node: ReportedNode, at service: ProgressService) -> ReportLine {
        guard service.token == nil, let token = node.claimedToken else { return self }
        var line = self
        line.headers["Authorization"] = "Bearer \(token)"
        return line
    }
}
