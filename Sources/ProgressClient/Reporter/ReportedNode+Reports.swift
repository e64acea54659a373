import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Calls by the reporter, on the thread that transfers.
extension ReportedNode {
    /// The outcome of a line.
    enum Outcome {
        case done
        /// The line has to be sent again.
        case later
        /// The line is refused, and is not sent again.
        case refused(ReportFault, Problem)
    }

    var depth: Int {
        var depth = 0
        var node = parent
        while let above = node {
            depth += 1
            node = above.parent
        }
        return depth
    }

    /// The lines to send now; nil if nothing can be sent before the service knows its parent.
    ///
    /// - Parameter reservation: the one for a root; set to nil if it is used.
    func takeLines(labels: [String: String], reservation: inout String?) -> [ReportLine]? {
        guard state.withLock({ $0.report.phase == .new }) else { return takeChanges() }
        guard let parent, !isOrphan else {
            return state.withLock { state in
                state.isListed = false
                defer { if !state.report.place.isOrphan { reservation = nil } }
                if state.report.place.isOrphan {
                    return [state.report.create(under: nil, labels: labels, reservation: nil)]
                }
                if state.claim == nil { state.claim = reservation.map(ReportClaim.init) }
                return [state.report.create(under: nil, labels: labels, reservation: state.claim?.forCreate)]
            }
        }
        let (phase, parentID) = parent.state.withLock { ($0.report.phase, $0.report.id) }
        if phase == .over {
            refuse()
            return []
        }
        guard phase == .open, let parentID else { return nil }
        let (line, isFinished) = state.withLock { state in
            state.isListed = false
            let line = state.report.create(under: (parentID, pending), labels: [:], reservation: nil)
            return (line, state.report.counts.isOwnedFinished)
        }
        if isFinished { handOverCredit() }
        return [line]
    }

    private func takeChanges() -> [ReportLine] {
        let (lines, isEndLeft) = state.withLock { state in
            state.isListed = false
            return (state.report.lines(isChild: parent != nil), state.report.hasEndLeft)
        }
        if !lines.isEmpty && !isEndLeft { handOverCredit() }
        return lines
    }

    /// Leaves the credit to the service, which credits the parent itself when it gets the finish in these lines.
    private func handOverCredit() {
        let isSent = state.withLock { state in
            guard state.report.credit == .owed else { return false }
            state.report.credit = .sent
            return true
        }
        if isSent { parent?.state.withLock { $0.report.counts.handOver(pending) } }
    }

    private func takeCreditBack() {
        let isBack = state.withLock { state in
            guard state.report.credit == .sent else { return false }
            state.report.credit = .owed
            return true
        }
        if isBack { parent?.state.withLock { $0.report.counts.takeBack(pending) } }
    }

    /// Takes a line back that was not answered, because it was lost or has to be sent again.
    func putBack(_ line: ReportLine, isLost: Bool) {
        takeCreditBack()
        state.withLock { $0.report.putBack(line, isLost: isLost) }
    }

    /// Takes lines back that are not sent with this round.
    ///
    /// - Returns: whether the caller has to list it again.
    func putBack(_ lines: [ReportLine]) -> Bool {
        for line in lines.reversed() { putBack(line, isLost: false) }
        return state.withLock { state in
            defer { state.isListed = true }
            return !state.isListed
        }
    }

    package var isOrphan: Bool { state.withLock(\.report.place.isOrphan) }

    /// Whether it is a root that has a reservation to claim, or takes the one of the process.
    func claims(orTakes takes: Bool) -> Bool {
        guard parent == nil else { return false }
        return state.withLock { $0.report.phase == .new && ($0.claim.map { !$0.isGranted } ?? takes) }
    }

    /// Adds the progresses above it, if they have to delay their ends until the service knows it.
    func noteAncestors(in ancestors: inout Set<ObjectIdentifier>) {
        guard state.withLock(\.report.isAwaited) else { return }
        var next = parent
        while let node = next, ancestors.insert(ObjectIdentifier(node)).inserted { next = node.parent }
    }

    /// Stops reporting it: the service accepts nothing about it. Then it does not say either when a pause of its ends.
    func refuse() {
        let isPaused = state.withLock { state in
            state.isListed = false
            state.report.phase = .over
            return state.report.directive == .pause
        }
        if isPaused { obey(.run) }
    }

    func hear(_ line: ReportLine, _ reply: ServiceReply, at now: ContinuousClock.Instant) -> Outcome {
        if reply.isPassing { return .later }
        state.withLock { $0.report.spokenAt = now }
        let outcome = outcome(of: line, reply)
        if let directive = reply.directive { obey(directive) }
        return outcome
    }

