package import Platform
import Synchronization

/// The time of the trees, moved by the test alone. The pace of streams and of waiting requests is real time.
package final class ManualClock: Sendable {
    private let milliseconds: Atomic<Int64>

    package init(milliseconds: Int64 = 1_772_330_400_000) { self.milliseconds = Atomic(milliseconds) }

    package var serviceClock: ServiceClock {
        ServiceClock { [self] in milliseconds.load(ordering: .sequentiallyConsistent) }
    }

    package func advance(seconds: Double) {
        milliseconds.add(Int64(seconds * 1_000), ordering: .sequentiallyConsistent)
    }
}
