#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// When a snapshot came. That is no part of what it shows: any two are equal.
struct SnapshotArrival: Sendable, Hashable {
    /// By a clock that nobody sets.
    var instant = ContinuousClock.now
    var date = Date.now
    /// By how many seconds the service's clock is ahead of this one.
    var lead: Double = 0

    /// The seconds between a moment by the service's clock and `instant`.
    func age(of moment: Date, at instant: ContinuousClock.Instant) -> Double {
        let before = date.timeIntervalSince(moment) + lead
        return max(0, before) + max(0, (instant - self.instant) / .seconds(1))
    }

    static func == (_: SnapshotArrival, _: SnapshotArrival) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

extension ProgressSnapshot {
    /// The seconds that are left at a moment: `estimatedTimeRemaining` less the age that the snapshot has then, never
    /// below 0. The age of what streams bring is by the service's clock, that of replies by this machine's. Nil where the service tells no time: while paused, stalled or silent, after the end, and where nobody
    /// knows.
    public func timeRemaining(at instant: ContinuousClock.Instant = .now) -> Double? {
        guard let told = estimatedTimeRemaining, state == .running || state == .indeterminate else { return nil }
        return max(0, told - arrival.age(of: updatedAt, at: instant))
    }
}
