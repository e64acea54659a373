import MicroHTTPD
import Platform
import ProgressCore
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import ProgressStreams

/// Decides where the requests of one reactor of a replica are answered. On its reactor's thread only.
final class ReplicaRouter {
    /// Where a new request goes.
    enum Verdict {
        /// The service here answers it; a write only while the permit lives.
        case here(WritePermit?)
        /// It is not answered at once.
        case pending(PendingRequest, PendingState.Step)
    }

    private let metrics: ForwardMetrics
    private let status: ClusterStatus
    private let registry: ProgressRegistry
    private let forwarder: Forwarder
    private let tokens: ListedTokens
    private let peers: PeerForwarder
    /// One of the reactors has it.
    private let ping: WriterPing?
    private let durability: Durability
    /// The address of this replica, as the others see it.
    private let address: String
    /// How long a request waits for a writer, in nanoseconds.
    private let patience: UInt64
    private var catchUps = CatchUpQueue()
    private var writerQueue = WriterQueue()
    /// The `generation` and the `lossCount` of `WriterContact` that were followed last.
    private var followed: (generation: UInt64, losses: UInt64) = (0, 0)
    private var isStopping = false

    init(
        _ status: ClusterStatus,
        _ registry: ProgressRegistry,
        _ forwarder: Forwarder,
        _ tokens: ListedTokens,
        _ peers: PeerForwarder,
        _ ping: WriterPing?,
        _ metrics: ForwardMetrics,
        _ durability: Durability,
        address: String,
        patienceSeconds: Double
    ) {
        self.status = status
        self.registry = registry
        self.forwarder = forwarder
        self.tokens = tokens
        self.peers = peers
        self.ping = ping
        self.metrics = metrics
        self.durability = durability
        self.address = address
        patience = MonotonicClock.nanoseconds(patienceSeconds)
    }

    /// The newest term that is known.
    var term: UInt64 { status.term }

    /// - Parameter readHead: the head of its exchange; nil if it is refused everywhere. The writer needs none.
    func place(_ exchange: Exchange, for owner: any PendingOwner, _ readHead: (Exchange) -> CallHead?) -> Verdict {
        let now = MonotonicClock.now()
        let key = exchange.header("progress-forwarded")
        let isGenuine = key.map(isKey) ?? true
        if isGenuine {
            // The writer needs to know no more about a request.
            if exchange.method.isWrite {
                if let permit = WritePermit(status, now: now) { return .here(permit) }
            } else if status.rules(now: now) {
                return .here(nil)
            }
        }
        guard let head = readHead(exchange) else { return .here(nil) }
        let place = RequestPlace(head.needs, status.role, rules: false, isForwarded: key != nil, durability: durability)
        let stamp = missingStamp(exchange, head)
        if place == .here, stamp == 0 { return .here(nil) }
        let request = PendingRequest(exchange, owner, state(.catchesUp, exchange, head), head: head)
        request.state.stamp = stamp
        request.state.wait = ForwardedWait(head, exchange)
        return .pending(request, request.state.begin(at: place, facts(now)))
    }

    /// A request that waits here for a change, with everything that is needed to send it on if this replica no longer
    /// rules.
    func waiting(_ exchange: Exchange, for owner: any PendingOwner, _ head: CallHead?) -> PendingRequest {
        let state = head.map { self.state(.waits, exchange, $0) } ?? PendingState(.waits)
        return PendingRequest(exchange, owner, state, head: head)
    }

    private func state(_ stage: PendingState.Stage, _ exchange: Exchange, _ head: CallHead) -> PendingState {
        var state = PendingState(stage)
        state.needs = head.needs
        state.preferencesAfterWait = head.preferencesAfterWait
        state.isForwarded = exchange.header("progress-forwarded") != nil
        state.isAsked = exchange.header("progress-asked") != nil
        return state
    }

    /// The rights of a request whose head has arrived, as far as they are known here.
    func knownRights(of exchange: Exchange) -> KnownRights {
        if exchange.header("progress-forwarded").map(isKey) == true { return .forwarded }
        return status.rules(now: MonotonicClock.now()) ? .all : .some
    }

