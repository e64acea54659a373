/// Everything about a node that has to outlive the process; the rest follows from it and from its children.
package struct StoredProgress: Sendable {
    /// Flags of a node that cannot be derived from its counts.
    package struct Marks: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let isCredited = Marks(rawValue: 1 << 0)
        package static let isCancelled = Marks(rawValue: 1 << 1)
        package static let isPaused = Marks(rawValue: 1 << 2)
        package static let isStalled = Marks(rawValue: 1 << 3)
        package static let isFailed = Marks(rawValue: 1 << 4)
        package static let isCancellable = Marks(rawValue: 1 << 5)
        package static let isPausable = Marks(rawValue: 1 << 6)
        package static let removesWhenFinished = Marks(rawValue: 1 << 7)
        /// Its name means another node by now.
        package static let hasLostName = Marks(rawValue: 1 << 8)
        /// It is not listed among the runs of its name.
        package static let isForgottenRun = Marks(rawValue: 1 << 9)
        package static let isSilent = Marks(rawValue: 1 << 10)
        package static let hasDefaultLease = Marks(rawValue: 1 << 11)

        /// A new mark is the next bit: older programs refuse it.
        package static let all = Marks(rawValue: 1 << 12 - 1)
    }

    package var id: ProgressID
    package var parentID: ProgressID?
    /// Grows from join to join: siblings, and roots, are in this order.
    package var ordinal: UInt64
    package var marks: Marks = [.isCancellable]
    package var counts: Counts
    package var pendingUnitCount: Int64 = 0
    package var version: Int64 = 1
    /// The stamp of the node's newest change; across restarts only the order of stamps has a meaning.
    package var changeStamp: UInt64 = 0
    /// Milliseconds since 1970, as all times here.
    package var createdAt: Int64
    package var updatedAt: Int64
    /// -1: it is not finished.
    package var finishedAt: Int64 = -1
    /// When work on it began; -1 while it waits.
    package var startedAt: Int64 = -1
    /// When it finished, failed or was cancelled; -1 while it works, or if it was recorded by a version that did not
    /// know.
    package var endedAt: Int64 = -1
    /// For a root: when something in its tree was written last.
    package var treeWrittenAt: Int64
    package var details: DetailsBox?
    package var trace: ControlTrace?
    /// The amounts that vanished children added to the sums of the summary.
    package var retired = SummarySums()
    package var writers: [Writer] = []
    package var rate: StoredRate?
    /// The fraction of a node at a past moment. Nil for a node as it is, whose fraction is derived.
    package var momentFraction: Double?

    /// The name that means this node; one that it lost to another it only shows.
    package var heldName: String? { marks.contains(.hasLostName) ? nil : details?.details.name }

    private var hasEnded: Bool {
        !marks.isDisjoint(with: [.isCancelled]) || details?.details.failure != nil || counts.isFinished
    }

    /// The details, with the run's marks. Versions without runs saved none: such a node is the first of its name.
    /// Versions before 0.4 kept the reported speed of a node that had ended.
    var restorableDetails: DetailsBox? {
        guard var changed = details?.details else { return nil }
        if hasEnded { (changed.throughput, changed.estimatedTimeRemaining) = (nil, nil) }
        changed.run = changed.name == nil ? nil : changed.run ?? RunPlace()
        changed.run?.isForgotten = marks.contains(.isForgottenRun)
        return changed == details?.details ? details : DetailsBox(changed)
    }

    package init(id: ProgressID, counts: Counts, ordinal: UInt64, createdAt: Int64) {
        self.id = id
        self.counts = counts
        self.ordinal = ordinal
        self.createdAt = createdAt
        updatedAt = createdAt
        treeWrittenAt = createdAt
    }
}

/// A computed rate between two samples; see `Rate`.
package struct StoredRate: Equatable, Sendable {
    package var units: Double
    package var sampledAt: Int64
    package var blocks = RateBlocks()
    package var told = ToldTime()
    package var updatesPerSecond = Rate.assumedUpdatesPerSecond
    package var heldSilence: Float = 0
    /// Only for a root whose name has runs.
    package var foretelling: ForetellingBox?

    package init(units: Double, sampledAt: Int64) {
        self.units = units
        self.sampledAt = sampledAt
    }

    /// The form for versions without blocks: the present speed, and for how long it has held.
    package var meanSpeed: (unitsPerSecond: Float, milliseconds: Float) {
        let speed = blocks.speed(updatesPerSecond: Double(updatesPerSecond))
        let least = min(blocks.milliseconds, Rate.evidence)
        return (Float(speed.unitsPerSecond), min(max(Float(speed.seconds * 1_000), least), 1e9))
    }
}
