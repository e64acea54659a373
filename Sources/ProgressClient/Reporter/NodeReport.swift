/// One progress as its worker wants it, and what the service has heard of it. A value: it decides what to send.
struct NodeReport: Sendable {
    enum Phase: Sendable {
        /// The service does not know it, or no longer.
        case new
        case creating
        case open
        /// The last word was said, or nothing that could be said matters.
        case over
    }

    /// What has become of the units that a finished child hands to its parent.
    enum Credit: Sendable {
        /// Not finished yet.
        case none
        /// Credited here; the service has not heard.
        case owed
        /// On its way.
        case sent
        case done
    }

    let name: String
    /// A name that the caller chose begins a run; ours are unique, and safe to repeat.
    let isNamed: Bool
    let writer: String
    var counts: ReportCounts
    var phase = Phase.new
    var id: String?
    var credit = Credit.none
    var ending: ReportEnding?
    var directive = Directive.run
    var spokenAt: ContinuousClock.Instant?
    var isListening = false
    /// Its worker let go of it without a last word: its lease runs out.
    var isAbandoned = false
    /// Something above it had ended when it began.
    var isLate = false
    /// The service could not take its create for now, which may last.
    var isDeferred = false
    private(set) var details: [String: JSONValue]
    private var changed: [String: JSONValue] = [:]
    private var controls: [ReportControl] = []
    private var hasEndingSent = false
    /// The create of a root that came to nothing, as far as is known: it is repeated as it was.
    private var unanswered: ReportLine?
    /// A create was sent that the service may have carried out.
    private var mayExist = false

    init(name: String, isNamed: Bool, writer: String, details: [String: JSONValue], counts: ReportCounts) {
        self.name = name
        self.isNamed = isNamed
        self.writer = writer
        self.details = details
        self.counts = counts
    }

    /// Whether there is something that the service should hear.
    var owes: Bool {
        switch phase {
        case .new: true
        case .creating, .over: false
        case .open: counts.isUnsent || !changed.isEmpty || !controls.isEmpty || (ending != nil && !hasEndingSent)
        }
    }

    /// Whether what is above it waits with its end until the service knows it.
    var isAwaited: Bool { !isLate && !isDeferred }

    /// Whether it is to be kept alive.
    var isBeating: Bool {
        phase == .open && !isAbandoned && ending == nil && directive != .cancel && !counts.isFinished
    }

    var isControlled: Bool { !controls.isEmpty }

    // What the worker says

    /// True where something changed.
    mutating func set(_ members: [String: JSONValue]) -> Bool {
        var hasChanged = false
        for (member, value) in members where details[member] != value {
            details[member] = value
            changed[member] = value
            hasChanged = true
        }
        return hasChanged
    }

    /// The first word stands.
    mutating func end(_ ending: ReportEnding) -> Bool {
        if self.ending != nil || phase == .over { return false }
        self.ending = ending
        if ending == .finish { counts.finish() }
        return true
    }

    mutating func give(_ control: ReportControl) { controls.append(control) }

    // What is sent

    /// - Parameter place: where to create it: its parent's id and its pending units, or nil for a root.
    mutating func create(
        under place: (parent: String, pending: Int64)?,
        labels: [String: String],
        reservation: String?
    ) -> ReportLine {
        phase = .creating
        if let unanswered { return unanswered }
        var body = details
        body["totalUnitCount"] = .integer(counts.total)
        body["completedUnitCount"] = .integer(counts.create())
        changed = [:]
        if let place {
            body["name"] = .string(name)
            body["pendingUnitCount"] = .integer(place.pending)
            return ReportLine(step: .create, method: "POST", path: Self.path(place.parent, "children"), body: body)
        }
        if !labels.isEmpty {
            let inherited = labels.mapValues { JSONValue.string($0) }
            guard case .object(let own)? = body["labels"] ?? .object([:]) else {
                preconditionFailure("labels are texts")
            }
            body["labels"] = .object(inherited.merging(own) { _, own in own })
        }
        var line = ReportLine(step: .create, method: "PUT", path: Self.path(name), body: body)
        if isNamed { line.query = [("run", "new")] }
        if let reservation { line.headers["Progress-Reservation"] = reservation }
        return line
    }

