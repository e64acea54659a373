import Platform
import ProgressCore
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Handles everything in the trees that depends on time: leases, reservations, retention. One reactor does it for all.
struct Reaper {
    private let service: ServiceState
    private let reactor: Int
    /// nil without a cluster, where time works at the writer alone.
    private let cluster: ClusterStatus?
    private var ruled = false
    /// When it is due again; monotonic nanoseconds.
    private var next: UInt64 = 0

    /// Each may remove a tree, and free some of its nodes.
    private static let deadlinesAtOnce = 32

    init(_ service: ServiceState, reactor: Int) {
        self.service = service
        self.reactor = reactor
        cluster = service.cluster?.status
    }

    /// Works for at most one slice, if something is due.
    /// - Returns: when it is due again; `.max`: nothing has a deadline.
    mutating func turn(now: UInt64) -> UInt64 {
        if let cluster { followOffice(cluster, now: now) }
        if now >= next || service.takeReapingRequest() { next = reap(now: now) }
        return next
    }

    /// Where this replica begins to rule, everything may be due.
    private mutating func followOffice(_ cluster: ClusterStatus, now: UInt64) {
        let rules = cluster.rules(now: now)
        if rules && !ruled { next = now }
        ruled = rules
    }

    private func reap(now: UInt64) -> UInt64 {
        let moment = service.context.clock.now()
        let slice = TimeSlice(nanoseconds: service.configuration.sliceNanoseconds)
        var isFreeing = true
        while isFreeing {
            isFreeing = service.registry.enter(from: reactor) { $0.free(most: TimeSlice.nodesPerEntry) }
            if slice.isOver { break }
        }
        if cluster != nil && !ruled { return isFreeing ? now : .max }
        let (hasMore, next) = service.registry.enter(from: reactor) { registry in
            let hasMore = registry.tree.advance(to: moment, most: Self.deadlinesAtOnce)
            return (hasMore, registry.armReaper(at: moment))
        }
        if hasMore || isFreeing { return now }
        guard let next else { return .max }
        return now + UInt64(min(max(next - moment, 1), 86_400_000)) * 1_000_000
    }
}
