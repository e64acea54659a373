/// Watches a connection between two requests: it may not be idle for too long, nor may its next head come too slowly.
///
/// libmicrohttpd does not report the start of a head, but the kernel counts the bytes that it received: two looks in a
/// row that find an unfinished head end the connection.
struct IdleWatch {
    /// The action at a deadline.
    enum Expiry: Equatable {
        case breakOff
        case cutOff(RequestRefusal)
        case lookAgain(after: UInt64)
    }

    /// One above the limit gets its 503 when it asks, or after this time.
    private static let excessPatience: UInt64 = 2_000_000_000

    /// Above the limit of connections: its first request is answered 503.
    let isExcess: Bool
    private(set) var hadRequest = false
    private var idleSince: UInt64 = 0
    /// When the first piece of a later head came; nil if none was seen.
    private(set) var headBeganAt: UInt64?
    /// The heads and bodies so far; nil after a chunked body whose length is unknown.
    private(set) var consumedByteCount: UInt64?
    private var receivedAtLastLook: UInt64 = 0
    private var isSuspect = false

    /// - Parameter consumedByteCount: of requests before, where another daemon had the connection.
    init(isExcess: Bool, consumedByteCount: UInt64 = 0) {
        self.isExcess = isExcess
        self.consumedByteCount = consumedByteCount
    }

    /// How long the first head may take.
    func firstDeadline(_ timing: Timing) -> UInt64 {
        isExcess ? min(timing.head, Self.excessPatience) : timing.head
    }

    /// - Returns: whether its head gets a deadline now; the first one's runs since accept.
    mutating func requestBegan() -> Bool {
        defer { hadRequest = true }
        return hadRequest
    }

    /// A part of a head is here.
    /// - Returns: whether it gets a deadline now; the first one's runs since accept.
    mutating func headPieceCame(now: UInt64) -> Bool {
        guard hadRequest, headBeganAt == nil else { return false }
        headBeganAt = now
        return true
    }

    mutating func headWasRead(byteCount: Int, _ framing: BodyFraming) {
        guard let count = consumedByteCount else { return }
        switch framing {
        case .none: consumedByteCount = count + UInt64(byteCount)
        case .declared(let length): consumedByteCount = count &+ UInt64(byteCount) &+ length
        case .chunked: consumedByteCount = count + UInt64(byteCount)
        }
    }

    /// A chunked body is over.
    /// - Parameter byteCount: with its framing; nil if unknown.
    mutating func chunksEnded(byteCount: UInt64?) {
        consumedByteCount = consumedByteCount.flatMap { count in byteCount.map { count &+ $0 } }
    }

    /// - Returns: when to look first.
    mutating func becameIdle(now: UInt64, _ timing: Timing) -> UInt64 {
        idleSince = now
        headBeganAt = nil
        isSuspect = false
        receivedAtLastLook = 0
        return min(timing.head, timing.idle)
    }

    /// - Parameter received: bytes since accept, by the kernel.
    mutating func expired(now: UInt64, received: UInt64, _ timing: Timing) -> Expiry {
        if isExcess { return .cutOff(.tooManyConnections) }
        guard hadRequest else { return received > 0 ? .cutOff(.slowRequest) : .breakOff }
        if let headBeganAt, now - headBeganAt >= timing.head { return .cutOff(.slowRequest) }
        guard now - idleSince < timing.idle else { return .breakOff }
        let expected = consumedByteCount ?? (receivedAtLastLook > 0 ? receivedAtLastLook : received)
        let isInHead = received > expected
        if isInHead && isSuspect { return .cutOff(.slowRequest) }
        isSuspect = isInHead
        receivedAtLastLook = received
        return .lookAgain(after: min(timing.head, timing.idle - (now - idleSince)))
    }
}
