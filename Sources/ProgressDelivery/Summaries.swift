import ProgressCore
import ProgressRegistry

/// Summaries of nodes for the streams of a reactor, each made once for all of them.
///
/// One is used as long as nothing below its node has changed. That of a large subtree is used for up to a second after
/// that, and made anew in slices meanwhile; what it does not show yet is owed, and no promise goes past it.
struct Summaries {
    private struct Known {
        let madeAt: UInt64
        /// Everything up to this stamp is in it.
        let stamp: UInt64
        let summary: ProgressSummary
    }

    private let registry: ProgressRegistry
    private let reactor: Int
    private var known: [ProgressID: Known] = [:]
    private var jobs: [ProgressID: SummaryJob] = [:]
    /// The oldest change of each large node that its readers have not been shown.
    private var owed: [ProgressID: UInt64] = [:]

    /// From so many nodes on a subtree is large.
    private static let largeCount = 10_000
    /// How old the summary of a large subtree may be, and when a new one is begun.
    private static let largestAge: UInt64 = 1_000_000_000
    private static let refreshAge: UInt64 = 500_000_000
    /// Summaries that are too old are forgotten before they outnumber the others.
    private var capacity = 1_024

    init(_ registry: ProgressRegistry, reactor: Int) {
        self.registry = registry
        self.reactor = reactor
    }

    /// Whether there is something to go on with.
    var isBusy: Bool { !jobs.isEmpty || !owed.isEmpty }

    /// Whether what a summary in use hides is still to be told.
    func isOwed(_ id: ProgressID) -> Bool { owed[id] != nil }

    /// The oldest change that an old summary hides; nil: none does.
    var oldestStamp: UInt64? { owed.isEmpty ? nil : owed.values.min() }

    /// The summary of a node; nil where it is gone.
    ///
    /// - Parameter forAll: it is told to everybody who wants it now, so that nothing of it is owed if it is new.
    mutating func summary(of id: ProgressID, forAll: Bool, now: UInt64) -> ProgressSummary? {
        let present = known[id]
        let (stamp, made): (UInt64, Known?) = registry.enter(from: reactor) { registry in
            guard let index = try? registry.tree.find(id) else { return (0, nil) }
            let stamp = registry.tree.subtreeStamp(of: index)
            if let present, present.stamp >= stamp || Self.isUsable(present, now: now) { return (stamp, present) }
            let summary = registry.tree.summary(of: index)
            return (stamp, Known(madeAt: now, stamp: registry.tree.sequence, summary: summary))
        }
        known[id] = made
        guard let made else {
            owed[id] = nil
            return nil
        }
        let hidden = made.stamp < stamp ? made.stamp + 1 : nil
        if forAll { owed[id] = hidden } else if let hidden { owed[id] = min(owed[id] ?? .max, hidden) }
        if known.count > capacity {
            known = known.filter { now < $0.value.madeAt + Self.largestAge }
            capacity = max(1_024, 2 * known.count)
        }
        return made.summary
    }

    private static func isUsable(_ known: Known, now: UInt64) -> Bool {
        known.summary.nodeCounts.reduce(0, +) > largeCount && now < known.madeAt + largestAge
    }

    /// Nobody wants a summary any longer.
    mutating func removeAll() {
        known = [:]
        jobs = [:]
        owed = [:]
    }

    // MARK: Refreshing

    /// Makes those that are owed anew, as soon as the present ones are old enough.
    /// - Returns: the nodes whose summaries are new and to be told, with the oldest change that they show; and when it
    ///   wants to go on.
    mutating func refresh(_ slice: TimeSlice, now: UInt64) -> (made: [(id: ProgressID, stamp: UInt64)], next: UInt64) {
        var next = UInt64.max
        for id in owed.keys where jobs[id] == nil {
            let due = known[id].map { $0.madeAt + Self.refreshAge } ?? now
            if due <= now { jobs[id] = SummaryJob(of: id, registry, reactor: reactor) } else { next = min(next, due) }
        }
        var made: [(id: ProgressID, stamp: UInt64)] = []
        for (id, job) in jobs {
            guard job.run(slice) else { return (made, now) }
            jobs[id] = nil
            guard let summary = job.summary else {
                known[id] = nil
                owed[id] = nil
                continue
            }
            known[id] = Known(madeAt: now, stamp: job.stamp, summary: summary)
            made.append((id, owed[id] ?? job.stamp))
        }
        return (made, next)
    }
}
