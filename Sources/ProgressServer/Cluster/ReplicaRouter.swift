import MicroHTTPD
import Platform
import ProgressCore
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import ProgressStreams

/// Takes the requests of one reactor of a replica to their places. On its reactor's thread only.
final class ReplicaRouter {
    enum Verdict {
        /// The service here answers it; a write only while the permit lives. With `isLast` its client waits no longer.
        case here(WritePermit?, isLast: Bool = false)
        /// It is parked, or this is the writer's reply.
        case reply(Reply)
        case refused(RequestError)
        /// Another replica sent it here by mistake.
        case notWriter(term: UInt64)
    }

    let metrics: ForwardMetrics
    private let status: ClusterStatus
    private let registry: ProgressRegistry
    private let forwarder: Forwarder
    private let durability: Durability
    /// Of this replica, as the others see it.
    private let address: String
    /// How long a request waits for a writer, in nanoseconds.
    private let patience: UInt64
    private var catchUps = CatchUpQueue()
    private var writerQueue = WriterQueue()
    private var isStopping = false

    init(
        _ status: ClusterStatus,
        _ registry: ProgressRegistry,
        _ forwarder: Forwarder,
        _ metrics: ForwardMetrics,
        _ durability: Durability,
        address: String,
        patienceSeconds: Double
    ) {
        self.status = status
        self.registry = registry
        self.forwarder = forwarder
        self.metrics = metrics
        self.durability = durability
        self.address = address
        patience = MonotonicClock.nanoseconds(patienceSeconds)
    }

    /// Where the request goes now: for a new one, and for one that a turn resumed.
    /// - Parameter readHead: the head of its exchange; nil if it is refused everywhere. The writer asks for none.
    func place(_ exchange: Exchange, _ readHead: (Exchange) -> CallHead?) -> Verdict {
        let now = MonotonicClock.now()
        if exchange.isResumed {
            guard let request = exchange.context as? PendingRequest else { return .here(nil) }
            return resumed(request, now: now)
        }
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
        let head = readHead(exchange)
        let needs = head?.needs ?? .nothing
        let place = RequestPlace(needs, status.role, rules: false, isForwarded: key != nil, durability: durability)
        switch place {
        case .here:
            guard let stamp = missingStamp(exchange, needs) else { return .here(nil) }
            let request = PendingRequest(exchange, head, .atWriterOrHere, deadline: now + patience)
            request.stamp = stamp
            return awaitTail(request, now: now)
        case .notWriter: return .notWriter(term: status.term)
        case .hereWithTail(let instead):
            let request = PendingRequest(exchange, head, instead, deadline: now + patience)
            request.stamp = missingStamp(exchange, needs) ?? 0
            return awaitTail(request, now: now)
        case .atWriter(let instead):
            let request = PendingRequest(exchange, head, instead, deadline: now + patience)
            exchange.context = request
            return send(request, now: now)
        }
    }

    /// What is known here of the rights of a request whose head has arrived.
    func knownRights(of exchange: Exchange) -> KnownRights {
        if exchange.header("progress-forwarded").map(isKey) == true { return .forwarded }
        return status.rules(now: MonotonicClock.now()) ? .all : .some
    }

    /// Where a heartbeat goes that waited here until this replica ruled no more: to the next writer, which answers it at
    /// once, or back to the replica that sent it. nil: this replica rules.
    /// - Parameter isLast: it waits no longer, because the service stops.
    func placeAfterWait(
        _ exchange: Exchange,
        isLast: Bool,
        _ readHead: (Exchange) -> CallHead?
    ) -> Verdict? {
        let now = MonotonicClock.now()
        if status.rules(now: now) { return nil }
        if exchange.header("progress-forwarded") != nil { return .notWriter(term: status.term) }
        if isLast, status.writer.map({ $0.address == address }) ?? true { return .refused(.outcomeUnknown) }
        let request = PendingRequest(exchange, readHead(exchange), .wait, deadline: now + patience)
        request.endWait()
        exchange.context = request
        return send(request, now: now)
    }

    /// Resumes the requests whose wait is over. Once a turn.
    /// - Returns: when the next one is over at the latest; `.max`: none waits.
    func turn(now: UInt64) -> UInt64 {
        let registry = registry
        let tail = catchUps.turn(status, stamp: { registry.enter { $0.tree.sequence } }, now: now)
        return min(tail, writerQueue.turn(status, now: now))
    }

    /// Its exchange is over.
    func leave(_ request: PendingRequest) {
        request.isOver = true
        switch request.stage {
        case .awaitsTail: catchUps.leave(request)
        case .awaitsWriter: writerQueue.leave(request)
        case .isForwarded: forwarder.cancel(request.exchange)
        }
    }

