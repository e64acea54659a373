import Glibc
package import Platform
package import ProgressLog
import ProgressRecords
package import ProgressRegistry
package import ProgressTelemetry

/// A replica of a service that several processes are: one thread, which the engine may block.
package final class ClusterMember: GroupSaver, @unchecked Sendable {
    // @unchecked: 1. `context` and `log` are touched by `init` and `start`, which end before there is a thread, and by that
    // thread alone; 2. `thread` is touched by the one thread that calls `start` and `stop`; 3. the rest is Sendable.
    package let status: StorageStatus
    package let cluster: ClusterStatus
    /// The clock of the trees: never below a time in the log when this replica rules.
    package let clock: ServiceClock
    private let log: any GroupLog
    private let pipe: WakePipe
    private let reactors: ReactorCalls
    private let tokenNews = TokenNews()
    private var context: MemberContext
    private var thread: pthread_t?
    private let leaveBy = Lock<UInt64?>(nil)
    private let stopping = Flag()
    private let hasLeft = Bell()
    private let hasEnded = Bell()
    private let isSaved = Lock(true)
    private let isEnded = Flag()

    /// The minimum time for which `stop` waits for a statement that is under way; nanoseconds.
    private static let endingTime: UInt64 = 200_000_000

    /// - Parameters:
    ///   - log: the cluster thread's from `start` on.
    ///   - registry: empty; from now on its trees follow the log.
    ///   - clock: of this machine.
    package init(
        _ log: any GroupLog,
        _ settings: MemberSettings,
        _ registry: ProgressRegistry,
        clock: ServiceClock,
        messages: ServiceLog
    ) {
        let pipe = WakePipe()
        let reactors = ReactorCalls()
        let lead = ClockLead()
        status = StorageStatus(settings.durability)
        cluster = ClusterStatus { pipe.ring() }
        cluster.note(ClusterCensus(settings.member, [], form: .first))
        cluster.noteCaughtUp(MonotonicClock.now())
        self.clock = clock.ahead(by: lead)
        self.log = log
        self.pipe = pipe
        self.reactors = reactors
        context = MemberContext(
            log: log,
            registry: registry,
            settings: settings,
            status: status,
            cluster: cluster,
            messages: messages,
            clock: { MonotonicClock.now() },
            time: self.clock,
            systemTime: clock,
            lead: lead,
            wake: { reactors.wake() },
            tokenNews: tokenNews,
            refuse: { reactors.refuse($0) }
        )
    }

    /// - Parameters:
    ///   - address: where other replicas reach this one, `host:port`; nil: as the settings say.
    ///   - isAcquainted: whether it is known that the log's members are no other cluster.
    ///   - refuse: called on the cluster thread, with one line that says why, if they turn out to be one.
    ///   - wake: called on the cluster thread when `status` or `cluster` says something that reactors may wait for.
    package func start(
        address: String? = nil,
        isAcquainted: Bool = true,
        refuse: @escaping @Sendable (String) -> Void = { _ in },
        wake: @escaping @Sendable () -> Void
    ) {
        reactors.set(wake: wake, refuse: refuse)
        if let address { context.settings.address = address }
        context.settings.isAcquainted = isAcquainted
        thread = Thread { [self] in work() }.start()
    }

    /// Has all reactors look at `status` and `cluster`. Any thread.
    package func wake() { reactors.wake() }

    /// A reply waits: no group should be put off. Any thread.
    package func hurry() { pipe.ring() }

    /// The tokens of the registry have changed: they are announced at once. Any thread.
    package func announceTokens() {
        tokenNews.note()
        pipe.ring()
    }

    /// Hands over the office, if this replica holds it, and claims no more. Returns when that is done, or the time is over.
    ///
    /// Call it before the reactors stop: they still forward requests.
    /// - Parameter nanoseconds: the longest that this takes.
    package func leave(within nanoseconds: UInt64) {
        guard thread != nil else { return }
        let deadline = MonotonicClock.now() + nanoseconds
        leaveBy.withLock { $0 = deadline }
        pipe.ring()
        hasLeft.wait(until: deadline)
    }

    /// Ends the thread, and hands over if `leave` was not called. On the thread that called `start`. A thread that still waits
    /// for the engine after that is left to the end of the process.
    /// - Parameter deadline: monotonic nanoseconds.
    /// - Returns: whether everything that was written here is in the log.
    package func stop(by deadline: UInt64) -> Bool {
        guard let thread else { return true }
        if leaveBy.withLock({ $0 }) == nil { leave(within: 1_000_000_000) }
        stopping.raise()
        pipe.ring()
        hasEnded.wait(until: max(deadline, MonotonicClock.now() + Self.endingTime))
        if isEnded.isRaised { pthread_join(thread, nil) } else { pthread_detach(thread) }
        self.thread = nil
        reactors.clear()
        return isSaved.withLock { $0 }
    }

    private func work() {
        var membership = Membership(context, random: SystemRandomNumberGenerator())
        var isWoken = true
        var isLeaving = false
        while !stopping.isRaised {
            if !isLeaving, let deadline = leaveBy.withLock({ $0 }) {
                isLeaving = true
                membership.leave(by: deadline)
            }
            let due = membership.turn(isWoken: isWoken)
            isSaved.withLock { $0 = membership.isSaved }
            if isLeaving && !membership.isWriter { hasLeft.ring() }
            guard due > MonotonicClock.now() else {
                isWoken = pipe.drain()
                continue
            }
            log.wait(until: due, pipe)
            isWoken = MonotonicClock.now() < due
        }
        membership.withdraw()
        isEnded.raise()
        hasEnded.ring()
    }
}
