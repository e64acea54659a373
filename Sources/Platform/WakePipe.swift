internal import Glibc
internal import Synchronization

/// Wakes a thread that sleeps in `poll`. A ring before the sleep is not lost.
package final class WakePipe: Sendable {
    /// The end to poll for reading.
    package let descriptor: Int32
    private let writingEnd: Int32
    private let hasRung = Atomic<Bool>(false)

    package init() {
        var ends: [Int32] = [-1, -1]
        let code = pipe(&ends)
        precondition(code == 0, "the system has no descriptor left")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (descriptor, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writingEnd)
    }

    /// From any thread. Costs one atomic exchange while an earlier ring is still unheard.
    package func ring() {
        if hasRung.exchange(true, ordering: .sequentiallyConsistent) { return }
        var byte: UInt8 = 1
        // The pipe holds at most two bytes: it cannot be full.
        _ = write(writingEnd, &byte, 1)
    }

    /// Takes all rings so far. Only the thread that sleeps calls this; then it looks for what the rings were about.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    package func drain() -> Bool {
        // First the bytes, then the flag: a ring between the two finds the flag raised, and is part of what was heard.
        var bytes: UInt64 = 0
        _ = read(descriptor, &bytes, 8)
        return hasRung.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Sleeps until a ring or the deadline, and drains.
    ///
    /// - Parameter deadline: monotonic nanoseconds.
    /// - Returns: whether it was a ring.
    package func wait(until deadline: UInt64) -> Bool {
        while true {
            let now = MonotonicClock.now()
            // Rounded up, or the last millisecond would be spent spinning.
            let left = deadline > now ? (deadline - now - 1) / 1_000_000 + 1 : 0
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, Int32(min(left, 86_400_000))) > 0 && drain() { return true }
            if MonotonicClock.now() >= deadline { return false }
        }
    }
}
