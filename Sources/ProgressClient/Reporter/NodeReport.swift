/// A progress as its worker wants it, and the part that the service knows. A value: it decides what to send.
struct NodeReport: Sendable {
    enum Phase: Sendable {
        /// The service does not know it, or no longer does.
        case new
        case creating
        case open
        /// Its end was reported, or no further report matters.
        case over
    }

    /// The state of the units that a finished child hands to its parent.
    enum Credit: Sendable {
        /// The child has not finished yet.
        case none
        /// Credited here; not reported to the service.
        case owed
        /// On the way to the service.
        case sent
        case done
    }

    /// Its relation to the progresses above it.
    struct Place: Sendable {
        /// The parent vanished when it finished: this is a root.
        var isOrphan = false
        /// A progress above had ended when this one began.
        var isLate = false
        /// The service could not take its create for the time being, which may be long.
        var isDeferred = false
    }

    /// Control calls and the end, as given by the work itself.
    private struct Orders: Sendable {
        var unsent: [ReportControl] = []
        var hasEndingSent = false
        var isCancelledHere = false
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
    /// Its worker released it without an end: its lease will run out.
    var isAbandoned = false
    var place = Place()
    private var orders = Orders()
    /// Whether work on it has begun; it has a lease from then on.
    private(set) var hasBegun = false
    private let lease: JSONValue?

    /// - Parameter name: nil, or one that the service accepts.
    init(name: String?, writer: String, details: [String: JSONValue], counts: ReportCounts) {
        var details = details
        lease = details.removeValue(forKey: "leaseSeconds")
        self.counts = counts
        self.counts.writer = writer
        self.details = ReportDetails(details)
        creation = ReportCreation(name: name)
    }

    var name: String? { creation.name }
    var isBare: Bool { creation.isBare }

    /// Whether there is something to send to the service.
    var owes: Bool {
        switch phase {
        case .new: true
        case .creating, .over: false
        case .open:
            counts.isUnsent || details.isUnsent || !orders.unsent.isEmpty || hasEndLeft
        }
    }

    /// Whether its end is still to be sent.
    var hasEndLeft: Bool { ending != nil && !orders.hasEndingSent }

    /// Whether the progresses above it delay their ends until the service knows it.
    var isAwaited: Bool { !place.isLate && !place.isDeferred }

    /// Whether it needs heartbeats.
    var isBeating: Bool {
        phase == .open && hasBegun && !isAbandoned && ending == nil && directive != .cancel && !counts.isFinished
    }

    var isControlled: Bool { !orders.unsent.isEmpty }

    // Changes by the worker

    /// Sets members; returns whether any has changed.
    mutating func set(_ members: [String: JSONValue]) -> Bool { details.set(members) }

    /// Notes that work on it begins, though nothing is done yet; returns true the first time.
    mutating func begin() -> Bool {
        if hasBegun || phase == .over { return false }
        hasBegun = true
        var members: [String: JSONValue] = ["started": true]
        members["leaseSeconds"] = lease
        return details.set(members)
    }

    /// Ends it; only the first end counts. After a cancel by the service no end is sent; after its own cancel one is,
    /// because the service may refuse that cancel.
    mutating func end(_ ending: ReportEnding) -> Bool {
        if self.ending != nil || phase == .over || (directive == .cancel && !orders.isCancelledHere) { return false }
        self.ending = ending
        if case .finish = ending { counts.finish() }
        return true
    }

    /// Finishes work that is left in good order: if that is before its total, a text says how far it came.
    mutating func leave() -> Bool {
        let isPart = counts.total > 0 && !counts.isFinished && details["localizedAdditionalDescription"] == nil
        return end(.finish(text: isPart ? "\(counts.completed) of \(counts.total)" : nil))
    }

    mutating func give(_ control: ReportControl) {
        orders.unsent.append(control)
        if control == .cancel { orders.isCancelledHere = true }
    }

    // Lines to send

    /// The line that creates it, or that repeats a create.
    ///
    /// - Parameter place: its parent's id and its pending units; nil for a root.
    mutating func create(
        under place: (parent: String, pending: Int64)?,
        labels: [String: String],
        reservation: String?
    ) -> ReportLine {
        phase = .creating
        if let pending = creation.pending { return pending }
        var members = details.takeAll(labels: labels, isBare: creation.isBare)
        members["totalUnitCount"] = .integer(counts.total)
        members["completedUnitCount"] = .integer(counts.create())
        return creation.line(members, under: place, reservation: reservation)
    }

