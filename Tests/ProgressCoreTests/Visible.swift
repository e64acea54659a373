import ProgressCore

/// Everything that a reader sees of a node, to compare two moments; `expiresAt` apart, whose moves change no version.
struct Visible: Equatable {
    var id: ProgressID
    var parentID: ProgressID?
    var rootID: ProgressID
    var depth: Int
    var childCount: Int
    var pendingUnitCount: Int64?
    var counts: Counts
    var fraction: Double
    var percent: Int
    var flags: [Bool]
    var state: ProgressState
    var directive: Directive
    var createdAt: Int64
    var finishedAt: Int64?
    var startedAt: Int64?
    var endedAt: Int64?
    var version: Int64
    var updatedAt: Int64
    var details: ProgressDetails
    var control: LastControl?
    var throughput: Double?
    var estimatedTimeRemaining: Double?

    init(_ snapshot: ProgressSnapshot) {
        id = snapshot.id
        parentID = snapshot.parentID
        rootID = snapshot.rootID
        depth = snapshot.depth
        childCount = snapshot.childCount
        pendingUnitCount = snapshot.pendingUnitCount
        counts = Counts(total: snapshot.totalUnitCount, completed: snapshot.completedUnitCount)
        fraction = snapshot.fractionCompleted
        percent = snapshot.percentCompleted
        flags = [
            snapshot.isCancellable, snapshot.isPausable, snapshot.isCancelled, snapshot.isPaused,
            snapshot.removeWhenFinished, snapshot.isIndeterminate, snapshot.isFinished,
        ]
        state = snapshot.state
        directive = snapshot.directive
        createdAt = snapshot.createdAt
        finishedAt = snapshot.finishedAt
        startedAt = snapshot.startedAt
        endedAt = snapshot.endedAt
        version = snapshot.version
        updatedAt = snapshot.updatedAt
        details = snapshot.details ?? ProgressDetails()
        // No reader is shown it.
        details.run?.isForgotten = false
        control = snapshot.trace?.control
        throughput = snapshot.throughput
        estimatedTimeRemaining = snapshot.estimatedTimeRemaining
    }

    /// This value without the members that only say that something changed.
    var unversioned: Visible {
        var copy = self
        copy.version = 0
        copy.updatedAt = 0
        return copy
    }
}
