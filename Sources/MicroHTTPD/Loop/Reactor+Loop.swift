internal import CMicroHTTPD
internal import Glibc
import Platform

extension Reactor {
    func begin(_ application: any Application) { self.application = application }

    /// - Returns: false when the reactor has stopped.
    func turn() -> Bool {
        let count = poller.wait(milliseconds: waitMilliseconds())
        now = MonotonicClock.now()
        counters.turns += 1
        let requestsBefore = counters.requests
        for index in 0..<count { dispatch(poller.event(index)) }
        acceptConnections()
        resumeYielded()
        runDaemon()
        expireDeadlines()
        lookForVanished()
        announceGone()
        applicationDeadline = application?.turn(now: now)
        let requests = counters.requests
        // A request that was answered after the application's turn, or a stream that began: it has the next one at once.
        if runDaemon() || counters.requests != requests { applicationDeadline = now }
        retired.removeAll(keepingCapacity: true)
        memory.requestsCame(counters.requests - requestsBefore, now: now)
        memory.perform(now: now)
        publishCounters()
        return !hasStopped
    }

    private func dispatch(_ event: (token: UInt64, events: UInt32)) {
        switch event.token {
        case Token.daemon: needsRun = true
        case Token.wake: takeOrders()
        case Token.listener: listenerIsReady = true
        default:
            // 1. Tokens are addresses of objects in our lists, or in `retired` until the turn ends.
            guard let address = UnsafeRawPointer(bitPattern: UInt(event.token)) else { return }
            Unmanaged<Watched>.fromOpaque(address).takeUnretainedValue().ready(event.events)
        }
    }

    /// - Returns: whether streams began.
    @discardableResult
    func runDaemon() -> Bool {
        guard needsRun else { return false }
        needsRun = false
        daemon.run()
        if needsRun {
            needsRun = false
            daemon.run()
        }
        guard !begins.isEmpty else { return false }
        var started: [(EventSocket, (EventSocket) -> Void)] = []
        swap(&started, &begins)
        for (socket, begin) in started { begin(socket) }
        return true
    }

    private func expireDeadlines() {
        if let end = acceptPauseEnd, end <= now { resumeAccepting() }
        wheel.expire(now: now, into: &due)
        guard !due.isEmpty else { return }
        for item in due { item.expired(now: now) }
        due.removeAll(keepingCapacity: true)
    }

    func announceGone() {
        guard !gone.isEmpty else { return }
        var sockets: [EventSocket] = []
        swap(&sockets, &gone)
        for socket in sockets { socket.observer?.socketIsGone(socket) }
    }

    private func waitMilliseconds() -> Int32 {
        if needsRun || !gone.isEmpty || !yielded.isEmpty { return 0 }
        var deadline = min(wheel.nextTime ?? .max, applicationDeadline ?? .max, acceptPauseEnd ?? .max)
        deadline = min(deadline, memory.due, nextLook)
        if let stopDeadline { deadline = min(deadline, stopDeadline) }
        let now = MonotonicClock.now()
        var milliseconds = UInt64.max
        if deadline != .max { milliseconds = deadline <= now ? 0 : (deadline - now + 999_999) / 1_000_000 }
        let wanted = daemon.timeoutMilliseconds
        daemonWasAsked(wantsRun: wanted == 0)
        if let wanted, wanted <= milliseconds {
            milliseconds = wanted
            needsRun = true
        }
        return milliseconds == .max ? -1 : Int32(clamping: milliseconds)
    }

    private func publishCounters() {
        counters.connections = connections.count
        counters.streams = sockets.count
        let counters = counters
        published.withLock { $0 = counters }
    }

    // MARK: For what is watched

    func token(_ item: Watched) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(item).toOpaque()))
    }

    /// `nil`: no deadline.
    func schedule(_ item: Watched, after nanoseconds: UInt64?) {
        wheel.schedule(item, at: nanoseconds.map { now + $0 } ?? .max)
    }

    func adopt(_ socket: EventSocket, _ begin: @escaping (EventSocket) -> Void) {
        socket.index = sockets.count
        sockets.append(socket)
        guard !isBreakingOff, socket.watch() else { return socket.abort() }
        beginLooking()
        begins.append((socket, begin))
    }

    func announceGone(_ socket: EventSocket) { gone.append(socket) }

    func streamEnded(_ socket: EventSocket) {
        wheel.remove(socket)
        memory.streamEnded(now: now)
        let last = sockets.removeLast()
        if last !== socket {
            sockets[socket.index] = last
            last.index = socket.index
        }
        retired.append(socket)
    }

    /// Drains a socket of ours to its end, then closes it.
    func linger(_ descriptor: Int32) {
        let socket = LingeringSocket(descriptor, self)
        lingering[ObjectIdentifier(socket)] = socket
        guard socket.watch() else { return socket.end() }
        schedule(socket, after: LingeringSocket.nanoseconds)
    }

    func lingeringEnded(_ socket: LingeringSocket) {
        wheel.remove(socket)
        lingering[ObjectIdentifier(socket)] = nil
        retired.append(socket)
    }
}
