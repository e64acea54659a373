internal import CMicroHTTPD
internal import CReading
internal import Glibc
import Platform

/// One connection inside libmicrohttpd, from accept to close; its deadlines are total, not of inactivity.
final class Connection: EventSource {
    /// A socket between accept and libmicrohttpd's first word about it.
    struct Origin {
        let descriptor: Int32
        let peerAddress: PeerAddress
        let isExcess: Bool
        /// State of its connection in the other daemon; nil if it comes from accept.
        var moved: Moved?
    }

    /// A connection on its way to the daemon with the larger memory.
    struct Moved {
        let kept: [UInt8]
        /// All that libmicrohttpd got before the head that begins with `kept`.
        let givenByteCount: UInt64
        /// CLOCK_MONOTONIC nanoseconds; `.max`: the head has as long as any.
        let deadline: UInt64
    }

    let dispatcher: RequestDispatcher
    /// libmicrohttpd's own; valid as long as this object is in the list of connections.
    let handle: OpaquePointer
    let descriptor: Int32
    let peerAddress: PeerAddress
    /// How its socket ends when libmicrohttpd closes it.
    enum Closing {
        /// Unread input is drained first.
        case usual
        /// A refusal was sent: the rest of the input is drained after it, so that closing does not reset it away.
        case lingers
        /// A stream or the other daemon has taken it over, and closes it.
        case takenOver
    }

    var closing = Closing.usual
    private(set) lazy var exchange = Exchange(self)
    /// Whether its daemon is the one with the larger memory.
    let isLarge: Bool
    private let loop: EventLoop
    private var idleWatch: IdleWatch
    private var incoming: IncomingHead

    init(_ dispatcher: RequestDispatcher, _ handle: OpaquePointer, _ origin: Origin) {
        self.dispatcher = dispatcher
        self.handle = handle
        descriptor = origin.descriptor
        peerAddress = origin.peerAddress
        loop = dispatcher.loop
        let given = origin.moved?.givenByteCount ?? 0
        isLarge = origin.moved != nil
        idleWatch = IdleWatch(isExcess: origin.isExcess, consumedByteCount: given)
        let most = dispatcher.connections.mostOfHead(isLarge: isLarge)
        incoming = IncomingHead(most: most, kept: origin.moved?.kept ?? [], givenByteCount: given)
        super.init()
        let patience = idleWatch.firstDeadline(dispatcher.timing)
        let left = origin.moved.flatMap { $0.deadline == .max ? nil : $0.deadline - min(loop.now, $0.deadline) }
        loop.schedule(self, after: min(patience, left ?? .max))
    }

    /// Above the limit of connections: its first request is answered 503.
    var isExcess: Bool { idleWatch.isExcess }

    /// The request line is there.
    func requestBegan(target: UnsafePointer<CChar>?) {
        if idleWatch.requestBegan() { loop.schedule(self, after: dispatcher.timing.head) }
        exchange.begin(target: target)
    }

    /// - Parameter start: its address; bytes that were read after it follow there.
    func headWasRead(at start: UnsafeRawPointer) {
        let byteCount = cmicrohttpd_head_byte_count(handle)
        let framing = exchange.head.facts.framing
        idleWatch.headWasRead(byteCount: byteCount, framing)
        let behind = incoming.bytesBehind(headOf: byteCount)
        guard framing == .chunked else { return }
        incoming.beginChunks(behind.map { UnsafeRawBufferPointer(start: start + byteCount, count: $0) })
    }

    func becameIdle() {
        if let byteCount = incoming.endChunks() { idleWatch.chunksEnded(byteCount: byteCount) }
        incoming.expect(afterByteCount: idleWatch.consumedByteCount)
        loop.schedule(self, after: idleWatch.becameIdle(now: loop.now, dispatcher.timing))
    }

    // MARK: Reading

    /// In place of recv(2): libmicrohttpd gets a head once it is whole, and only if it has memory for it.
    func read(into space: UnsafeMutableRawBufferPointer) -> Int {
        guard incoming.isExpected else {
            let count = creading_receive(descriptor, space.baseAddress, space.count)
            if count > 0 { incoming.passed(UnsafeRawBufferPointer(start: space.baseAddress, count: count)) }
            return count
        }
        switch incoming.read(descriptor, into: space) {
        case .given(let count): return count
        case .kept:
            if idleWatch.headPieceCame(now: loop.now) { loop.schedule(self, after: dispatcher.timing.head) }
            errno = EAGAIN
            return -1
        case .moves: return leave()
        case .refused(let refusal): return end(with: refusal)
        }
    }

    /// Goes to the other daemon; this one finds that the connection has broken.
    private func leave() -> Int {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return end(with: .tooManyConnections) }
        closing = .takenOver
        let moved = Moved(
            kept: incoming.kept,
            givenByteCount: incoming.givenByteCount,
            deadline: idleWatch.hadRequest && idleWatch.headBeganAt == nil ? .max : deadline
        )
        dispatcher.connections.move(
            Origin(descriptor: copy, peerAddress: peerAddress, isExcess: isExcess, moved: moved)
        )
        errno = ECONNRESET
        return -1
    }

    private func end(with refusal: RequestRefusal) -> Int {
        dispatcher.counters.refusedRequests += 1
        closing = .lingers
        sendRefusal(refusal)
        errno = ECONNRESET
        return -1
    }

    // MARK: Events

    /// Watched while its exchange is parked.
    override func ready(_ events: UInt32) {
        if exchange.life.peerLeft() { dispatcher.resume(exchange) }
    }

    override func expired(now: UInt64) { perform(exchange.life.expired(now: now)) }

    /// Ends it if a chunked body of it keeps libmicrohttpd busy.
    func endIfStuck() {
        guard case .chunked = exchange.head.facts.framing else { return }
        perform(exchange.life.expiredWhileBusy(now: loop.now))
    }

    private func perform(_ expiry: RequestLife.Expiry) {
        switch expiry {
        case .nothing: break
        case .cutOff: cutOff(.slowRequest)
        case .breakOff: breakOff()
        case .lookForPeer(let nanoseconds):
            if SocketInput.isEnded(descriptor) { breakOff() } else { loop.schedule(self, after: nanoseconds) }
        case .askIdleWatch:
            let received = cmicrohttpd_bytes_received(descriptor)
            switch idleWatch.expired(now: loop.now, received: received, dispatcher.timing) {
            case .breakOff: breakOff()
            case .cutOff(let refusal): cutOff(refusal)
            case .lookAgain(let nanoseconds): loop.schedule(self, after: nanoseconds)
            }
        }
    }

    // MARK: Ending

    /// Ends a connection that is between two requests, but not a request that has already arrived.
    func closeIfIdle() {
        guard exchange.life.stage == .idle, !incoming.hasRequestLine else { return }
        shutdown(descriptor, Int32(SHUT_RD))
    }

    func breakOff() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func cutOff(_ refusal: RequestRefusal) {
        if case .slowRequest = refusal { dispatcher.counters.slowRequests += 1 }
        sendRefusal(refusal)
        breakOff()
    }

    /// No reply is unsent while a request is read, so this can go out past libmicrohttpd.
    func sendRefusal(_ refusal: RequestRefusal) {
        let response = dispatcher.refuse(refusal, exchange).serialized(reason: refusal.reason)
        response.withUnsafeBytes { bytes in
            _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
    }

    /// Reads and throws away what the peer still sends, for a while, after libmicrohttpd has closed.
    func drain() {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if duplicate >= 0 { dispatcher.streams.drain(duplicate) }
    }
}
