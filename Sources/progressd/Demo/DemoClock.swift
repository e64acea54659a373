import Platform
import Synchronization

/// The clock of the demonstrated service. It starts nights ago and runs ahead until it is now: there are earlier runs
/// then, and work that is half done.
final class DemoClock: Sendable {
    private let now = ServiceClock.system().now
    /// The milliseconds by which it is behind.
    private let lag = Atomic<Int64>(0)

    var service: ServiceClock { ServiceClock { [self] in now() - lag.load(ordering: .relaxed) } }

    /// Call it before there is any progress: time does not go back.
    func start(secondsAgo: Double) { lag.store(Int64(secondsAgo * 1_000), ordering: .relaxed) }

    /// Runs ahead, never beyond now. One thread calls it.
    func advance(by seconds: Double) {
        lag.store(max(0, lag.load(ordering: .relaxed) - Int64(seconds * 1_000)), ordering: .relaxed)
    }
}
