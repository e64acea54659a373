/// A node's place in the store; small, and reused after the node is gone.
package struct NodeIndex: Hashable, Sendable, StorePlace {
    let rawValue: Int32

    package static let none = NodeIndex(rawValue: -1)

    var orNil: NodeIndex? { self == .none ? nil : self }
}

/// A rate's place in the store.
struct RateIndex: StorePlace {
    let rawValue: Int32

    static let none = RateIndex(rawValue: -1)
}

/// One progress as it is stored. Everything that few nodes have is elsewhere: children in `Family`, texts in `details`.
struct Node {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// The pending units were handed to the parent; happens once for each link.
        static let isCredited = Flags(rawValue: 1 << 0)
        static let isCancelled = Flags(rawValue: 1 << 1)
        static let isPaused = Flags(rawValue: 1 << 2)
        static let isStalled = Flags(rawValue: 1 << 3)
        static let isFailed = Flags(rawValue: 1 << 4)
        static let isCancellable = Flags(rawValue: 1 << 5)
        static let isPausable = Flags(rawValue: 1 << 6)
        static let removesWhenFinished = Flags(rawValue: 1 << 7)
        /// The deadline queue has an entry for this root's retention.
        static let awaitsRetention = Flags(rawValue: 1 << 8)
        /// It has a lease that counts now.
        static let hasLease = Flags(rawValue: 1 << 9)
        /// This node, or everything below it, is watched: the registry knows by which reactors.
        static let isWatched = Flags(rawValue: 1 << 10)
        static let isWatchedWithDescendants = Flags(rawValue: 1 << 11)
        /// Its removal is noted, and it is still to be freed: the top of a removed subtree, and nodes below it.
        static let isPendingRemoval = Flags(rawValue: 1 << 12)
        /// No update came for so long that its computed rate is no longer believed.
        static let isSilent = Flags(rawValue: 1 << 13)
        /// Its lease comes from the service, not from a client: it does not always count.
        static let hasDefaultLease = Flags(rawValue: 1 << 14)
        /// Its name means another node by now.
        static let hasLostName = Flags(rawValue: 1 << 15)
    }

    var id: ProgressID
    var parent = NodeIndex.none
    /// Siblings in the order in which they joined; for roots the order of creation.
    var previousSibling = NodeIndex.none
    var nextSibling = NodeIndex.none
    /// The number of nodes in its subtree that have not ended, itself included.
    var workingCount: Int32 = 0
    /// Where the newest change noted this node in `Changes.touches`; good in that change, while touches are recorded.
    var touchPosition: Int32 = -1
    var flags: Flags = [.isCancellable]
    /// When its rate was sampled last; 0: never.
    var rateTick: UInt16 = 0
    /// In `NodeStore`; none before the first sample.
    var rate = RateIndex.none
    /// In `NodeStore`; none as long as there was never a child.
    var family = FamilyIndex.none
    var counts: Counts
    var pendingUnitCount: Int64 = 0
    var fraction = 0.0
    var version: Int64 = 1
    /// The newest change of this node, and of anything in its subtree.
    var changeStamp: UInt64 = 0
    var subtreeStamp: UInt64 = 0
    /// Grows from join to join; the place in lists that a cursor remembers.
    var ordinal: UInt64 = 0
    var createdAt: Int64
    var updatedAt: Int64
    /// When it finished; -1 while unfinished.
    var finishedAt: Int64 = -1
    /// When work on it or below it began; -1 while it waits. Everything above a started node is started.
    var startedAt: Int64 = -1
    /// When it finished, failed or was cancelled; -1 while it works.
    var endedAt: Int64 = -1
    /// For a root: when something in its tree was written last.
    var treeWrittenAt: Int64
    var details: DetailsBox?
    /// Nil where it was never controlled and did not fail.
    var trace: ControlTrace?

    init(id: ProgressID, counts: Counts, now: Int64) {
        self.id = id
        self.counts = counts
        fraction = counts.fraction(childSum: 0)
        createdAt = now
        updatedAt = now
        treeWrittenAt = now
        finishedAt = counts.isFinished ? now : -1
        endedAt = finishedAt
    }

    /// Whether no more work is expected: finished, cancelled or failed.
    var isEnded: Bool { !flags.isDisjoint(with: [.isCancelled, .isFailed]) || counts.isFinished }

    /// Whether it has ended, and still has with these counts.
    func staysEnded(with counts: Counts) -> Bool { isEnded && (state != .finished || counts.isFinished) }

    var state: ProgressState {
        if flags.contains(.isFailed) { return .failed }
        if flags.contains(.isCancelled) { return .cancelled }
        if counts.isFinished { return .finished }
        if flags.contains(.isPaused) { return .paused }
        if flags.contains(.isStalled) { return .stalled }
        return counts.isIndeterminate ? .indeterminate : .running
    }

    /// Brings the fraction up to date with the children, as a part of the change `stamp`.
    /// - Returns: whether it has changed.
    @inline(__always)
    mutating func follow(childSum: Double, stamp: UInt64) -> Bool {
        subtreeStamp = stamp
        let old = fraction
        fraction = counts.fraction(childSum: childSum)
        return fraction != old
    }

    /// Becomes a part of the change `stamp`: the version grows once for a change.
    /// - Returns: whether it was no part of it before.
    @inline(__always)
    mutating func join(change stamp: UInt64, at now: Int64) -> Bool {
        if changeStamp == stamp { return false }
        changeStamp = stamp
        version += 1
        updatedAt = now
        return true
    }

    /// Whether its parent looks as before the change `stamp` once this child is gone: it came finished in it, alone,
    /// and is worth nothing.
    func leavesNothing(cameIn stamp: UInt64) -> Bool {
        guard version == 1, changeStamp == stamp, pendingUnitCount == 0, counts.isFinished, family == .none else {
            return false
        }
        guard let details = details?.details else { return true }
        return details.kind != "file" && details.fileTotalCount == nil && details.fileCompletedCount == nil
    }

    /// Units of the parent that this child stands for while it is not credited.
    var contribution: Double {
        pendingUnitCount == 0 ? 0 : min(Double(pendingUnitCount) * fraction, .greatestFiniteMagnitude)
    }
}
