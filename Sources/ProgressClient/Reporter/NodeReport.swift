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

    var counts: ReportCounts
    private(set) var details: ReportDetails
    private var creation: ReportCreation
    var phase = Phase.new
    var id: String?
    var credit = Credit.none
    var ending: ReportEnding?
    var directive = Directive.run {
        didSet { if directive != .run && oldValue == .run { details.forgetSpeed() } }
    }
    var spokenAt: ContinuousClock.Instant?
    var isListening = false
    /// Its worker let go of it without a last word: its lease runs out.
    var isAbandoned = false
    /// Something above it had ended when it began.
    var isLate = false
    /// The service could not take its create for now, which may last.
    var isDeferred = false
    private var controls: [ReportControl] = []
    private var hasEndingSent = false

    init(name: String, isNamed: Bool, writer: String, details: [String: JSONValue], counts: ReportCounts) {
        self.counts = counts
        self.counts.writer = writer
        self.details = ReportDetails(details)
        creation = ReportCreation(name: name, isNamed: isNamed)
    }

    var name: String { creation.name }

    /// Whether there is something that the service should hear.
    var owes: Bool {
        switch phase {
        case .new: true
        case .creating, .over: false
        case .open: counts.isUnsent || details.isUnsent || !controls.isEmpty || (ending != nil && !hasEndingSent)
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
    mutating func set(_ members: [String: JSONValue]) -> Bool { details.set(members) }

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
        if let unanswered = creation.unanswered { return unanswered }
        var members = details.takeAll()
        members["totalUnitCount"] = .integer(counts.total)
        members["completedUnitCount"] = .integer(counts.create())
        return creation.line(members, under: place, labels: labels, reservation: reservation)
    }

    /// What the service has to hear now, in order; empty where there is nothing, or no id yet.
    mutating func lines() -> [ReportLine] {
        guard phase == .open, let id else { return [] }
        var lines: [ReportLine] = []
        if let addition = counts.nextAddition() {
            let body: [String: JSONValue] = [
                "count": .integer(addition.units), "writer": .string(counts.writer),
                "sequence": .integer(addition.sequence),
            ]
            let path = ServiceAddress.path(id, "completed-units")
            lines.append(ReportLine(step: .add, method: "POST", path: path, body: body))
        }
        let change = details.takeChanged().merging(counts.nextChange()) { _, count in count }
        if !change.isEmpty {
            lines.append(
                ReportLine(step: .change(change), method: "PATCH", path: ServiceAddress.path(id), body: change)
            )
        }
        for control in controls {
            let path = ServiceAddress.path(id, control.rawValue)
            lines.append(ReportLine(step: .control(control), method: "POST", path: path))
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
        case .finish: return ReportLine(step: .end, method: "POST", path: ServiceAddress.path(id, "finish"))
        case .fail(let message, let code):
            var body = ["message": JSONValue.string(message)]
            if let code { body["code"] = .string(code) }
            return ReportLine(step: .end, method: "POST", path: ServiceAddress.path(id, "fail"), body: body)
        }
    }

    func beat() -> ReportLine? {
        id.map { ReportLine(step: .beat, method: "POST", path: ServiceAddress.path($0, "heartbeat")) }
    }

    // What came of it

    /// No reply, or one that says to try again.
    ///
    /// - Parameter isLost: there was no reply, so that it may have been carried out.
    mutating func putBack(_ line: ReportLine, isLost: Bool) {
        switch line.step {
        case .create:
            phase = .new
            creation.putBack(line, isLost: isLost)
        case .change(let members):
            details.putBack(members.filter { $0.key != "totalUnitCount" && $0.key != "completedUnitCount" })
            counts.putBack(members)
        case .control(let control): controls.insert(control, at: 0)
        case .end: hasEndingSent = false
        case .add, .beat, .errand: break
        }
    }

    mutating func open(_ id: String) {
        self.id = id
        phase = .open
        isDeferred = false
        creation.settle()
    }

    /// The name is taken: by this one, if a create of it was not answered, else by another.
    ///
    /// - Returns: false if nothing can be done.
    mutating func meetHolder() -> Bool {
        switch creation.meetHolder() {
        case .another: return false
        case .olderRun: phase = .new
        case .own: adopt()
        }
        return true
    }

    /// It was created, and the reply was lost: its name finds it, and everything is said again.
    private mutating func adopt() {
        open(name)
        details.putBackAll()
        counts.putBack(["totalUnitCount": 0, "completedUnitCount": 0])
    }

    /// The service does not know it: it is created again with its newest state, unless nothing is left to do.
    mutating func forget() {
        id = nil
        creation.settle()
        counts.forget()
        hasEndingSent = false
        let isDone = credit == .done || directive == .cancel || (isAbandoned && ending == nil)
        phase = isDone ? .over : .new
    }
}
