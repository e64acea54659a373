import MicroHTTPD
import Platform
import ProgressCore
import ProgressHTTP
import ProgressRegistry
import ProgressStore
import ProgressStreams

/// Takes the requests of one reactor of a replica to their places. On its reactor's thread only.
final class Usher {
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
    private var tailRoom = TailRoom()
    private var writerRoom = WriterRoom()
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
    func place(_ exchange: Exchange) -> Verdict {
        let now = MonotonicClock.now()
        if exchange.isResumed {
            guard let visit = exchange.context as? Visit else { return .here(nil) }
            return resumed(visit, now: now)
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
        let reach = RequestReach(of: exchange)
        let place = RequestPlace(reach, status.role, rules: false, isForwarded: key != nil, durability: durability)
        switch place {
        case .here:
            guard let stamp = missingStamp(exchange, reach) else { return .here(nil) }
            let visit = Visit(exchange, reach, .atWriterOrHere, ForwardedWait(exchange), deadline: now + patience)
            visit.stamp = stamp
            return awaitTail(visit, now: now)
        case .notWriter: return .notWriter(term: status.term)
        case .hereWithTail(let instead):
            let visit = Visit(exchange, reach, instead, ForwardedWait(exchange), deadline: now + patience)
            visit.stamp = missingStamp(exchange, reach) ?? 0
            return awaitTail(visit, now: now)
        case .atWriter(let instead):
            let visit = Visit(exchange, reach, instead, ForwardedWait(exchange), deadline: now + patience)
            exchange.context = visit
            return send(visit, now: now)
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
    func placeAfterWait(_ exchange: Exchange, isLast: Bool) -> Verdict? {
        let now = MonotonicClock.now()
        if status.rules(now: now) { return nil }
        if exchange.header("progress-forwarded") != nil { return .notWriter(term: status.term) }
        if isLast, status.writer.map({ $0.address == address }) ?? true { return .refused(.outcomeUnknown) }
        let visit = Visit(exchange, .writes, .wait, .over, deadline: now + patience)
        exchange.context = visit
        return send(visit, now: now)
    }

    /// Resumes the requests whose wait is over. Once a turn.
    /// - Returns: when the next one is over at the latest; `.max`: none waits.
    func turn(now: UInt64) -> UInt64 {
        let registry = registry
        let tail = tailRoom.turn(status, stamp: { registry.enter { $0.tree.sequence } }, now: now)
        return min(tail, writerRoom.turn(status, now: now))
    }

    /// Its exchange is over.
    func leave(_ visit: Visit) {
        visit.isOver = true
        switch visit.stage {
        case .awaitsTail: tailRoom.leave(visit)
        case .awaitsWriter: writerRoom.leave(visit)
        case .isForwarded: forwarder.cancel(visit.exchange)
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

    private func awaitTail(_ visit: Visit, now: UInt64) -> Verdict {
        visit.exchange.context = visit
        tailRoom.enter(visit, now: now)
        return .reply(.shortWork)
    }

    /// The change up to which its reader was told everything, if the trees here do not hold that yet.
    private func missingStamp(_ exchange: Exchange, _ reach: RequestReach) -> UInt64? {
        guard reach == .follows, case .after(let stamp) = Resumption(of: exchange, epoch: registry.epoch.bytes),
            stamp > registry.enter({ $0.tree.sequence })
        else { return nil }
        return stamp
    }

    private func resumed(_ visit: Visit, now: UInt64) -> Verdict {
        switch visit.stage {
        case .awaitsTail:
            if visit.isTailKnown || visit.instead == .here { return here(visit, now: now) }
            visit.instead = .here
            return send(visit, now: now)
        case .awaitsWriter:
            return now < visit.deadline ? placedAgain(visit, now: now) : refused(visit)
        case .isForwarded:
            return concluded(visit, forwarder.outcome(of: visit.exchange), now: now)
        }
    }

    /// While it waited for a writer, the trees may have been loaded.
    private func placedAgain(_ visit: Visit, now: UInt64) -> Verdict {
        let place = RequestPlace(visit.reach, status.role, rules: false, isForwarded: false, durability: durability)
        guard case .hereWithTail(let instead) = place else { return send(visit, now: now) }
        visit.instead = instead
        visit.stamp = missingStamp(visit.exchange, visit.reach) ?? 0
        return awaitTail(visit, now: now)
    }

    /// To the writer, which may be this replica by now.
    private func send(_ visit: Visit, now: UInt64) -> Verdict {
        if status.rules(now: now) { return here(visit, now: now) }
        guard let writer = status.writer, writer.address != address else { return noWriter(visit, now: now) }
        visit.stage = .isForwarded
        visit.writer = writer
        if isStopping, visit.wait == .allowed { visit.wait = .over }
        return concluded(visit, forwarder.forward(visit.exchange, to: writer, visit.wait), now: now)
    }

    private func concluded(_ visit: Visit, _ outcome: ForwardOutcome, now: UInt64) -> Verdict {
        switch outcome {
        case .parked(let reply): return .reply(reply)
        case .replied(let reply, _):
            metrics.count(.answered)
            return .reply(reply)
        case .cutShort:
            endWait(of: visit, now: now)
            return visit.instead == .wait ? send(visit, now: now) : noWriter(visit, now: now)
        case .notSent, .notWriter, .noReply(sentWhole: false): break
        case .noReply(sentWhole: true):
            if !Repeatable.isSafe(visit.exchange) {
                metrics.count(.outcomeUnknown)
                suspectWriter(of: visit)
                return .refused(.outcomeUnknown)
            }
        }
        metrics.count(.failed)
        suspectWriter(of: visit)
        // Its client waited at a writer that is gone. One that has just begun to wait begins again.
        if visit.wait == .allowed, now >= visit.deadline { endWait(of: visit, now: now) }
        return noWriter(visit, now: now)
    }

    private func endWait(of visit: Visit, now: UInt64) {
        visit.wait = .over
        visit.deadline = now + patience
    }

    private func suspectWriter(of visit: Visit) {
        if let writer = visit.writer { status.suspect(term: writer.term) }
    }

    private func here(_ visit: Visit, now: UInt64) -> Verdict {
        guard visit.reach == .writes else {
            visit.exchange.context = nil
            return .here(nil, isLast: visit.wait == .over)
        }
        guard let permit = WritePermit(status, now: now) else { return noWriter(visit, now: now) }
        visit.exchange.context = nil
        return .here(permit, isLast: visit.wait == .over)
    }

    private func noWriter(_ visit: Visit, now: UInt64) -> Verdict {
        if visit.instead != .wait {
            metrics.count(.answeredHere)
            return here(visit, now: now)
        }
        if now >= visit.deadline { return refused(visit) }
        // Perhaps there is one that this replica has not heard of.
        if status.writer == nil { status.suspect(term: status.term) }
        writerRoom.enter(visit, status, now: now)
        return .reply(.work)
    }

    private func refused(_ visit: Visit) -> Verdict {
        metrics.count(.noWriter)
        return .refused(
            visit.reach == .writes ? .noWriter : .notReady(because: "This replica has not loaded the trees yet.")
        )
    }
}
