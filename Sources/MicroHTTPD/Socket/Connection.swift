internal import CMicroHTTPD
internal import Glibc
import Platform

/// One connection inside libmicrohttpd, from accept to close; its deadlines are total, not of inactivity.
final class Connection: Watched {
    let reactor: Reactor
    /// libmicrohttpd's own; valid as long as this object is in the reactor's list.
    let handle: OpaquePointer
    let descriptor: Int32
    let peerAddress: PeerAddress
    /// Above the limit of connections: its first request is answered 503.
    let isExcess: Bool
    /// Where the reactor's list keeps it.
    var index = 0
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

    init(_ reactor: Reactor, _ handle: OpaquePointer, _ incoming: Reactor.Incoming) {
        self.reactor = reactor
        self.handle = handle
        descriptor = incoming.descriptor
        peerAddress = incoming.peerAddress
        isExcess = incoming.isExcess
    }

    /// The request line is there. A later request's head gets its own deadline; the first one's ran since accept.
    func requestBegan(target: UnsafePointer<CChar>?) {
        if requestCount > 0 { reactor.schedule(self, after: reactor.timing.head) }
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

    func pieceCame() { lastPieceTime = reactor.now }

    /// Whether a chunked body is under way of which nothing has come for so long.
    func standsStillInChunks(for nanoseconds: UInt64) -> Bool {
        guard exchange.stage == .body, case .chunked = exchange.framing else { return false }
        return reactor.now - lastPieceTime >= nanoseconds
    }

    func becameIdle() {
        idleSince = reactor.now
        isSuspect = false
        receivedAtLastProbe = 0
        reactor.schedule(self, after: min(reactor.timing.head, reactor.timing.idle))
    }

    override func ready(_ events: UInt32) {
        guard exchange.stage == .parked else { return }
        peerIsGone = true
        reactor.resume(exchange)
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

    func breakOff() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Between requests. libmicrohttpd does not tell when a head starts, the kernel's byte count does: two looks in a
    /// row that see one unfinished end the connection.
    private func probe(_ now: UInt64) {
        guard now - idleSince < reactor.timing.idle else { return breakOff() }
        let received = cmicrohttpd_bytes_received(descriptor)
        let expected = consumedByteCount ?? (receivedAtLastProbe > 0 ? receivedAtLastProbe : received)
        let isInHead = received > expected
        if isInHead && isSuspect { return cutOff() }
        isSuspect = isInHead
        receivedAtLastProbe = received
        reactor.schedule(self, after: min(reactor.timing.head, reactor.timing.idle - (now - idleSince)))
    }

    func cutOff(_ refusal: Refusal = .slowRequest) {
        if case .slowRequest = refusal { reactor.counters.slowRequests += 1 }
        sendRefusal(refusal)
        breakOff()
    }

    /// Nothing of ours is unsent while a request is read, so this can go out past libmicrohttpd.
    func sendRefusal(_ refusal: Refusal) {
        let response = reactor.refuse(refusal, exchange).serialized(reason: refusal.reason)
        response.withUnsafeBytes { bytes in
            _ = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
    }
}
