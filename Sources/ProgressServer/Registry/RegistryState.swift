import ProgressCore

/// What the registry holds: the trees, and who is to be told of their changes. Touched inside the gate only.
final class RegistryState {
    var tree: ProgressTree
    var watches: [ProgressID: Watch] = [:]
    /// Reactors with subscribers to every root, and to everything below every root.
    var rootsMask: UInt64 = 0
    var everythingMask: UInt64 = 0
    var rootsCounts: [Int: Int] = [:]
    var everythingCounts: [Int: Int] = [:]
    var descendantWatchCount = 0
    var mailboxes: [Mailbox] = []
    var departures = DepartureLog()
    var streams = StreamCensus()
    var access = AccessTable()
    /// Bodies that named nodes were created with; pruned when their nodes are gone.
    var digests: [ProgressID: BodyDigest] = [:]
    var digestSweepCount = 1_024
    /// When the reaper looks again, milliseconds since 1970; what falls due earlier wakes it.
    var armedDeadline = Int64.max
    /// The reaper knows that removed nodes are to be freed.
    var isFreeing = false
    /// Tells the reaper so, from any thread.
    var requestReaping: @Sendable () -> Void = {}

    /// The group of changes that is brought to disk next; they are numbered from 1.
    var openGroup: UInt64 = 1
    /// Some of it is taken already.
    var isCollecting = false

    init(limits: ProgressLimits) { tree = ProgressTree(limits: limits) }

    init(restored tree: consuming ProgressTree) { self.tree = tree }
}
