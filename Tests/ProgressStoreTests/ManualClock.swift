import Platform
import Synchronization

/// A clock that tests move.
final class ManualClock: Sendable {
    private let nanoseconds = Atomic<UInt64>(1_000_000_000_000)

    /// Monotonic nanoseconds.
    var now: UInt64 {
        get { nanoseconds.load(ordering: .relaxed) }
        set { nanoseconds.store(newValue, ordering: .relaxed) }
    }

    /// A wall clock that runs with it, so many milliseconds ahead.
    func wallClock(ahead milliseconds: Int64) -> ServiceClock {
        ServiceClock { [self] in ClusterWorld.wallClock + Int64(now / 1_000_000) + milliseconds }
    }
}