    private func isKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        status.writer.map { ForwardingKey.matches(text, $0.key) } ?? false
    }

    /// The change up to which its reader has got everything, if the trees here do not hold that yet; else 0.
    private func missingStamp(_ exchange: Exchange, _ head: CallHead) -> UInt64 {
        guard head.needs == .follows, case .after(let stamp) = Resumption(of: exchange, epoch: registry.epoch.bytes),
            stamp > registry.enter({ $0.tree.sequence })
        else { return 0 }
        return stamp
    }

    // MARK: Steps

    func facts(_ now: UInt64) -> PendingState.Facts {
        PendingState.Facts(
            rules: status.rules(now: now),
            role: status.role,
            writerIsElsewhere: status.contact.reachable.map { $0.address != address } ?? false,
            durability: durability,
            engineAnswers: status.trouble == nil,
            isStopping: isStopping,
            patience: patience,
            now: now
        )
    }

    /// Counts the decisions, and has the cluster look after a writer that seems to be gone.
    func note(_ request: PendingRequest) {
        let (counts, suspectsWriter) = request.state.takeNotes()
        for result in counts { metrics.count(result) }
        if suspectsWriter, let writer = request.writer { status.suspect(term: writer.term) }
    }

    func catchUp(_ request: PendingRequest) {
        // While it waited for a writer, the trees may have been loaded, and the epoch with them.
        request.state.stamp = request.head.map { missingStamp(request.exchange, $0) } ?? 0
        catchUps.enter(request, now: MonotonicClock.now())
    }

    func awaitWriter(_ request: PendingRequest) {
        // Perhaps there is one that this replica does not know yet.
        if status.writer == nil { status.suspect(term: status.term) }
        writerQueue.enter(request, status, now: MonotonicClock.now())
    }

    /// - Returns: the outcome, if there already is one; nil if it is on its way.
    func forward(_ request: PendingRequest) -> PendingState.News? {
        guard let writer = status.contact.reachable else { return .outcome(.notSent) }
        request.writer = writer
        let standing = request.head?.standing(request.exchange, in: tokens) { digest in
            registry.enter { $0.access.isAsleep(digest) }
        }
        request.call = forwarder.forward(request.exchange, to: writer, request.state.wait, as: standing, for: request)
        let news = request.takeNews()
        if news != nil { request.call = nil }
        return news ?? (request.call == nil ? .outcome(.notSent) : nil)
    }

    /// - Returns: the outcome, if there already is one; nil if it is on its way.
    func ask(_ request: PendingRequest) -> PendingState.News? {
        let known = request.askedPeers
        let next = known.count < PeerForwarder.mostPeers ? status.census?.peers.first { !known.contains($0) } : nil
        guard let next else { return .late }
        request.askedPeers.append(next)
        var wait = request.state.wait
        if wait.isAllowed { wait = .over(preferences: request.state.preferencesAfterWait) }
        request.call = peers.ask(next, request.exchange, wait, for: request)
        let news = request.takeNews()
        if news != nil { request.call = nil }
        return news ?? (request.call == nil ? .outcome(.notSent) : nil)
    }

    /// Takes the request out of the queue of its stage.
    func leave(_ request: PendingRequest) {
        switch request.state.stage {
        case .catchesUp: catchUps.leave(request)
        case .needsWriter: writerQueue.leave(request)
        case .forwarded:
            if let call = request.call { forwarder.cancel(call) }
            request.call = nil
        case .asks:
            if let call = request.call, let peer = request.askedPeers.last { peers.cancel(call, to: peer) }
            request.call = nil
        case .waits, .slices, .held: break
        }
    }

    /// Resumes the requests whose wait is over. Once a turn.
    /// - Returns: when the next one is over at the latest; `.max`: none waits.
    func turn(now: UInt64) -> UInt64 {
        let pinging = ping?.turn(now: now) ?? .max
        followWriter()
        let registry = registry
        let tail = catchUps.turn(status, stamp: { registry.enter { $0.tree.sequence } }, now: now)
        return min(tail, writerQueue.turn(status, now: now), pinging)
    }

    /// Ends requests under way to a writer that will not answer them, and lets one that handed over answer those that
    /// it let in.
    private func followWriter() {
        let contact = status.contact
        let newest = (generation: contact.generation, losses: contact.lossCount)
        if newest == followed { return }
        if newest.generation != followed.generation { forwarder.retireCalls(exceptTo: contact.place) }
        if newest.losses != followed.losses { forwarder.endCalls(exceptTo: contact.reachable) }
        followed = newest
    }

    /// The service stops: ends the streams that another replica sends through this one, whose readers come back to a
    /// third, and no longer lets requests wait at the writer.
    func stop() {
        isStopping = true
        forwarder.endRelays()
        peers.endRelays()
    }
}