    /// The lines to send now, in order; empty if there are none, or no id yet.
    ///
    /// - Parameter isChild: whether it has a parent: if it has handed its units over here, it has to finish at the
    ///   service before its total grows.
    mutating func lines(isChild: Bool) -> [ReportLine] {
        guard phase == .open, let id else { return [] }
        // Members that a create lost may be refused together, and are then told one by one: before the end.
        let isDoubtful = isBare && hasEndLeft && details.goTogether
        var lines = details.takeChanged().map { change($0, id) }
        if isDoubtful { return lines }
        if !isChild || credit == .none, case let total = counts.nextTotal(), !total.isEmpty {
            lines.append(change(total, id))
        }
        if let addition = counts.nextAddition() {
            let body: [String: JSONValue] = [
                "count": .integer(addition.units), "writer": .string(counts.writer),
                "sequence": .integer(addition.sequence),
            ]
            let path = ServiceAddress.path(id, "completed-units")
            lines.append(ReportLine(step: .add, method: "POST", path: path, body: body))
        }
        let counts = counts.nextChange()
        if !counts.isEmpty { lines.append(change(counts, id)) }
        for control in orders.unsent {
            let path = ServiceAddress.path(id, control.rawValue)
            lines.append(ReportLine(step: .control(control), method: "POST", path: path))
        }
        orders.unsent = []
        if let ending, !orders.hasEndingSent {
            orders.hasEndingSent = true
            lines.append(line(for: ending, id))
        }
        return lines
    }

    private func change(_ members: [String: JSONValue], _ id: String) -> ReportLine {
        ReportLine(step: .change(members), method: "PATCH", path: ServiceAddress.path(id), body: members)
    }

    private func line(for ending: ReportEnding, _ id: String) -> ReportLine {
        switch ending {
        case .finish(let text):
            let body = text.map { ["localizedAdditionalDescription": JSONValue.string($0)] }
            return ReportLine(step: .end, method: "POST", path: ServiceAddress.path(id, "finish"), body: body)
        case .fail(let message, let code):
            var body = ["message": JSONValue.string(message)]
            if let code { body["code"] = .string(code) }
            return ReportLine(step: .end, method: "POST", path: ServiceAddress.path(id, "fail"), body: body)
        }
    }

    /// Whether the service removes it now: it has finished, and was created to be removed then.
    var vanishes: Bool { counts.isFinished && details["removeWhenFinished"] == .bool(true) }

    func beat() -> ReportLine? {
        id.map { ReportLine(step: .beat, method: "POST", path: ServiceAddress.path($0, "heartbeat")) }
    }

    // Replies

    /// Takes a line back that got no reply, or one that says to try again.
    ///
    /// - Parameter isLost: whether there was no reply, so that it may have been carried out.
    mutating func putBack(_ line: ReportLine, isLost: Bool) {
        switch line.step {
        case .create, .look:
            phase = .new
            creation.putBack(line, isLost: isLost)
        case .change(let members):
            details.putBack(members.filter { $0.key != "totalUnitCount" && $0.key != "completedUnitCount" })
            counts.putBack(members)
        case .control(let control): orders.unsent.insert(control, at: 0)
        case .end: orders.hasEndingSent = false
        case .add, .beat, .errand: break
        }
    }

    mutating func open(_ id: String) {
        self.id = id
        phase = .open
        place.isDeferred = false
        creation.settle()
    }

    /// Decides what to do when the name of its create is taken.
    mutating func meetConflict(isRoot: Bool) -> ReportCreation.Conflict {
        let conflict = creation.meetConflict(isRoot: isRoot)
        if conflict != .none { phase = .new }
        return conflict
    }

    /// Leaves out the members of a create that was refused: the next one has the counts alone.
    mutating func refuseMembers() {
        creation.refuseMembers()
        phase = .new
    }

    mutating func refuse(_ members: [String: JSONValue]) { details.refuse(members) }

    /// Replaces the text of an end that the service refuses; false if it was plain already: then it is over.
    mutating func sayPlainly() -> Bool {
        guard let ending, ending != ending.plain else { return false }
        self.ending = ending.plain
        orders.hasEndingSent = false
        return true
    }

    /// Creates it once more: the result of an unanswered create is not ours, or does not exist.
    mutating func createAgain() {
        creation.settle()
        phase = .new
    }

    /// Notes that the service does not know it: it is created again with its newest state, unless nothing is left to
    /// do.
    mutating func forget() {
        id = nil
        creation.settle()
        counts.forget()
        orders.hasEndingSent = false
        let isDone = credit == .done || directive == .cancel || (isAbandoned && ending == nil)
        phase = isDone ? .over : .new
    }
}
