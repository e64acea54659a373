package import ProgressCore

/// What the registry holds: the trees, and who is to be told of their changes. Touched inside the gate only.
package final class RegistryState {
    package var tree: ProgressTree
    var watches: [ProgressID: Watch] = [:]
    /// Reactors with subscribers to every root, and to everything below every root.
    var rootsMask: UInt64 = 0
    var everythingMask: UInt64 = 0
    var rootsCounts: [Int: Int] = [:]
    var everythingCounts: [Int: Int] = [:]
    var descendantWatchCount = 0
    /// Streams that a relabeling of a root may bring whole trees.
    var relabelingWatchCount = 0
    package var mailboxes: [Mailbox] = []
    package var departures = DepartureLog()
    package var streams = StreamQuota()
    package var access = AccessTable()
    /// Bodies that named nodes were created with; pruned when their nodes are gone.
    package var digests: [ProgressID: BodyDigest] = [:]
    package var digestSweepCount = 1_024
    /// When the reaper looks again, milliseconds since 1970; what falls due earlier wakes it.
    package var armedDeadline = Int64.max
    /// The reaper knows that removed nodes are to be freed.
    var isFreeing = false
    /// Tells the reaper so, from any thread.
    package var requestReaping: @Sendable () -> Void = {}

    /// The group of changes that is brought to disk next; they are numbered from 1.
    package var openGroup: UInt64 = 1
    /// Some of it is taken already.
    package var isCollecting = false

    package init(limits: ProgressLimits) { tree = ProgressTree(limits: limits) }

    package init(restored tree: consuming ProgressTree) { self.tree = tree }
}
