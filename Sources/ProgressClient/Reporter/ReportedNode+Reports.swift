import Synchronization

// What the reporter does with a node, on the thread that transfers.
extension ReportedNode {
    /// What came of a line.
    enum Outcome {
        case done
        /// It has to be sent again.
        case later
        /// It will not be sent again.
        case refused(Problem)
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

    /// What to send now; nil: not before its parent is known to the service.
    ///
    /// - Parameter reservation: for a root; taken where it is used.
    func takeLines(labels: [String: String], reservation: inout String?) -> [ReportLine]? {
        guard state.withLock({ $0.report.phase == .new }) else { return takeChanges() }
        guard let parent else {
            return state.withLock { state in
                state.isListed = false
                defer { reservation = nil }
                if state.claim == nil { state.claim = reservation.map(ReportClaim.init) }
                return [state.report.create(under: nil, labels: labels, reservation: state.claim?.take())]
            }
        }
        let (phase, parentID) = parent.state.withLock { ($0.report.phase, $0.report.id) }
        if phase == .over {
            refuse()
            return []
        }
        guard phase == .open, let parentID else { return nil }
        return state.withLock { state in
            state.isListed = false
            return [state.report.create(under: (parentID, pending), labels: [:], reservation: nil)]
        }
    }

    private func takeChanges() -> [ReportLine] {
        let lines = state.withLock { state in
            state.isListed = false
            return state.report.lines()
        }
        if !lines.isEmpty { handOverCredit() }
        return lines
    }

    /// The service will credit the parent when it hears of the finish, which is in these lines.
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

    /// Its line was not answered, which is to be lost, or has to be sent again.
    func putBack(_ line: ReportLine, isLost: Bool) {
        takeCreditBack()
        state.withLock { $0.report.putBack(line, isLost: isLost) }
    }

    /// Its lines are not sent with this round.
    ///
    /// - Returns: whether the caller has to list it again.
    func putBack(_ lines: [ReportLine]) -> Bool {
        for line in lines.reversed() { putBack(line, isLost: false) }
        return state.withLock { state in
            defer { state.isListed = true }
            return !state.isListed
        }
    }

    /// Notes what is above it, where that has to wait for it with its end.
    func noteAncestors(in ancestors: inout Set<ObjectIdentifier>) {
        guard state.withLock(\.report.isAwaited) else { return }
        var next = parent
        while let node = next, ancestors.insert(ObjectIdentifier(node)).inserted { next = node.parent }
    }

    /// The service will not take anything about it.
    func refuse() {
        state.withLock { state in
            state.isListed = false
            state.report.phase = .over
        }
    }

    func hear(_ line: ReportLine, _ reply: ServiceReply, at now: ContinuousClock.Instant) -> Outcome {
        if reply.isPassing { return .later }
        state.withLock { $0.report.spokenAt = now }
        let outcome = outcome(of: line, reply)
        if let directive = reply.directive { obey(directive) }
        return outcome
    }

    private func outcome(of line: ReportLine, _ reply: ServiceReply) -> Outcome {
        switch (reply.status, line.step) {
        case (200..<300, _): succeed(line, reply)
        case (404, .create):
            // Somebody else answers at that address, or a service that is not ready.
            guard let parent else { return .later }
            // The parent went, or the service was started again: the parent is created first.
            parent.forget()
            state.withLock { $0.report.putBack(line, isLost: false) }
        case (404, _): forget()
        case (409, .create) where state.withLock({ $0.report.meetHolder() }): break
        case (409, .end): state.withLock { $0.report.phase = .over }
        case (409, .control): break
        case (401, .control), (403, .control): return .refused(Problem(reply))
        case (401, _), (403, _), (_, .create):
            refuse()
            return .refused(Problem(reply))
        default:
            if case .add = line.step { state.withLock { $0.report.counts.endAddition() } }
            return .refused(Problem(reply))
        }
        return .done
    }

    private func succeed(_ line: ReportLine, _ reply: ServiceReply) {
        state.withLock { state in
            switch line.step {
            case .create:
                state.report.open(Self.id(in: reply) ?? state.report.name)
                state.claim?.isGranted = true
            case .add: state.report.counts.endAddition()
            case .end: state.report.phase = .over
            case .change, .control, .beat, .errand: break
            }
            if state.report.credit == .sent { state.report.credit = .done }
        }
    }

    /// The service has lost it.
    private func forget() {
        takeCreditBack()
        write { state in
            if state.report.phase == .open { state.report.forget() }
            return true
        }
    }

    /// `Location: /v1/progress/<id>`, or `ETag: "<id>.node.en.1"`.
    private static func id(in reply: ServiceReply) -> String? {
        if let last = reply.headers["location"]?.split(separator: "/").last { return String(last) }
        let tag = reply.headers["etag"]?.drop { $0 == "\"" }
        return tag?.split(separator: ".").first.map(String.init)
    }

    // Heartbeats

    /// Whether a request should wait at the service for its next directive.
    var wantsToListen: Bool { state.withLock { listens || !$0.waiters.isEmpty } }

    /// When it has to be heard of again; nil: never, or a request waits already.
    func beatDue(canListen: Bool) -> ContinuousClock.Instant? {
        state.withLock { state in
            let report = state.report
            guard report.isBeating, !report.isListening, let spokenAt = report.spokenAt else { return nil }
            let isUrgent = report.directive == .pause || !state.waiters.isEmpty
            if canListen, listens || !state.waiters.isEmpty {
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
