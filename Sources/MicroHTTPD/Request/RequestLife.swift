/// The life of one request: its stage, and what its connection has to do at each event.
struct RequestLife {
    enum Stage { case idle, head, body, refusedBody, parked, answered }

    enum Parking {
        /// A peer that ends its sending has left.
        case waiting
        /// For work of the application's own; a peer that has only ended its sending still wants the reply.
        case working
        /// As `working`, for so short a time that the peer is not watched.
        case workingUnwatched
    }

    /// The action at a deadline.
    enum Expiry: Equatable {
        case nothing, cutOff, breakOff, askIdleWatch
        /// Break it off if its peer has stopped sending; otherwise look again at `again`.
        case lookForPeer(again: UInt64)
    }

    /// How long a body is awaited without a look at its peer: libmicrohttpd 0.9.75 overlooks an end that comes together
    /// with a part of the body.
    private static let lookInterval: UInt64 = 1_000_000_000

    private(set) var stage = Stage.idle
    /// The application has seen the request and must be notified when it ends.
    private(set) var wasAdmitted = false
    private(set) var isResumed = false
    /// Noticed while it was parked.
    private(set) var peerIsGone = false
    private var parking = Parking.waiting
    /// When the head or the last piece of the body came.
    private var lastPieceTime: UInt64 = 0
    private var bodyDeadline: UInt64 = 0

    /// Whether the whole request has an answer to come.
    var isAnswerable: Bool { stage == .body && !peerIsGone }

    var isWorking: Bool { stage == .parked && parking != .waiting }

    mutating func begin() { stage = .head }

    mutating func admit() { wasAdmitted = true }

    /// - Parameter nanoseconds: how long the body may take in all.
    /// - Returns: when to look first, if there is a body.
    mutating func awaitBody(now: UInt64, for nanoseconds: UInt64) -> UInt64 {
        stage = .body
        lastPieceTime = now
        bodyDeadline = now + nanoseconds
        return min(nanoseconds, Self.lookInterval)
    }

    mutating func pieceCame(now: UInt64) { lastPieceTime = now }

    /// Answered in the middle of its body; the rest is thrown away.
    mutating func refuseBody() { stage = .refusedBody }

    mutating func answer() { stage = .answered }

    mutating func park(_ parking: Parking) {
        stage = .parked
        self.parking = parking
    }

    /// - Returns: how it was parked; nil, and nothing changes, if it was not.
    mutating func resume() -> Parking? {
        guard stage == .parked else { return nil }
        stage = .body
        isResumed = true
        return parking
    }

    /// - Returns: whether it has to be resumed, so that it ends.
    mutating func peerLeft() -> Bool {
        guard stage == .parked else { return false }
        peerIsGone = true
        return true
    }

    func expired(now: UInt64) -> Expiry {
        switch stage {
        case .idle: .askIdleWatch
        case .body where now < bodyDeadline: .lookForPeer(again: min(bodyDeadline - now, Self.lookInterval))
        case .head, .body: .cutOff
        case .refusedBody: .breakOff
        case .parked, .answered: .nothing
        }
    }

    /// While a chunked body keeps libmicrohttpd busy.
    func expiredWhileBusy(now: UInt64) -> Expiry {
        guard now >= lastPieceTime + RunRequests.patience else { return .nothing }
        switch stage {
        case .body: return .cutOff
        case .refusedBody: return .breakOff
        case .idle, .head, .parked, .answered: return .nothing
        }
    }
}