    /// What the service has to hear now, in order; empty where there is nothing, or no id yet.
    mutating func lines() -> [ReportLine] {
        guard phase == .open, let id else { return [] }
        var lines: [ReportLine] = []
        if let addition = counts.nextAddition() {
            let body: [String: JSONValue] = [
                "count": .integer(addition.units), "writer": .string(writer), "sequence": .integer(addition.sequence),
            ]
            lines.append(ReportLine(step: .add, method: "POST", path: Self.path(id, "completed-units"), body: body))
        }
        let change = changed.merging(counts.nextChange()) { _, count in count }
        changed = [:]
        if !change.isEmpty {
            lines.append(ReportLine(step: .change(change), method: "PATCH", path: Self.path(id), body: change))
        }
        for control in controls {
            lines.append(ReportLine(step: .control(control), method: "POST", path: Self.path(id, control.rawValue)))
        }
        controls = []
        if let ending, !hasEndingSent {
            hasEndingSent = true
            lines.append(line(for: ending, id))
        }
        return lines
    }

    private func line(for ending: ReportEnding, _ id: String) -> ReportLine {
        switch ending {
        case .finish: return ReportLine(step: .end, method: "POST", path: Self.path(id, "finish"))
        case .fail(let message, let code):
            var body = ["message": JSONValue.string(message)]
            if let code { body["code"] = .string(code) }
            return ReportLine(step: .end, method: "POST", path: Self.path(id, "fail"), body: body)
        }
    }

    func beat() -> ReportLine? {
        id.map { ReportLine(step: .beat, method: "POST", path: Self.path($0, "heartbeat")) }
    }

    // What came of it

    /// No reply, or one that says to try again.
    ///
    /// - Parameter isLost: there was no reply, so that it may have been carried out.
    mutating func putBack(_ line: ReportLine, isLost: Bool) {
        switch line.step {
        case .create: putBack(create: line, isLost: isLost)
        case .change(let members):
            changed = members.filter { $0.key != "totalUnitCount" && $0.key != "completedUnitCount" }
                .merging(changed) { _, newer in newer }
            counts.putBack(members)
        case .control(let control): controls.insert(control, at: 0)
        case .end: hasEndingSent = false
        case .add, .beat, .errand: break
        }
    }

    /// Another run would fail the one that this create may have begun; a plain PUT of the same body finds that one.
    private mutating func putBack(create line: ReportLine, isLost: Bool) {
        phase = .new
        mayExist = mayExist || isLost
        if line.method != "PUT" { return }
        unanswered = line
        if isLost { unanswered?.query = [] }
    }

    mutating func open(_ id: String) {
        self.id = id
        phase = .open
        isDeferred = false
        unanswered = nil
        mayExist = false
    }

    /// The name is taken: by this one, if a create of it was not answered, else by another.
    ///
    /// - Returns: false if nothing can be done.
    mutating func meetHolder() -> Bool {
        if unanswered != nil, isNamed {
            // A root that is not what our create made, for its body is another: now a run begins.
            unanswered = nil
            mayExist = false
            phase = .new
            return true
        }
        if isNamed && !mayExist { return false }
        adopt()
        return true
    }

    /// It was created, and the reply was lost: its name finds it, and everything is said again.
    private mutating func adopt() {
        open(name)
        changed = details
        counts.putBack(["totalUnitCount": 0, "completedUnitCount": 0])
    }

    /// The service does not know it: it is created again with its newest state, unless nothing is left to do.
    mutating func forget() {
        id = nil
        unanswered = nil
        mayExist = false
        counts.forget()
        hasEndingSent = false
        let isDone = credit == .done || directive == .cancel || (isAbandoned && ending == nil)
        phase = isDone ? .over : .new
    }

    private static func path(_ reference: String, _ rest: String? = nil) -> String {
        "/v1/progress/" + ServiceAddress.encoded(reference) + (rest.map { "/" + $0 } ?? "")
    }
}
