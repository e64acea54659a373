import Platform

/// The waiting part of a reactor: an epoll descriptor, a wheel of deadlines, and the time of the current turn.
///
/// Belongs to the thread that waits first.
final class EventLoop {
    /// When the current turn began; CLOCK_MONOTONIC nanoseconds.
    private(set) var now: UInt64
    let poller: Poller
    private var wheel: DeadlineWheel
    private var threadCheck = ThreadCheck()
    private var due: [EventSource] = []
    /// Kept to the end of the turn: an event of the same batch may still name them.
    private var retired: [EventSource] = []

    init(granularity: UInt64) throws(ReactorError) {
        now = MonotonicClock.now()
        wheel = DeadlineWheel(granularity: granularity, now: now)
        poller = try Poller()
    }

    /// Begins a turn.
    ///
    /// - Parameter milliseconds: -1: until something happens.
    /// - Returns: how many events there are.
    func wait(milliseconds: Int32) -> Int {
        assertOnThread()
        let count = poller.wait(milliseconds: milliseconds)
        now = MonotonicClock.now()
        return count
    }

    /// For everything that is used on the thread of its reactor only.
    func assertOnThread() { threadCheck.assertOnThread() }

    // MARK: Deadlines

    /// When `expireDeadlines` has something to do; `.max`: never.
    var nextDeadline: UInt64 { wheel.nextTime ?? .max }

    /// - Parameter nanoseconds: nil: no deadline.
    func schedule(_ source: EventSource, after nanoseconds: UInt64?) {
        assertOnThread()
        wheel.schedule(source, at: nanoseconds.map { now + $0 } ?? .max)
    }

    func expireDeadlines() {
        wheel.expire(now: now, into: &due)
        guard !due.isEmpty else { return }
        for source in due { source.expired(now: now) }
        due.removeAll(keepingCapacity: true)
    }

    // MARK: Ending

    /// Its descriptor is closed or handed on; the object lives until the turn ends.
    func retire(_ source: EventSource) {
        wheel.remove(source)
        retired.append(source)
    }

    func endTurn() { retired.removeAll(keepingCapacity: true) }
}
