internal import Glibc

/// The sockets of a reactor that libmicrohttpd has forgotten: streams, and those that are drained before they close.
///
/// Adopts streams, reports those that ended, and finds peers that vanished.
final class StreamSockets {
    let loop: EventLoop
    let timing: Timing
    /// Streams that were cut off because their reader took nothing for too long.
    private(set) var stalledCount: UInt64 = 0
    /// Streams that have ended so far.
    private(set) var endedCount: UInt64 = 0
    private let lingering: LingeringSockets
    private var sockets = EventSourceList<EventSocket>()
    private var starting: [(EventSocket, (EventSocket) -> Void)] = []
    /// Their observers do not know yet.
    private var gone: [EventSocket] = []
    private var search: VanishedSearch
    private var isClosed = false

    init(_ loop: EventLoop, _ timing: Timing) {
        self.loop = loop
        lingering = LingeringSockets(loop)
        self.timing = timing
        search = VanishedSearch(patience: timing.vanished)
    }

    var count: Int { sockets.count }
    var heldCount: Int { sockets.count + lingering.count }
    /// When there is something to do without an event.
    var deadline: UInt64 { gone.isEmpty ? search.due : 0 }

    func adopt(_ socket: EventSocket, _ begin: @escaping (EventSocket) -> Void) {
        sockets.append(socket)
        guard !isClosed, socket.watch() else { return socket.abort() }
        search.begin(now: loop.now)
        starting.append((socket, begin))
    }

    /// - Returns: whether streams began.
    func start() -> Bool {
        guard !starting.isEmpty else { return false }
        var started: [(EventSocket, (EventSocket) -> Void)] = []
        swap(&started, &starting)
        for (socket, begin) in started { begin(socket) }
        return true
    }

    func endVanished() {
        for _ in 0..<search.share(of: sockets.count, now: loop.now) where !sockets.isEmpty {
            if !sockets[search.next(of: sockets.count)].endIfVanished() { search.advance() }
        }
    }

    /// Its observer is told later, outside its own calls.
    func noteGone(_ socket: EventSocket) { gone.append(socket) }

    func announceGone() {
        guard !gone.isEmpty else { return }
        var sockets: [EventSocket] = []
        swap(&sockets, &gone)
        for socket in sockets { socket.observer?.socketIsGone(socket) }
    }

    func noteStalled() { stalledCount += 1 }

    func remove(_ socket: EventSocket) {
        endedCount += 1
        sockets.remove(socket)
        loop.retire(socket)
    }

    /// Drains a socket that we own, and closes it.
    func drain(_ descriptor: Int32) {
        if isClosed { close(descriptor) } else { lingering.drain(descriptor) }
    }

    /// Ends all, and the streams that would begin later.
    func breakOff() {
        isClosed = true
        lingering.endAll()
        while let socket = sockets.last { socket.breakOff() }
        announceGone()
    }
}
