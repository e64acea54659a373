import ProgressCore
import ProgressRegistry

/// Summaries of nodes, shared by the streams of a reactor.
///
/// A summary stays in use until something below its node changes. The summary of a large subtree stays in use for up to
/// a second longer while slices make the next one; changes that it does not show yet are owed, and limit promises.
struct Summaries {
    private struct Known {
        let madeAt: UInt64
        /// It shows every change up to this stamp.
        let stamp: UInt64
        let summary: ProgressSummary
    }

    private let registry: ProgressRegistry
    private let reactor: Int
    private var known: [ProgressID: Known] = [:]
    private var jobs: [ProgressID: SummaryJob] = [:]
    /// The oldest change of each large subtree that its readers have not seen.
    private var owed: [ProgressID: UInt64] = [:]

    /// A subtree with more nodes than this is large.
    private static let largeCount = 10_000
    /// Nanoseconds: the maximum age of a large subtree's summary, and the age at which the next one is begun.
    private static let largestAge: UInt64 = 1_000_000_000
    private static let refreshAge: UInt64 = 500_000_000
    /// Outdated summaries are dropped before they outnumber the others.
    private var capacity = 1_024

    init(_ registry: ProgressRegistry, reactor: Int) {
        self.registry = registry
        self.reactor = reactor
    }

    /// Whether `refresh` has work.
    var isBusy: Bool { !jobs.isEmpty || !owed.isEmpty }

    /// Whether the summary in use hides a change of the node.
    func isOwed(_ id: ProgressID) -> Bool { owed[id] != nil }

    /// The oldest change that a summary in use hides; nil if none does.
    var oldestStamp: UInt64? { owed.isEmpty ? nil : owed.values.min() }

    /// The summary of a node; nil if the node is gone.
    ///
    /// - Parameter forAll: whether all its readers get it now, so that a current summary settles what was owed.
    mutating func summary(of id: ProgressID, forAll: Bool, now: UInt64) -> ProgressSummary? {
        let present = known[id]
        let (stamp, made): (UInt64, Known?) = registry.enter(from: reactor) { registry in
            guard let index = try? registry.tree.find(id) else { return (0, nil) }
            let stamp = registry.tree.forest.subtreeStamp(of: index)
            if let present, present.stamp >= stamp || Self.isUsable(present, now: now) { return (stamp, present) }
            let summary = registry.tree.forest.summary(of: index)
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

    /// Forgets everything; no stream wants a summary now.
    mutating func removeAll() {
        known = [:]
        jobs = [:]
        owed = [:]
    }

    // MARK: Refreshing

    /// Makes new summaries for those that are owed and old enough.
    /// - Returns: the nodes with a new summary to tell, each with the oldest change that it shows; and when to run
    ///   again.
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
