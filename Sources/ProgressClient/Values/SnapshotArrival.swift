#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The time at which a snapshot arrived. Comparisons ignore it: any two are equal.
struct SnapshotArrival: Sendable, Hashable {
    /// By a clock that cannot be set.
    var instant = ContinuousClock.now
    var date = Date.now
    /// The seconds by which the service's clock is ahead of this one.
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
    /// The seconds that are left at `instant`: `estimatedTimeRemaining` less the age of the snapshot by then, never
    /// below 0. The age is by the service's clock for snapshots of streams, by this machine's for those of replies. Nil
    /// if the service gives no time: while paused, stalled or silent, after the end, and if it is unknown.
    public func timeRemaining(at instant: ContinuousClock.Instant = .now) -> Double? {
        guard let told = estimatedTimeRemaining, state == .running || state == .indeterminate else { return nil }
        return max(0, told - arrival.age(of: updatedAt, at: instant))
    }
}
