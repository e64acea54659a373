import Synchronization

/// Sends the state of this process's progresses to the service, and passes the replies on to them.
///
/// Work writes into nodes and never waits. The reporter sends the newest state of those that changed, at most four
/// times a second, several in one request. If the service is away, it warns once, is quiet for five seconds, and tries
/// again.
package final class Reporter: Sendable {
    struct State {
        var pace = ReportPace()
        /// The nodes with something to send, in the order in which they were listed.
        var listed: [ReportedNode] = []
        var errands: [ReportLine] = []
        /// Called four times a second, and before a flush, until they return false.
        var samplers: [UInt64: @Sendable () -> Bool] = [:]
        var samplerCount: UInt64 = 0
        var heartbeats = Heartbeats()
        /// The maximum number of lines in a request; lower after a batch that was too large.
        var roundSize = ReportRound.capacity
        var isSending = false
        var ringsAt: ContinuousClock.Instant?
        var warned: Set<ReportFault> = []
        /// The reservation for the first root; the service accepts it only once.
        var reservation: String?
    }

    let service: ProgressService
    let environment: ReporterEnvironment
    let state: Mutex<State>
    private static let reporters = Mutex<[ProgressService: Reporter]>([:])

    package init(_ service: ProgressService, environment: ReporterEnvironment = .live) {
        self.service = service
        self.environment = environment
        state = Mutex(State(reservation: service.reservation))
    }

    /// The reporter for `service` in this process. It sends everything that is left when the process exits.
    package static func shared(for service: ProgressService) -> Reporter {
        let (reporter, isNew) = reporters.withLock { reporters in
            if let reporter = reporters[service] { return (reporter, false) }
            let reporter = Reporter(service)
            reporters[service] = reporter
            return (reporter, true)
        }
        if isNew { Transfers.shared.atExit { reporter.sayFarewell() } }
        return reporter
    }

    /// Prints one line on standard error for each kind of fault in the life of the reporter.
    func warn(_ fault: ReportFault, _ text: String) {
        let isFirst = state.withLock { $0.warned.insert(fault).inserted }
        if isFirst { environment.warn("\(text); the work continues, and this is not repeated.") }
    }

    /// The kinds of faults that there was a warning for.
    package var faults: Set<ReportFault> { state.withLock(\.warned) }

    /// Warns of the error of a call beside the reports; not if the caller's own task was cancelled.
    func warn(of error: ServiceError) {
        switch error {
        case .cancelled: break
        case .problem(let problem): warn(.refused, "\(service.shownAddress) answers \(problem)")
        default: warn(.service, "\(service.shownAddress) does not answer (\(error))")
        }
    }

    // Called by nodes

    func list(_ node: ReportedNode) {
        let hasEnd = node.owesEnd
        state.withLock { state in
            state.listed.append(node)
            if hasEnd { state.pace.hasEnd = true }
        }
        ring()
    }

    /// Notes that a listed node now has an end.
    func hurryForEnd() {
        state.withLock { if !$0.listed.isEmpty { $0.pace.hasEnd = true } }
        ring()
    }

    func drop(_ node: ReportedNode) {
        state.withLock { $0.heartbeats.drop(node) }
    }

    /// Notes that a task waits for a directive.
    func listen() {
        state.withLock { $0.heartbeats.isDueNow = true }
        ring()
    }

    /// Sends a line without a node, once, with the next round.
    func run(_ errand: ReportLine) {
        state.withLock { $0.errands.append(errand) }
        ring()
    }

    // Rounds, on the thread that transfers

    /// Schedules `turn` for the time when something may be sent, unless it is already due by then.
    func ring() {
        let now = environment.now()
        let instant: ContinuousClock.Instant? = state.withLock { state in
            let due = state.listed.isEmpty && state.errands.isEmpty ? state.heartbeats.next(at: now) : now
            guard !state.isSending, let due else { return nil }
            let instant = max(due, state.pace.next(at: now))
            if let ringsAt = state.ringsAt, ringsAt <= instant { return nil }
            state.ringsAt = instant
            return instant
        }
        if let instant { environment.wake(instant) { [weak self] in self?.turn() } }
    }

    private func turn() {
        let now = environment.now()
        let (round, listener) = state.withLock { state -> (ReportRound?, ReportedNode?) in
            if let ringsAt = state.ringsAt, ringsAt > now { return (nil, nil) }
            state.ringsAt = nil
            guard !state.isSending, state.pace.next(at: now) <= now else { return (nil, nil) }
            var round = state.nextRound(at: now, labels: service.labels, claimsAlone: service.token == nil)
            let listener = round.isAlone ? nil : state.takeBeats(at: now, into: &round)
            if listener != nil { state.heartbeats.beginListening() }
            if round.entries.isEmpty && listener == nil { return (nil, nil) }
            state.pace.send(at: now)
            state.isSending = !round.entries.isEmpty
            return (round, listener)
        }
        if let listener { listen(for: listener) } else if let round, !round.entries.isEmpty { send([round]) }
        ring()
    }

    /// Sends the first round, and each next one after a reply: one request at a time.
    private func send(_ rounds: [ReportRound]) {
        guard let round = rounds.first else {
            state.withLock { $0.isSending = false }
            return ring()
        }
        let rest = Array(rounds.dropFirst())
        do {
            environment.send(try round.request(to: service)) { [self] result in
                if case .success(let reply) = result, reply.status == 413, round.entries.count > 1 {
                    state.withLock { $0.roundSize = max(1, round.halves[0].entries.count) }
                    return send(round.halves + rest)
                }
                hear(round, result)
                send(state.withLock { $0.pace.isQuiet(at: environment.now()) } ? putBack(rest) : rest)
            }
        } catch {
            // JSON cannot write it: warn once, and do not try again.
            warn(.member, "a report cannot be written (\(error))")
            for entry in round.entries { entry.node?.refuse() }
            send(rest)
        }
    }

    /// Takes rounds back that were not sent.
    private func putBack(_ rounds: [ReportRound]) -> [ReportRound] {
        for entry in rounds.flatMap(\.entries).reversed() { entry.node?.putBack(entry.line, isLost: false) }
        for entry in rounds.flatMap(\.entries) { settle(entry.node) }
        return []
    }

    private func hear(_ round: ReportRound, _ result: Result<ServiceReply, ServiceError>) {
        do {
            let reply = try result.get()
            let replies = try reply.status == 413 ? [reply] : round.replies(in: reply)
            state.withLock { $0.roundSize = min($0.roundSize * 2, ReportRound.capacity) }
            var failure: ServiceReply?
            for (entry, reply) in zip(round.entries, replies) where !hear(entry, reply) { failure = reply }
            if let failure { beQuiet("answers \(Problem(failure))") }
        } catch {
            // The batch may have been carried out even if its reply was not one to a batch.
            for entry in round.entries.reversed() { entry.node?.putBack(entry.line, isLost: error.mayBeHeard) }
            if case .problem(let problem) = error {
                beQuiet("answers \(problem)")
            } else {
                beQuiet("does not answer (\(error))")
            }
        }
        for entry in round.entries { settle(entry.node) }
        ring()
    }

    /// Passes a reply on; false if the line has to be sent again later.
    private func hear(_ entry: ReportRound.Entry, _ reply: ServiceReply) -> Bool {
        guard let node = entry.node else { return true }
        switch node.hear(entry.line, reply, at: environment.now()) {
        case .done: return true
        case .refused(let fault, let problem):
            warn(fault, "\(service.shownAddress) answers \(problem)")
            return true
        case .later:
            node.putBack(entry.line, isLost: reply.status != 429)
            if entry.line.isCreate { node.state.withLock { $0.report.place.isDeferred = true } }
            return false
        }
    }

    /// Lists the node if it has something to send, and keeps it alive while it works.
    private func settle(_ node: ReportedNode?) {
        guard let node else { return }
        node.write { _ in true }
        state.withLock { $0.heartbeats.keep(node) }
    }

    private func beQuiet(_ reason: String) {
        state.withLock { $0.pace.fail(at: environment.now()) }
        warn(.service, "\(service.shownAddress) \(reason)")
    }

    /// Sends a request that the service answers when the directive changes, or after a while; it renews the lease, too.
    private func listen(for node: ReportedNode) {
        guard let (line, directive) = node.beginListening() else {
            return state.withLock { $0.heartbeats.endListening() }
        }
        let seconds = Heartbeats.listening
        var headers = [
            (name: "Prefer", value: "wait=\(seconds), return=minimal"), ("Progress-Directive", directive.rawValue),
        ]
        headers += line.authorized(by: node, at: service).headers.map { ($0.key, $0.value) }
        let timeout = Duration.seconds(seconds + 2)
        environment.send(service.request(line.method, line.path, headers: headers, timeout: timeout)) { [self] result in
            node.endListening()
            state.withLock { $0.heartbeats.endListening() }
            if case .success(let reply) = result, reply.status >= 429 {
                state.withLock { $0.heartbeats.goDeaf(at: environment.now()) }
                settle(node)
                return ring()
            }
            hear(ReportRound(alone: node, line), result)
        }
    }
}
