/// One progress at one moment, as a value: everything that the wire and the descriptions show of it.
///
/// Times are milliseconds since 1970 (UTC); durations are seconds.
package struct ProgressSnapshot: Sendable {
    package var id: ProgressID
    package var parentID: ProgressID?
    package var rootID: ProgressID
    package var depth = 0
    package var childCount = 0
    /// In units of the parent; nil for a root.
    package var pendingUnitCount: Int64?
    package var totalUnitCount: Int64 = 0
    package var completedUnitCount: Int64 = 0
    package var fractionCompleted = 0.0
    /// Whether a child that is worth something has not yet handed over its pending units; then the percent comes from
    /// the fraction.
    package var hasUncreditedChildren = false
    package var isCancellable = true
    package var isPausable = false
    package var isCancelled = false
    package var isPaused = false
    package var isStalled = false
    package var removeWhenFinished = false
    package var version: Int64 = 1
    package var createdAt: Int64 = 0
    package var updatedAt: Int64 = 0
    package var finishedAt: Int64?
    package var expiresAt: Int64?
    /// When work on it or below it began; nil while it waits.
    package var startedAt: Int64?
    /// When it finished, failed or was cancelled.
    package var endedAt: Int64?
    package var speed = ShownSpeed()
    /// Texts and file facts; nil for a plain node.
    package var box: DetailsBox?
    /// Nil where it was never controlled and did not fail.
    package var trace: ControlTrace?

    package init(id: ProgressID, rootID: ProgressID) {
        self.id = id
        self.rootID = rootID
    }

    /// Seconds.
    package var estimatedTimeRemaining: Double? {
        get { speed.timeRemaining }
        set { speed.timeRemaining = newValue }
    }

    /// Units per second.
    package var throughput: Double? {
        get { speed.throughput }
        set { speed.throughput = newValue }
    }

    package var details: ProgressDetails? {
        get { box?.details }
        set { box = newValue.map(DetailsBox.init) }
    }
}

extension ProgressSnapshot {
    package var isIndeterminate: Bool {
        Counts(total: totalUnitCount, completed: completedUnitCount).isIndeterminate
    }

    package var isFinished: Bool { Counts(total: totalUnitCount, completed: completedUnitCount).isFinished }

    package var isFile: Bool {
        guard let box else { return false }
        return box.details.kind == "file"
    }

    private var hasFailed: Bool {
        guard let box else { return false }
        // A comparison with nil would copy it.
        if case .some = box.details.failure { return true }
        return false
    }

    package var state: ProgressState {
        if hasFailed { return .failed }
        if isCancelled { return .cancelled }
        if isFinished { return .finished }
        if isPaused { return .paused }
        if isStalled { return .stalled }
        return isIndeterminate ? .indeterminate : .running
    }

    package var directive: Directive {
        if isCancelled || hasFailed { return .cancel }
        return isPaused ? .pause : .run
    }

    /// Whole percent for people: rounded down, never 100 before the fraction is 1, at most 999,999.
    package var percentCompleted: Int {
        Counts(total: totalUnitCount, completed: completedUnitCount)
            .percent(fraction: fractionCompleted, isExact: !hasUncreditedChildren)
    }
}
