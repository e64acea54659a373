import Synchronization

/// A progress that this process reports. Any thread may call everything; nothing waits for the service.
package final class ReportedNode: Sendable {
    struct State {
        var report: NodeReport
        /// Whether the reporter has it on its list of nodes with something to send.
        var isListed = false
        var children: [(node: ReportedNode, pending: Int64)] = []
        var handlers: [@Sendable (Directive) -> Void] = []
        var waiters = DirectiveWaiters()
        /// The caller's reservation, for a root.
        var claim: ReportClaim?
    }

    let parent: ReportedNode?
    /// The units of the parent that it is worth.
    let pending: Int64
    /// Whether a request waits at the service for its directive while there is nothing to report.
    let listens: Bool
    let beatInterval: Duration
    /// Nil if the environment cannot be used: the progress works, but is not reported.
    package let reporter: Reporter?
    let state: Mutex<State>

    init(
        _ report: NodeReport,
        under parent: ReportedNode?,
        pending: Int64,
        listens: Bool,
        beatInterval: Duration,
        reporter: Reporter?
    ) {
        self.parent = parent
        self.pending = pending
        self.listens = listens
        self.beatInterval = beatInterval
        self.reporter = reporter
        state = Mutex(State(report: report))
    }

    /// Its id, once the service knows it.
    package var id: String? { state.withLock { $0.report.id } }

    package var directive: Directive { state.withLock { $0.report.directive } }

    package var totalUnitCount: Int64 { state.withLock { $0.report.counts.total } }
    package var completedUnitCount: Int64 { state.withLock { $0.report.counts.completed } }
    package var isIndeterminate: Bool { state.withLock { $0.report.counts.isIndeterminate } }
    package var isFinished: Bool { state.withLock { $0.report.counts.isFinished } }

    /// The fraction as the worker knows it, including the children of this process.
    package var fractionCompleted: Double {
        state.withLock { state in
            let counts = state.report.counts
            if counts.isIndeterminate { return 0 }
            if counts.total == 0 { return 1 }
            let below = state.children.reduce(0.0) { $0 + Double($1.pending) * $1.node.fractionCompleted }
            return (Double(counts.completed) + below) / Double(counts.total)
        }
    }

    /// A member by its JSON name, as it was set last; nil if it never was.
    package func detail(_ member: String) -> JSONValue? { state.withLock { $0.report.details[member] } }

    /// Sets any settable members but the counts, by their JSON names. The newest value of each is sent.
    package func set(_ members: [String: JSONValue]) {
        write { $0.report.set(members) }
    }

    /// Sets one key of `userInfo`, `labels` or `urls`; null removes it.
    package func merge(_ value: JSONValue, forKey key: String, in member: String) {
        write { state in
            var members: [String: JSONValue] = [:]
            if case .object(let all)? = state.report.details[member] { members = all }
            members[key] = value
            return state.report.set([member: .object(members)])
        }
    }

    /// Notes that work on it begins, though nothing is done yet. A root begins when it is made.
    package func begin() {
        write { $0.report.begin() }
    }

    /// Replaces the counts; nil leaves one as it is.
    package func setCounts(completed: Int64? = nil, total: Int64? = nil) {
        write { state in
            let isFirst = completed != nil && state.report.begin()
            return state.report.counts.set(completed: completed, total: total) || isFirst
        }
        creditIfFinished()
    }

    package func complete(by count: Int64) {
        if count == 0 { return }
        write { state in
            _ = state.report.begin()
            state.report.counts.add(count)
            return true
        }
        creditIfFinished()
    }

    /// Finishes it: the work is done, whatever the counts say.
    package func finish() { end { $0.end(.finish(text: nil)) } }

    /// Finishes work that is left in good order before it is complete, such as a search that has found its target.
    package func leave() { end { $0.leave() } }

    private func end(_ body: (inout NodeReport) -> Bool) {
        write { state in
            state.children = []
            _ = state.report.begin()
            return body(&state.report)
        }
        creditIfFinished()
        reporter?.hurryForEnd()
    }

    package func fail(_ message: String, code: String? = nil) {
        write { state in
            _ = state.report.begin()
            return state.report.end(.fail(message: JSONValue.fitted(message), code: code))
        }
        parent?.state.withLock { state in state.children.removeAll { $0.node === self } }
        reporter?.hurryForEnd()
    }

    /// Whether its end has to be sent.
    var owesEnd: Bool { state.withLock { $0.report.ending != nil && $0.report.owes } }

    /// Cancels, pauses or resumes it, here at once, and at the service with the next round.
    package func give(_ control: ReportControl) {
        var isNew = false
        write { state in
            let report = state.report
            isNew = report.ending == nil && report.directive != .cancel && report.directive != control.directive
            if isNew { state.report.give(control) }
            return isNew
        }
        if isNew { obey(control.directive, isOwn: true) }
    }

    /// `handler` is called with each new directive, on the thread that transfers (or the one that calls `give`), so it
    /// must be short.
    package func onDirective(_ handler: @escaping @Sendable (Directive) -> Void) {
        state.withLock { $0.handlers.append(handler) }
    }

    /// Releases it for the worker: changes so far are sent, and then nothing keeps it alive.
    package func abandon() {
        write { state in
            state.report.isAbandoned = true
            return false
        }
        parent?.state.withLock { state in state.children.removeAll { $0.node === self } }
        reporter?.drop(self)
    }

    // Within the module

    /// Changes the state, and lists it with the reporter if there is something to send.
    func write(_ body: (inout State) -> Bool) {
        let isNews = state.withLock { state in
            guard body(&state), state.report.owes, !state.isListed else { return false }
            state.isListed = true
            return true
        }
        if isNews { reporter?.list(self) }
    }

    /// Applies a directive of the service, or of the worker itself, also to everything below. Cancel is permanent.
    func obey(_ directive: Directive, isOwn: Bool = false) {
        let (handlers, waiters, children) = state.withLock { state -> Obedience in
            let report = state.report
            // The service tells ended work to stop, and a reply from before the worker's own control must not undo it.
            let isStale = (report.isControlled || report.ending != nil) && !isOwn
            guard !isStale, report.directive != .cancel, report.directive != directive else { return ([], [], []) }
            state.report.directive = directive
            let waiters = directive == .pause ? [] : state.waiters.takeAll()
            return (state.handlers, waiters, state.children.map(\.node))
        }
        for handler in handlers { handler(directive) }
        for waiter in waiters { waiter.resume() }
        for child in children where !child.isFinished { child.obey(directive) }
    }

    private typealias Obedience = (
        handlers: [@Sendable (Directive) -> Void], waiters: [CheckedContinuation<Void, Never>], children: [ReportedNode]
    )
}
