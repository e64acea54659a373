internal import CMicroHTTPD
internal import Glibc
import Platform

/// One thread, one loop: accepts connections, runs libmicrohttpd, and gives the application its turn.
///
/// `wake`, `drain`, `quiesce`, `stop` and `currentCounters` may be called from any thread; all else belongs to the loop's.
package final class Reactor: @unchecked Sendable {
    // 1. Other threads touch only constants (`configuration`, `name`, `port`) and `remote`, which is made for it.
    // 2. Everything else is touched by the one thread inside `run`, and by `init` before it is shared.
    package let configuration: ReactorConfiguration
    package let name: String
    /// The real one, also if the configuration said 0.
    package let port: UInt16

    private let remote: RemoteControl
    let loop: EventLoop
    private let connections: Connections
    private let streams: StreamSockets
    let dispatcher: RequestDispatcher
    private var listener: Listener
    private var applicationDeadline: UInt64?
    private var memory = MemoryReturn()
    /// Turns and accepted connections; the parts count the rest.
    private var ownCounters = ReactorCounters()

    private enum Token {
        static let daemon: UInt64 = 1, remote: UInt64 = 2, listener: UInt64 = 3, largeDaemon: UInt64 = 4
    }

    package init(_ configuration: ReactorConfiguration, name: String = "reactor") throws(ReactorError) {
        signal(SIGPIPE, SIG_IGN)
        self.configuration = configuration
        self.name = name
        let timing = Timing(configuration)
        loop = try EventLoop(granularity: timing.granularity)
        connections = try Connections(loop, timing, configuration)
        streams = StreamSockets(loop, timing)
        dispatcher = RequestDispatcher(connections, streams, configuration)
        remote = try RemoteControl()
        listener = try Listener(configuration, token: Token.listener)
        port = listener.port
        loop.poller.add(connections.daemonDescriptor, token: Token.daemon)
        loop.poller.add(connections.largeDaemonDescriptor, token: Token.largeDaemon)
        loop.poller.add(remote.descriptor, token: Token.remote)
        listener.watch(by: loop)
    }

    deinit { connections.detach() }

    /// Proves, once, over loopback and on the calling thread, that this libmicrohttpd hands over sockets as streams need
    /// it, and finds out what else it can do.
    package static func selfCheck() throws(ReactorError) -> LibraryAbilities {
        try TakeOver.selfCheck()
        return LibraryAbilities(rewritesHeaders: HeaderRewriting.works(), readsLargeHeads: LargeHeads.work())
    }

    /// Runs the loop on the calling thread until stopped. Once only.
    package func run(makeApplication: (Reactor) -> any Application) {
        begin(makeApplication(self))
        while turn() {}
        tearDown()
    }

    // MARK: From any thread

    /// A turn of the loop comes soon. Also in a signal handler.
    package func wake() { remote.wake() }

    /// Each connection ends with its next reply; new ones are still accepted.
    package func drain() { remote.order { $0.drains = true } }

    /// No new connections; those that are there end with their next reply.
    package func quiesce() { remote.order { $0.quiesces = true } }

    /// Running requests are answered, parked ones resumed, idle connections closed, then `run` returns. The application
    /// has to finish its streams. The rest is broken off after `seconds`.
    package func stop(within seconds: Double = 4) {
        let deadline = MonotonicClock.now() + MonotonicClock.nanoseconds(seconds)
        remote.order { orders in
            orders.quiesces = true
            orders.deadline = min(orders.deadline ?? .max, deadline)
        }
    }

    /// As of the last turn.
    package var currentCounters: ReactorCounters { remote.counters }

    // MARK: The loop

    func begin(_ application: any Application) { dispatcher.application = application }

    /// - Returns: false when the reactor has stopped.
    func turn() -> Bool {
        let count = loop.wait(milliseconds: waitMilliseconds())
        ownCounters.turns += 1
        let before = (requests: dispatcher.counters.requests, streams: streams.endedCount)
        for index in 0..<count { dispatch(index) }
        acceptConnections()
        dispatcher.resumeContent()
        runDaemon()
        if let end = listener.pauseEnd, end <= loop.now { listener.watch(by: loop) }
        loop.expireDeadlines()
        streams.endVanished()
        streams.announceGone()
        let requests = dispatcher.counters.requests
        applicationDeadline = dispatcher.application?.turn(now: loop.now)
        // After a request that was answered, or a stream that began, since its turn, the application gets another.
        if runDaemon() || dispatcher.counters.requests != requests { applicationDeadline = loop.now }
        loop.endTurn()
        memory.streamsEnded(streams.endedCount - before.streams, now: loop.now)
        memory.requestsCame(dispatcher.counters.requests - before.requests, now: loop.now)
        memory.perform(now: loop.now)
        remote.publish(counters)
        return !dispatcher.stop.isOver(now: loop.now, openCount: connections.count + streams.count)
    }

    private func dispatch(_ index: Int) {
        switch loop.poller.token(at: index) {
        case Token.daemon: connections.requestRun()
        case Token.largeDaemon: connections.requestLargeRun()
        case Token.remote: followOrders()
        case Token.listener: listener.isReady = true
        default: loop.poller.deliver(at: index)
        }
    }

    /// - Returns: whether streams began.
    @discardableResult
    private func runDaemon() -> Bool {
        connections.run()
        return streams.start()
    }

    private func waitMilliseconds() -> Int32 {
        if connections.needsRun || !dispatcher.contents.isEmpty { return 0 }
        var deadline = min(loop.nextDeadline, applicationDeadline ?? .max, listener.pauseEnd ?? .max)
        deadline = min(deadline, memory.due, streams.deadline, dispatcher.stop.deadline ?? .max)
        let now = MonotonicClock.now()
        var milliseconds = UInt64.max
        if deadline != .max { milliseconds = deadline <= now ? 0 : (deadline - now + 999_999) / 1_000_000 }
        if let wanted = connections.millisecondsToRun(), wanted <= milliseconds {
            milliseconds = wanted
            connections.requestDueRun()
        }
        return milliseconds == .max ? -1 : Int32(clamping: milliseconds)
    }

    var counters: ReactorCounters {
        var counters = dispatcher.counters
        counters.turns = ownCounters.turns
        counters.acceptedConnections = ownCounters.acceptedConnections
        counters.excessConnections = ownCounters.excessConnections
        counters.connections = connections.count
        counters.streams = streams.count
        counters.stalledStreams = streams.stalledCount
        return counters
    }

    // MARK: Accepting

    private func acceptConnections() {
        guard listener.isReady else { return }
        listener.isReady = false
        for _ in 0..<Listener.batch {
            let held = connections.count + streams.heldCount
            let verdict = connections.quota.verdict(held: held)
            guard verdict != .wait else { return listener.pause(loop) }
            switch listener.accept() {
            case .accepted(let accepted):
                ownCounters.acceptedConnections += 1
                if verdict == .refuse { ownCounters.excessConnections += 1 }
                connections.add(accepted, isExcess: verdict == .refuse)
            case .none: return
            case .exhausted: return listener.pause(loop)
            case .failed: break
            }
        }
    }

    // MARK: Stopping

    private func followOrders() {
        for action in dispatcher.stop.follow(remote.receiveOrders()) {
            switch action {
            case .closeListener:
                acceptBacklog()
                listener.close(loop)
            case .endConnections: dispatcher.endConnections()
            }
        }
    }

    /// Peers that connected before the end are served: closing the listener would reset them.
    private func acceptBacklog() {
        for _ in 0..<configuration.listenBacklog / Listener.batch + 1 where listener.pauseEnd == nil {
            listener.isReady = true
            acceptConnections()
        }
    }

    /// Breaks off what is left, and lets libmicrohttpd see it.
    func tearDown() {
        streams.breakOff()
        dispatcher.breakOff()
        listener.close(loop)
        loop.endTurn()
        remote.publish(counters)
    }
}
