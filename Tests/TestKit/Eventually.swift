import Glibc

/// Asks again and again until the answer is yes or the time is over.
package func eventually(within seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Moment.now() + seconds
    while true {
        if try condition() { return true }
        if Moment.now() > deadline { return false }
        usleep(2_000)
    }
}

/// Monotonic seconds.
package enum Moment {
    package static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
