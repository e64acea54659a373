internal import CMicroHTTPD
internal import Glibc
import Platform

/// One connection inside libmicrohttpd, from accept to close; its deadlines are total, not of inactivity.
final class Connection: EventSource {
    /// A socket between accept and libmicrohttpd's first word about it.
    struct Origin {
        let descriptor: Int32
        let peerAddress: PeerAddress
        let isExcess: Bool
    }

    let dispatcher: RequestDispatcher
    /// libmicrohttpd's own; valid as long as this object is in the list of connections.
    let handle: OpaquePointer
    let descriptor: Int32
    let peerAddress: PeerAddress
    /// What becomes of its socket when libmicrohttpd closes it.
    enum Closing {
        /// Input that nobody has read is drained first.
        case usual
        /// A refusal was sent: the rest of the input is drained after it, so that closing does not reset it away.
        case lingers
        /// A stream has it, and closes it itself.
        case takenOver
    }

    var closing = Closing.usual
    private(set) lazy var exchange = Exchange(self)
    private let loop: EventLoop
    private var idleWatch: IdleWatch

    init(_ dispatcher: RequestDispatcher, _ handle: OpaquePointer, _ origin: Origin) {
        self.dispatcher = dispatcher
        self.handle = handle
        descriptor = origin.descriptor
        peerAddress = origin.peerAddress
        loop = dispatcher.loop
        idleWatch = IdleWatch(isExcess: origin.isExcess)
        super.init()
        loop.schedule(self, after: idleWatch.firstDeadline(dispatcher.timing))
    }

    /// Above the limit of connections: its first request is answered 503.
    var isExcess: Bool { idleWatch.isExcess }

    /// The request line is there.
    func requestBegan(target: UnsafePointer<CChar>?) {
        if idleWatch.requestBegan() { loop.schedule(self, after: dispatcher.timing.head) }
        exchange.begin(target: target)
    }

    func headWasRead() {
        idleWatch.headWasRead(byteCount: cmicrohttpd_head_byte_count(handle), exchange.head.facts.framing)
    }

    func becameIdle() {
        loop.schedule(self, after: idleWatch.becameIdle(now: loop.now, dispatcher.timing))
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
        guard exchange.life.stage == .idle else { return }
        shutdown(descriptor, Int32(SHUT_RD))
    }

    func breakOff() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private func cutOff(_ refusal: RequestRefusal) {
        if case .slowRequest = refusal { dispatcher.counters.slowRequests += 1 }
        sendRefusal(refusal)
        breakOff()
    }

    /// Nothing of ours is unsent while a request is read, so this can go out past libmicrohttpd.
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
