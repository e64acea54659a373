/// How the service gets to know a progress, and what is known of a create that was not answered.
struct ReportCreation: Sendable {
    /// Who has the name that a create asked for.
    enum Holder {
        case another
        /// This name's older run, which is not what the unanswered create made: now a run begins.
        case olderRun
        /// What an unanswered create made.
        case own
    }

    let name: String
    /// A name that the caller chose begins a run; ours are unique, and safe to repeat.
    let isNamed: Bool
    /// The create of a root that came to nothing, as far as is known: it is repeated as it was.
    private(set) var unanswered: ReportLine?
    /// A create was sent that the service may have carried out.
    private var mayExist = false

    init(name: String, isNamed: Bool) {
        self.name = name
        self.isNamed = isNamed
    }

    /// - Parameter place: where to create it: its parent's id and its pending units, or nil for a root.
    func line(
        _ members: [String: JSONValue],
        under place: (parent: String, pending: Int64)?,
        labels: [String: String],
        reservation: String?
    ) -> ReportLine {
        var body = members
        if let place {
            body["name"] = .string(name)
            body["pendingUnitCount"] = .integer(place.pending)
            let path = ServiceAddress.path(place.parent, "children")
            return ReportLine(step: .create, method: "POST", path: path, body: body)
        }
        if !labels.isEmpty {
            let inherited = labels.mapValues { JSONValue.string($0) }
            guard case .object(let own)? = body["labels"] ?? .object([:]) else {
                preconditionFailure("labels are texts")
            }
            body["labels"] = .object(inherited.merging(own) { _, own in own })
        }
        var line = ReportLine(step: .create, method: "PUT", path: ServiceAddress.path(name), body: body)
        if isNamed { line.query = [("run", "new")] }
        if let reservation { line.headers["Progress-Reservation"] = reservation }
        return line
    }

    /// Another run would fail the one that this create may have begun; a plain PUT of the same body finds that one.
    mutating func putBack(_ line: ReportLine, isLost: Bool) {
        mayExist = mayExist || isLost
        if line.method != "PUT" { return }
        unanswered = line
        if isLost { unanswered?.query = [] }
    }

    /// Nothing is unanswered any more.
    mutating func settle() {
        unanswered = nil
        mayExist = false
    }

    /// The name is taken.
    mutating func meetHolder() -> Holder {
        if unanswered != nil, isNamed {
            settle()
            return .olderRun
        }
        return isNamed && !mayExist ? .another : .own
    }
}
