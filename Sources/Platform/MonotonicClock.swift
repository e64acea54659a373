internal import Glibc

/// CLOCK_MONOTONIC in nanoseconds: the clock of every deadline here.
package enum MonotonicClock {
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Between 0 and a year.
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(min(max(seconds, 0), 31_536_000) * 1e9)
    }
}
