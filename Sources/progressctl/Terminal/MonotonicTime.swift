import Glibc

/// The time of a clock that never goes back, in seconds.
enum MonotonicTime {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