    private func outcome(of line: ReportLine, _ reply: ServiceReply) -> Outcome {
        let problem = Problem(reply)
        switch (reply.status, line.step) {
        case (200..<300, .create): return succeed(in: line, reply)
        case (_, .look): return hearLook(reply)
        case (200..<300, _): succeed(line)
        case (404, .create), (410, .create):
            // Something else answers at that address, or a service that is not ready.
            guard let parent, !isOrphan else { return .later }
            if parent.state.withLock(\.report.vanishes) {
                state.withLock { $0.report.place.isOrphan = true }
                return putBackUnheard(line)
            }
            // The parent is gone, or the service has restarted: the parent is created first.
            parent.forget()
            return putBackUnheard(line)
        case (404, _), (410, _):
            if state.withLock(\.report.vanishes) { refuse() } else { forget() }
        case (409, .create):
            takeCreditBack()
            switch state.withLock({ $0.report.meetConflict(isRoot: parent == nil) }) {
            case .nameless: return .refused(.name, problem)
            // The service is still working on it.
            case .none: return .later
            case .again: break
            }
        case (409, .end): state.withLock { $0.report.phase = .over }
        case (409, .control): break
        case (401, .control), (403, .control): return .refused(.refused, problem)
        case (401, _), (403, _):
            refuse()
            return .refused(.refused, problem)
        case (_, .create):
            // The members are at fault, unless there were none.
            takeCreditBack()
            if state.withLock({ $0.report.isBare }) { refuse() } else { state.withLock { $0.report.refuseMembers() } }
            return .refused(.member, problem)
        case (_, .end):
            let isPlain = state.withLock { !$0.report.sayPlainly() }
            if isPlain { state.withLock { $0.report.phase = .over } }
            return .refused(.member, problem)
        case (_, .change(let members)):
            state.withLock { $0.report.refuse(members) }
            return .refused(.member, problem)
        default:
            if case .add = line.step { state.withLock { $0.report.counts.endAddition() } }
            return .refused(.member, problem)
        }
        return .done
    }

    private func putBackUnheard(_ line: ReportLine) -> Outcome {
        putBack(line, isLost: false)
        return .done
    }

    /// Takes the reply to a create. If it names no progress, something else has answered; if the reply to a repeated
    /// one shows other counts, it is an earlier run.
    private func succeed(in line: ReportLine, _ reply: ServiceReply) -> Outcome {
        guard let id = Self.id(in: reply) else { return .later }
        let shown = try? JSONDecoder().decode([String: JSONValue].self, from: reply.body)
        let isRepeated = line.method == "PUT" && line.query.isEmpty
        state.withLock { state in
            if isRepeated, let count = shown?["completedUnitCount"], count != line.body?["completedUnitCount"] {
                return state.report.createAgain()
            }
            state.report.open(id)
            state.claim?.isGranted = true
            if state.report.credit == .sent { state.report.credit = .done }
        }
        return .done
    }

    /// Takes the reply that shows whose a child's name is: it is ours if it is below our parent.
    private func hearLook(_ reply: ServiceReply) -> Outcome {
        let shown = try? JSONDecoder().decode([String: JSONValue].self, from: reply.body)
        let parentID = parent?.id.map { JSONValue.string($0) }
        if reply.status == 200, case .string(let id)? = shown?["id"], shown?["parentID"] == parentID {
            state.withLock { $0.report.open(id) }
            return .done
        }
        if reply.status == 404 {
            state.withLock { $0.report.createAgain() }
            return .done
        }
        _ = state.withLock { $0.report.meetConflict(isRoot: parent == nil) }
        return .refused(.name, Problem(reply))
    }

    private func succeed(_ line: ReportLine) {
        state.withLock { state in
            switch line.step {
            case .add: state.report.counts.endAddition()
            case .end: state.report.phase = .over
            case .create, .look, .change, .control, .beat, .errand: break
            }
            if state.report.credit == .sent { state.report.credit = .done }
        }
    }

    /// Notes that the service has lost it.
    private func forget() {
        takeCreditBack()
        write { state in
            if state.report.phase == .open { state.report.forget() }
            return true
        }
    }

    /// The id in `Location: /v1/progress/<id>` or `ETag: "<id>.node.en.1"`. A foreign page may have others of either.
    private static func id(in reply: ServiceReply) -> String? {
        if let location = reply.headers["location"] {
            guard let path = location.firstRange(of: "/v1/progress/") else { return nil }
            let id = location[path.upperBound...]
            return id.isEmpty || id.contains("/") ? nil : String(id)
        }
        let parts = reply.headers["etag"]?.drop { $0 == "\"" }.split(separator: ".") ?? []
        return parts.count >= 3 && parts[1] == "node" ? String(parts[0]) : nil
    }

    // Heartbeats

    /// Whether a request should wait at the service for its next directive.
    var wantsToListen: Bool { listens }

    /// The time of the next heartbeat; nil if none is needed, or a request waits already.
    func beatDue(canListen: Bool) -> ContinuousClock.Instant? {
        state.withLock { state in
            let report = state.report
            guard report.isBeating, !report.isListening, let spokenAt = report.spokenAt else { return nil }
            let isUrgent = report.directive == .pause || !state.waiters.isEmpty
            if canListen, listens {
                return spokenAt + (isUrgent ? ReportPace.gap : .seconds(1))
            }
            return spokenAt + (isUrgent ? .seconds(1) : beatInterval)
        }
    }

    func beat() -> ReportLine? { state.withLock { $0.report.beat() } }

    func beginListening() -> (line: ReportLine, obeyed: Directive)? {
        state.withLock { state in
            guard let line = state.report.beat() else { return nil }
            state.report.isListening = true
            return (line, state.report.directive)
        }
    }

    func endListening() { state.withLock { $0.report.isListening = false } }
}
