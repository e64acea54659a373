import Platform
import ProgressCore
import ProgressHTTP
import ProgressRegistry

/// Lets time do its work in the trees: leases, reservations, retention. One reactor does it for all.
struct Reaper {
    private let service: ServiceState
    private let reactor: Int
    /// When it is due again; monotonic nanoseconds.
    private var next: UInt64 = 0

    /// Each may remove a tree, and free some of its nodes.
    private static let deadlinesAtOnce = 32

    init(_ service: ServiceState, reactor: Int) {
        self.service = service
        self.reactor = reactor
    }

    /// Works for at most one slice, if something is due.
    /// - Returns: when it is due again; `.max`: nothing has a deadline.
    mutating func turn(now: UInt64) -> UInt64 {
        if now >= next || service.takeReapingRequest() { next = reap(now: now) }
        return next
    }

    private func reap(now: UInt64) -> UInt64 {
        let moment = service.context.clock.now()
        let slice = TimeSlice(nanoseconds: service.configuration.sliceNanoseconds)
        var isFreeing = true
        while isFreeing {
            isFreeing = service.registry.enter(from: reactor) { $0.free(most: TimeSlice.nodesPerEntry) }
            if slice.isOver { break }
        }
        let (hasMore, next) = service.registry.enter(from: reactor) { registry in
            let hasMore = registry.tree.advance(to: moment, most: Self.deadlinesAtOnce)
            return (hasMore, registry.armReaper(at: moment))
        }
        if hasMore || isFreeing { return now }
        guard let next else { return .max }
        return now + UInt64(min(max(next - moment, 1), 86_400_000)) * 1_000_000
    }
}
