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

        init(_ descriptor: Int32, _ peerAddress: PeerAddress, isExcess: Bool) {
            self.descriptor = descriptor
            self.peerAddress = peerAddress
            self.isExcess = isExcess
        }
    }

    /// One above the limit gets its 503 when it asks, or after this time.
    private static let excessPatience: UInt64 = 2_000_000_000

    let dispatcher: RequestDispatcher
    /// libmicrohttpd's own; valid as long as this object is in the reactor's list.
    let handle: OpaquePointer
    let descriptor: Int32
    let peerAddress: PeerAddress
    /// Above the limit of connections: its first request is answered 503.
    let isExcess: Bool
    /// A refusal was queued: the rest of the input is drained after it, so that closing does not reset it away.
    var lingers = false
    /// Noticed while parked.
    private(set) var peerIsGone = false
    private(set) lazy var exchange = Exchange(self)

    private var requestCount: UInt64 = 0
    private var idleSince: UInt64 = 0
    /// What the heads and bodies so far add up to; unknown (nil) after a chunked body.
    private var consumedByteCount: UInt64? = 0
    /// The head, or a piece of the body.
    private var lastPieceTime: UInt64 = 0
    private var receivedAtLastProbe: UInt64 = 0
    private var isSuspect = false

    init(_ dispatcher: RequestDispatcher, _ handle: OpaquePointer, _ incoming: Origin) {
        self.dispatcher = dispatcher
        self.handle = handle
        descriptor = incoming.descriptor
        peerAddress = incoming.peerAddress
        isExcess = incoming.isExcess
    }

    private var loop: EventLoop { dispatcher.loop }
    private var timing: Timing { dispatcher.timing }

    func started() {
        loop.schedule(self, after: isExcess ? min(timing.head, Self.excessPatience) : timing.head)
    }

    /// The request line is there. A later request's head gets its own deadline; the first one's ran since accept.
    func requestBegan(target: UnsafePointer<CChar>?) {
        if requestCount > 0 { loop.schedule(self, after: timing.head) }
        requestCount += 1
        exchange.begin(target: target)
    }

    func headWasRead() {
        guard let count = consumedByteCount else { return }
        let head = UInt64(cmicrohttpd_head_byte_count(handle))
        switch exchange.framing {
        case .none: consumedByteCount = count + head
        case .declared(let length): consumedByteCount = count &+ head &+ length
        case .chunked: consumedByteCount = nil
        }
    }

    func pieceCame() { lastPieceTime = loop.now }

    /// Cut off if a chunked body is under way that has received nothing for long, while libmicrohttpd is kept busy.
    func endIfStuck() {
        guard exchange.stage == .body, case .chunked = exchange.framing else { return }
        if loop.now - lastPieceTime >= RunDemand.patience { cutOff() }
    }

    func becameIdle() {
        idleSince = loop.now
        isSuspect = false
        receivedAtLastProbe = 0
        loop.schedule(self, after: min(timing.head, timing.idle))
    }

    override func ready(_ events: UInt32) {
        guard exchange.stage == .parked else { return }
        peerIsGone = true
        dispatcher.resume(exchange)
    }

    override func expired(now: UInt64) {
        switch exchange.stage {
        case .body where exchange.isRefused: breakOff()
        case .head, .body: cutOff()
        case .idle where isExcess: cutOff(.tooManyConnections)
        case .idle where requestCount > 0: probe(now)
        case .idle where cmicrohttpd_bytes_received(descriptor) > 0: cutOff()
        case .idle: shutdown(descriptor, Int32(SHUT_RDWR))
        case .parked, .answered: break
        }
    }

    /// Ends a connection that is between two requests, but lets a request go on that has already arrived.
    func closeIfIdle() {
        guard exchange.stage == .idle else { return }
        shutdown(descriptor, Int32(SHUT_RD))
    }

    /// After `MHD_suspend_connection`.
    func resume() { dispatcher.connections.resume(self) }

    func breakOff() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Between requests. libmicrohttpd does not tell when a head starts, the kernel's byte count does: two looks in a
    /// row that see one unfinished end the connection.
    private func probe(_ now: UInt64) {
        guard now - idleSince < timing.idle else { return breakOff() }
        let received = cmicrohttpd_bytes_received(descriptor)
        let expected = consumedByteCount ?? (receivedAtLastProbe > 0 ? receivedAtLastProbe : received)
        let isInHead = received > expected
        if isInHead && isSuspect { return cutOff() }
        isSuspect = isInHead
        receivedAtLastProbe = received
        loop.schedule(self, after: min(timing.head, timing.idle - (now - idleSince)))
    }

    func cutOff(_ refusal: Refusal = .slowRequest) {
        if case .slowRequest = refusal { dispatcher.counters.slowRequests += 1 }
        sendRefusal(refusal)
        breakOff()
    }

    /// Nothing of ours is unsent while a request is read, so this can go out past libmicrohttpd.
    func sendRefusal(_ refusal: Refusal) {
        let response = dispatcher.refuse(refusal, exchange).serialized(reason: refusal.reason)
        response.withUnsafeBytes { bytes in
            _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
    }
}
