internal import Glibc
internal import Platform

/// Sleeping until descriptors are ready.
enum Readiness {
    /// - Parameter awaited: descriptors with the events of `poll` to wait for; an error ends the sleep, too.
    /// - Returns: false if the deadline has passed.
    static func wait(for awaited: [(descriptor: Int32, events: Int32)], by deadline: UInt64) -> Bool {
        var polled = awaited.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        while true {
            let now = MonotonicClock.now()
            // Rounded up, or the last millisecond would be spent spinning.
            let left = deadline > now ? (deadline - now - 1) / 1_000_000 + 1 : 0
            if poll(&polled, nfds_t(polled.count), Int32(clamping: left)) > 0 { return true }
            if MonotonicClock.now() >= deadline { return false }
        }
    }
}
