import Synchronization

/// A progress whose state others can see, and whose worker can be cancelled and paused from elsewhere. The names and
/// their meaning are NSProgress's.
///
/// ```swift
/// let progress = RemoteProgress(totalUnitCount: Int64(files.count), name: "import")
/// for file in files {
///     try await progress.checkpoint()
///     try await importFile(file)
///     progress.complete(by: 1)
/// }
/// progress.finish()
/// ```
///
/// Nothing here waits for the service, except where it says so, and nothing throws for the service's sake. While it is
/// away the progress works on as a local one, and the newest state is sent when it is back; one line on standard error
/// says so. Every thread and every task may call everything.
///
/// A progress that nobody holds any more is not kept alive: unless `finish` or `fail` was called, the service shows it as
/// stalled when its lease of 60 seconds runs out. `withProgress` always says the last word.
public final class RemoteProgress: Sendable {
    /// The token of the units that a caller has set aside for the next root of this task: see `withReservation`.
    @TaskLocal public static var reservation: String?

    package let node: ReportedNode
    let handlers = Mutex(ControlHandlers())

    /// Begins a root, or the child of the caller whose reservation is in `reservation`, else in the environment.
    ///
    /// - Parameters:
    ///   - totalUnitCount: below 0: not known.
    ///   - name: begins a run of that name, and fails an older one that still works. Without it the progress gets a name
    ///     that nobody else has.
    ///   - service: nil: what the environment says (`ProgressService.fromEnvironment`).
    public convenience init(totalUnitCount: Int64, name: String? = nil, service: ProgressService? = nil) {
        self.init(NewProgress(name: name, totalUnitCount: totalUnitCount), service: service)
    }

    /// The same with everything that a new progress may have.
    public convenience init(_ new: NewProgress, service: ProgressService? = nil) {
        let reporter = (service ?? ProgressService.ofProcess).map { Reporter.shared(for: $0) }
        self.init(new, reporter: reporter)
    }

    /// The same with a reporter, which a test may have made.
    package convenience init(_ new: NewProgress, reporter: Reporter?) {
        self.init(
            ReportedNode.begin(
                new,
                under: nil,
                pending: 0,
                listens: true,
                reservation: Self.reservation,
                reporter: reporter
            )
        )
    }

    init(_ node: ReportedNode) {
        self.node = node
        node.onDirective { [weak self] in self?.hear($0) }
    }

    deinit { node.abandon() }

    /// Begins a child, worth `pendingUnitCount` of this progress's units, which are completed when it finishes.
    public func child(totalUnitCount: Int64, pendingUnitCount: Int64, name: String? = nil) -> RemoteProgress {
        child(NewProgress(name: name, totalUnitCount: totalUnitCount), pendingUnitCount: pendingUnitCount)
    }

    /// The same with everything that a new progress may have.
    public func child(_ new: NewProgress, pendingUnitCount: Int64) -> RemoteProgress {
        // Its directives come through its parent; a request of its own waits only while its work is paused.
        RemoteProgress(
            ReportedNode.begin(
                new,
                under: node,
                pending: pendingUnitCount,
                listens: false,
                reporter: node.reporter
            )
        )
    }

    // Counts

    /// Below 0: not known.
    public var totalUnitCount: Int64 {
        get { node.totalUnitCount }
        set { node.setCounts(total: newValue) }
    }

    /// With the units of finished children. Setting it overwrites them; `complete(by:)` adds.
    public var completedUnitCount: Int64 {
        get { node.completedUnitCount }
        set { node.setCounts(completed: newValue) }
    }

    /// Adds to `completedUnitCount`: each unit counts once, also if the connection breaks.
    public func complete(by count: Int64) { node.complete(by: count) }

    /// Replaces both counts in one change.
    public func setCounts(completed: Int64, total: Int64) { node.setCounts(completed: completed, total: total) }

    /// With the children that this process has begun. 0 while indeterminate.
    public var fractionCompleted: Double { node.fractionCompleted }

    /// There is no total, or nothing has been counted yet.
    public var isIndeterminate: Bool { node.isIndeterminate }

    /// Decided by the counts of this progress alone.
    public var isFinished: Bool { node.isFinished }

    /// The work on a child begins, though nothing is done yet: its first count says so as well. A root has begun.
    public func begin() { node.begin() }

    // The end

    /// The work is left in good order before it is complete, as a search is that has found: it is finished, and its text keeps
    /// how far it came.
    public func leave() { node.leave() }

    /// The work is done, whatever the counts say.
    public func finish() { node.finish() }

    /// The work has ended without finishing.
    ///
    /// - Parameters:
    ///   - message: for people.
    ///   - code: for programs.
    public func fail(_ message: String, code: String? = nil) { node.fail(message, code: code) }

    /// Waits until the service has heard everything, at most that long.
    ///
    /// The end of the process waits by itself, at most a second.
    /// - Returns: false where it was not said in time, or the service is away.
    @discardableResult
    public func flush(within limit: Duration = .seconds(1)) async -> Bool {
        await node.reporter?.flush(within: limit) ?? false
    }

    /// The id at the service, once that has answered.
    public var id: String? { node.id }
}