    /// The service stops: ends the streams that another replica sends through this one, whose readers come back to a
    /// third, and lets nobody wait at the writer any more.
    func stop() {
        isStopping = true
        forwarder.endRelays()
    }

    private func isKey(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        status.writer.map { ForwardingKey.matches(text, $0.key) } ?? false
    }

    // MARK: Stages

    private func awaitTail(_ request: PendingRequest, now: UInt64) -> Verdict {
        request.exchange.context = request
        catchUps.enter(request, now: now)
        return .reply(.shortWork)
    }

    /// The change up to which its reader was told everything, if the trees here do not hold that yet.
    private func missingStamp(_ exchange: Exchange, _ needs: RequestNeeds) -> UInt64? {
        guard needs == .follows, case .after(let stamp) = Resumption(of: exchange, epoch: registry.epoch.bytes),
            stamp > registry.enter({ $0.tree.sequence })
        else { return nil }
        return stamp
    }

    private func resumed(_ request: PendingRequest, now: UInt64) -> Verdict {
        switch request.stage {
        case .awaitsTail:
            if request.isTailKnown || request.instead == .here { return here(request, now: now) }
            request.instead = .here
            return send(request, now: now)
        case .awaitsWriter:
            return now < request.deadline ? placedAgain(request, now: now) : refused(request)
        case .isForwarded:
            return concluded(request, forwarder.outcome(of: request.exchange), now: now)
        }
    }

    /// While it waited for a writer, the trees may have been loaded.
    private func placedAgain(_ request: PendingRequest, now: UInt64) -> Verdict {
        let place = RequestPlace(request.needs, status.role, rules: false, isForwarded: false, durability: durability)
        guard case .hereWithTail(let instead) = place else { return send(request, now: now) }
        request.instead = instead
        request.stamp = missingStamp(request.exchange, request.needs) ?? 0
        return awaitTail(request, now: now)
    }

    /// To the writer, which may be this replica by now.
    private func send(_ request: PendingRequest, now: UInt64) -> Verdict {
        if status.rules(now: now) { return here(request, now: now) }
        guard let writer = status.writer, writer.address != address else { return noWriter(request, now: now) }
        request.stage = .isForwarded
        request.writer = writer
        if isStopping, request.wait.isAllowed { request.endWait() }
        return concluded(request, forwarder.forward(request.exchange, to: writer, request.wait), now: now)
    }

    private func concluded(_ request: PendingRequest, _ outcome: ForwardOutcome, now: UInt64) -> Verdict {
        switch outcome {
        case .parked(let reply): return .reply(reply)
        case .replied(let reply, _):
            metrics.count(.answered)
            return .reply(reply)
        case .cutShort:
            endWait(of: request, now: now)
            return request.instead == .wait ? send(request, now: now) : noWriter(request, now: now)
        case .notSent, .notWriter, .noReply(sentWhole: false): break
        case .noReply(sentWhole: true):
            if request.head?.isRepeatable(request.exchange) != true {
                metrics.count(.outcomeUnknown)
                suspectWriter(of: request)
                return .refused(.outcomeUnknown)
            }
        }
        metrics.count(.failed)
        suspectWriter(of: request)
        // Its client waited at a writer that is gone. One that has just begun to wait begins again.
        if request.wait.isAllowed, now >= request.deadline { endWait(of: request, now: now) }
        return noWriter(request, now: now)
    }

    private func endWait(of request: PendingRequest, now: UInt64) {
        request.endWait()
        request.deadline = now + patience
    }

    private func suspectWriter(of request: PendingRequest) {
        if let writer = request.writer { status.suspect(term: writer.term) }
    }

    private func here(_ request: PendingRequest, now: UInt64) -> Verdict {
        guard request.needs == .writes else {
            request.exchange.context = nil
            return .here(nil, isLast: request.wait.isOver)
        }
        guard let permit = WritePermit(status, now: now) else { return noWriter(request, now: now) }
        request.exchange.context = nil
        return .here(permit, isLast: request.wait.isOver)
    }

    private func noWriter(_ request: PendingRequest, now: UInt64) -> Verdict {
        if request.instead != .wait {
            metrics.count(.answeredHere)
            return here(request, now: now)
        }
        if now >= request.deadline { return refused(request) }
        // Perhaps there is one that this replica has not heard of.
        if status.writer == nil { status.suspect(term: status.term) }
        writerQueue.enter(request, status, now: now)
        return .reply(.work)
    }

    private func refused(_ request: PendingRequest) -> Verdict {
        metrics.count(.noWriter)
        return .refused(
            request.needs == .writes ? .noWriter : .notReady(because: "This replica has not loaded the trees yet.")
        )
    }
}
