import Glibc

/// The time for the trees: milliseconds since 1970 that never jump. Tests pass a manual one.
package struct ServiceClock: Sendable {
    package let now: @Sendable () -> Int64

    package init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// The wall clock at the start plus the monotonic clock since: a step of the wall clock moves no lease or rate.
    package static func system() -> ServiceClock {
        let offset = milliseconds(CLOCK_REALTIME) - milliseconds(CLOCK_MONOTONIC)
        return ServiceClock { milliseconds(CLOCK_MONOTONIC) + offset }
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
