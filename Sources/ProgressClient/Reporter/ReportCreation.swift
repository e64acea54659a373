#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the service gets to know a progress, and what is known of a create that was not answered.
struct ReportCreation: Sendable {
    /// What to do where the name of a create is taken.
    enum Conflict {
        /// A run before ours has it: now ours begins.
        case again
        /// It is another's: the progress has none.
        case nameless
        /// There was none.
        case none
    }

    /// A root with a name is its next run.
    private(set) var name: String?
    /// The service refused the create: the next has the counts alone, and the other members follow.
    private(set) var isBare = false
    /// The create without a reply that the service may have carried out: it is repeated as it was.
    private(set) var unanswered: ReportLine?
    /// A child's name may be there, by a create whose reply was lost: the next create asks whose it is.
    private var looks = false

    init(name: String?) { self.name = name }

    /// What to repeat, or to ask.
    var pending: ReportLine? {
        guard looks, let name else { return unanswered }
        let prefer = ["Prefer": "return=representation"]
        return ReportLine(step: .look, method: "GET", path: ServiceAddress.path(name), headers: prefer)
    }

    /// - Parameter place: where to create it: its parent's id and its pending units, or nil for a root.
    func line(
        _ members: [String: JSONValue],
        under place: (parent: String, pending: Int64)?,
        reservation: String?
    ) -> ReportLine {
        var line = ReportLine(step: .create, method: "POST", path: "/v1/progress", body: members)
        if let place {
            line.path = ServiceAddress.path(place.parent, "children")
            line.body?["pendingUnitCount"] = .integer(place.pending)
        } else if let name {
            line.method = "PUT"
            line.path = ServiceAddress.path(name)
            line.query = [("run", "new")]
        }
        if line.method == "POST" {
            if let name {
                line.body?["name"] = .string(name)
            } else {
                line.headers["Idempotency-Key"] = UUID().uuidString.lowercased()
            }
        }
        if let reservation { line.headers["Progress-Reservation"] = reservation }
        return line
    }

    /// Another run would fail the one that this create may have begun; a plain PUT of the same body finds that one, and has to
    /// say what is there.
    mutating func putBack(_ line: ReportLine, isLost: Bool) {
        guard isLost, unanswered == nil, case .create = line.step else { return }
        if line.method == "POST", name != nil { return looks = true }
        unanswered = line
        guard line.method == "PUT" else { return }
        unanswered?.query = []
        unanswered?.headers["Prefer"] = "return=representation"
    }

    /// Nothing is unanswered any more.
    mutating func settle() {
        unanswered = nil
        looks = false
    }

    /// The service does not take the members.
    mutating func refuseMembers() {
        settle()
        isBare = true
    }

    mutating func meetConflict(isRoot: Bool) -> Conflict {
        if name == nil { return .none }
        let wasUnanswered = unanswered != nil
        settle()
        if isRoot, wasUnanswered { return .again }
        name = nil
        return .nameless
    }
}
