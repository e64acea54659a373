internal import CMicroHTTPD
internal import Glibc
import Platform

/// One thread, one loop: accepts, lets libmicrohttpd parse and reply, and writes streams itself.
///
/// `wake`, `quiesce`, `stop` and `counters` may be called from any thread; all else belongs to the loop's.
package final class Reactor: @unchecked Sendable {
    // 1. What other threads touch is constant (`wakeDescriptor`, `port`, `name`) or behind `orders` and `published`.
    // 2. Everything else is touched by the one thread inside `run`, and by `init` before it is shared.

    /// The settings that are durations, in nanoseconds.
    struct Timing {
        let head, body, idle, stalled, vanished: UInt64
    }

    /// A socket between accept and libmicrohttpd's first word about it.
    struct Incoming {
        let descriptor: Int32
        let peerAddress: PeerAddress
        let isExcess: Bool
    }

    private struct Orders {
        var quiesces = false
        var stopDeadline: UInt64?
    }

    package let configuration: ReactorConfiguration
    package let name: String
    /// The real one, also if the configuration said 0.
    package let port: UInt16

    let timing: Timing
    let poller: Poller
    let daemon: Daemon
    private let wakeDescriptor: Int32
    private let orders = Lock(Orders())
    let published = Lock(ReactorCounters())

    var listener: Int32
    var application: (any Application)?
    /// The time of this turn.
    var now: UInt64
    var wheel: DeadlineWheel
    var counters = ReactorCounters()
    var connections: [Connection] = []
    var sockets: [EventSocket] = []
    var lingering: [ObjectIdentifier: LingeringSocket] = [:]
    var incoming: Incoming?
    var begins: [(EventSocket, (EventSocket) -> Void)] = []
    var gone: [EventSocket] = []
    /// Kept to the end of the turn: an event of the same batch may still name them.
    var retired: [Watched] = []
    var due: [Watched] = []
    var memory = MemoryReturn()
    /// When streams are looked at next, and which is the first of them.
    var nextLook = UInt64.max
    var lookPosition = 0
    /// Since when libmicrohttpd has not once been satisfied; nil: it was.
    var restlessSince: UInt64?
    /// libmicrohttpd has something to do of which its descriptor does not tell.
    var needsRun = false
    var listenerIsReady = false
    var acceptPauseEnd: UInt64?
    var applicationDeadline: UInt64?
    package internal(set) var isQuiescing = false
    package internal(set) var stopDeadline: UInt64?
    var isBreakingOff = false
    /// Bodies that wait for their turn, the longest waiting first.
    var yielded: [(content: Content, connection: Connection)] = []
    /// Memory of the bodies that are larger than what each connection keeps.
    var heldBodyByteCount = 0
    /// When the slice of this turn for bodies is over.
    var contentSliceEnd: UInt64 = 0

    enum Token { static let daemon: UInt64 = 1, wake: UInt64 = 2, listener: UInt64 = 3, last: UInt64 = 3 }

    package init(_ configuration: ReactorConfiguration, name: String = "reactor") throws(ReactorError) {
        signal(SIGPIPE, SIG_IGN)
        self.configuration = configuration
        self.name = name
        timing = Timing(
            head: MonotonicClock.nanoseconds(configuration.headSeconds),
            body: MonotonicClock.nanoseconds(configuration.bodySeconds),
            idle: MonotonicClock.nanoseconds(configuration.idleSeconds),
            stalled: MonotonicClock.nanoseconds(configuration.stalledStreamSeconds),
            vanished: MonotonicClock.nanoseconds(configuration.vanishedStreamSeconds)
        )
        now = MonotonicClock.now()
        wheel = DeadlineWheel(granularity: min(timing.head, timing.body, timing.idle, timing.stalled) / 16, now: now)
        poller = try Poller()
        daemon = try Daemon(
            connectionLimit: configuration.connectionLimit + Self.slack,
            memoryByteCount: configuration.connectionMemoryByteCount,
            timeoutSeconds: max(1, Int(configuration.idleSeconds.rounded(.up)))
        )
        let wake = cmicrohttpd_eventfd()
        guard wake >= 0 else { throw .system(call: "eventfd", code: errno) }
        do throws(ReactorError) {
            (listener, port) = try ListeningAddress.listen(
                host: configuration.host,
                port: configuration.port,
                backlog: configuration.listenBacklog
            )
        } catch {
            close(wake)
            throw error
        }
        wakeDescriptor = wake
        daemon.attach(self)
        _ = poller.add(daemon.epollDescriptor, cmicrohttpd_readable, token: Token.daemon)
        _ = poller.add(wakeDescriptor, cmicrohttpd_readable, token: Token.wake)
        _ = poller.add(listener, cmicrohttpd_readable, token: Token.listener)
    }

    deinit {
        daemon.detach()
        closeListener()
        close(wakeDescriptor)
    }

    /// Runs the loop on the calling thread until stopped. Once only.
    package func run(makeApplication: (Reactor) -> any Application) {
        begin(makeApplication(self))
        while turn() {}
        tearDown()
    }

    /// A turn of the loop comes soon. Any thread, also a signal handler.
    package func wake() {
        var one: UInt64 = 1
        _ = write(wakeDescriptor, &one, 8)
    }

    /// No new connections; those that are there end with their next reply. Any thread.
    package func quiesce() {
        orders.withLock { $0.quiesces = true }
        wake()
    }

    /// Running requests are answered, parked ones resumed, idle connections closed, then `run` returns. Streams are the
    /// application's to finish. What is left after `seconds` is broken off. Any thread.
    package func stop(within seconds: Double = 4) {
        let deadline = MonotonicClock.now() + MonotonicClock.nanoseconds(seconds)
        orders.withLock { orders in
            orders.quiesces = true
            orders.stopDeadline = min(orders.stopDeadline ?? .max, deadline)
        }
        wake()
    }

    /// As of the last turn. Any thread.
    package var currentCounters: ReactorCounters { published.withLock { $0 } }

    func takeOrders() {
        var count: UInt64 = 0
        _ = read(wakeDescriptor, &count, 8)
        let orders = orders.withLock { $0 }
        if orders.quiesces, !isQuiescing {
            isQuiescing = true
            acceptBacklog()
            closeListener()
        }
        if let deadline = orders.stopDeadline {
            let isFirst = stopDeadline == nil
            stopDeadline = deadline
            if isFirst { beginStopping() }
        }
    }

    func closeListener() {
        guard listener >= 0 else { return }
        poller.remove(listener)
        close(listener)
        listener = -1
    }

    /// Room above the soft limit, for those that get their 503.
    static let slack = 64
}
