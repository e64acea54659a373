import Synchronization

/// A progress whose state others can see, and whose worker can be cancelled and paused from elsewhere. Names and
/// meanings are those of NSProgress.
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
/// Nothing here waits for the service unless it says so, and nothing throws because of the service. While the service
/// is away, the progress continues as a local one, and its newest state is sent when the service is back; one line on
/// standard error says so. Every thread and every task may call everything.
///
/// A progress is kept alive only while the program holds it: after that, unless `finish` or `fail` was called, the
/// service shows it as stalled when its lease of 60 seconds runs out. `withProgress` always reports an end.
public final class RemoteProgress: Sendable {
    /// The token of the units that a caller has set aside for the next root of this task: see `withReservation`.
    @TaskLocal public static var reservation: String?

    package let node: ReportedNode
    let handlers = Mutex(ControlHandlers())

    /// Begins a root, or the child of the caller whose reservation is in `reservation`, else in the environment.
    ///
    /// - Parameters:
    ///   - totalUnitCount: negative if unknown.
    ///   - name: begins a run of that name, and fails an older one that still works. Nil for a progress without a name.
    ///   - service: nil for the one that the environment names (`ProgressService.fromEnvironment`).
    public convenience init(totalUnitCount: Int64, name: String? = nil, service: ProgressService? = nil) {
        self.init(NewProgress(name: name, totalUnitCount: totalUnitCount), service: service)
    }

    /// Begins a root, or the child of a caller, with any members that a new progress may have.
    public convenience init(_ new: NewProgress, service: ProgressService? = nil) {
        let reporter = (service ?? ProgressService.ofProcess).map { Reporter.shared(for: $0) }
        self.init(new, reporter: reporter)
    }

    /// Begins it with a given reporter, such as that of a test.
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

    /// Begins a child with any members that a new progress may have.
    public func child(_ new: NewProgress, pendingUnitCount: Int64) -> RemoteProgress {
        // Its directives come through its parent; a separate request waits only while its work is paused.
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

    /// Negative if unknown.
    public var totalUnitCount: Int64 {
        get { node.totalUnitCount }
        set { node.setCounts(total: newValue) }
    }

    /// Includes the units of finished children. Setting it overwrites them; `complete(by:)` adds.
    public var completedUnitCount: Int64 {
        get { node.completedUnitCount }
        set { node.setCounts(completed: newValue) }
    }

    /// Adds to `completedUnitCount`: each unit counts once, even if the connection breaks.
    public func complete(by count: Int64) { node.complete(by: count) }

    /// Replaces both counts in one change.
    public func setCounts(completed: Int64, total: Int64) { node.setCounts(completed: completed, total: total) }

    /// Includes the children that this process has begun. 0 while indeterminate.
    public var fractionCompleted: Double { node.fractionCompleted }

    /// One of both counts is below 0, or both are 0.
    public var isIndeterminate: Bool { node.isIndeterminate }

    /// Whether it has finished, by the counts of this progress alone.
    public var isFinished: Bool { node.isFinished }

    /// Notes that work on a child begins, though nothing is done yet; its first count does so, too. A root has begun.
    public func begin() { node.begin() }

    // The end

    /// Finishes work that is left in good order before it is complete, such as a search that has found its target. The
    /// text keeps how far it came.
    public func leave() { node.leave() }

    /// Finishes the progress: the work is done, whatever the counts say.
    public func finish() { node.finish() }

    /// Fails the progress: the work has ended without finishing.
    ///
    /// - Parameters:
    ///   - message: for people.
    ///   - code: for programs.
    public func fail(_ message: String, code: String? = nil) { node.fail(message, code: code) }

    /// Waits until everything has been sent to the service, at most `limit`.
    ///
    /// The exit of the process does so by itself, for at most a second.
    /// - Returns: false if that took too long, or the service is away.
    @discardableResult
    public func flush(within limit: Duration = .seconds(1)) async -> Bool {
        await node.reporter?.flush(within: limit) ?? false
    }

    /// The id at the service, once that has answered.
    public var id: String? { node.id }
}
