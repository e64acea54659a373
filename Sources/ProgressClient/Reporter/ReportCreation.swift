#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The create of a progress, and the state of one that was not answered.
struct ReportCreation: Sendable {
    /// The way to continue after a create whose name is taken.
    enum Conflict {
        /// An earlier run has it: now ours begins.
        case again
        /// Another progress has it: ours goes without a name.
        case nameless
        /// Our create has no name.
        case none
    }

    /// The name, under which a root begins the next run.
    private(set) var name: String?
    /// Whether the service has refused a create: the next has the counts alone, and the other members follow.
    private(set) var isBare = false
    /// The create without a reply that the service may have carried out: it is repeated unchanged.
    private(set) var unanswered: ReportLine?
    /// Whether a child's name may exist by a create whose reply was lost: the next line asks whose it is.
    private var looks = false

    init(name: String?) { self.name = name }

    /// The create to repeat, or the question to ask; nil if there is none.
    var pending: ReportLine? {
        guard looks, let name else { return unanswered }
        let prefer = ["Prefer": "return=representation"]
        return ReportLine(step: .look, method: "GET", path: ServiceAddress.path(name), headers: prefer)
    }

    /// The line that creates it.
    ///
    /// - Parameter place: its parent's id and its pending units; nil for a root.
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

    /// Prepares the repetition of a lost create. Another `run=new` would fail the run that it may have begun; a plain
    /// PUT of the same body finds that run, and the reply has to show it.
    mutating func putBack(_ line: ReportLine, isLost: Bool) {
        guard isLost, unanswered == nil, case .create = line.step else { return }
        if line.method == "POST", name != nil { return looks = true }
        unanswered = line
        guard line.method == "PUT" else { return }
        unanswered?.query = []
        unanswered?.headers["Prefer"] = "return=representation"
    }

    /// Notes that no create is unanswered.
    mutating func settle() {
        unanswered = nil
        looks = false
    }

    /// Notes that the service refuses the members.
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
