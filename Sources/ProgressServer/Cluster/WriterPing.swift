import MicroHTTPD
import Platform
import ProgressStore
import ProgressTelemetry
import ProgressWire

/// Asks the writer for a sign of life, and whether it executes writes, on separate connections, while it is another
/// replica. One for each replica; on the thread of its reactor only.
final class WriterPing: UpstreamCaller {
    private let reactor: Reactor
    private let cluster: ClusterPart
    private let log: ServiceLog
    /// The address of this replica, as the others see it.
    private let address: String
    private var pulse: WriterPulse
    private var generation: UInt64 = 0
    /// nil until the first ping.
    private var upstream: Upstream?
    /// The head of the last ping.
    private var head: [UInt8] = []
    /// The time since which the log says that the writer cannot be reached.
    private var toldAt: UInt64?

    init(_ reactor: Reactor, _ cluster: ClusterPart, _ log: ServiceLog, address: String) {
        self.reactor = reactor
        self.cluster = cluster
        self.log = log
        self.address = address
        pulse = WriterPulse(lease: cluster.lease)
    }

    private var contact: WriterContact { cluster.status.contact }

    /// - Returns: when it is due again; `.max`: with another writer.
    func turn(now: UInt64) -> UInt64 {
        followWriter(now: now)
        let wasSilent = pulse.isSilent
        if pulse.turn(at: now) { ping() }
        if pulse.isSilent, !wasSilent { tell(now: now) }
        return pulse.due
    }

    private func followWriter(now: UInt64) {
        let generation = contact.generation
        if generation == self.generation { return }
        self.generation = generation
        let place = contact.place
        let isHere = place?.address == address
        if isHere { toldAt = nil }
        let writer = isHere ? nil : place
        guard pulse.follow(writer, at: now) else { return }
        upstream?.retire(within: 0)
        upstream?.endCalls(onlyIf: true)
        guard let writer, let target = UpstreamAddress(writer.address) else { return upstream = nil }
        // This call needs nothing from a replica. Versions before 0.3 answer 404, which is a sign of life, too.
        head = Array("GET /readyz/writes HTTP/1.1\r\nHost: \(writer.address)\r\n\r\n".utf8)
        if let upstream {
            upstream.move(to: target, within: 0)
        } else {
            upstream = Upstream(target, for: reactor, settings)
        }
    }

    private var settings: UpstreamConfiguration {
        var settings = UpstreamConfiguration()
        let leaseSeconds = Double(cluster.lease) / 1e9
        settings.connectSeconds = min(settings.connectSeconds, leaseSeconds)
        settings.replySeconds = leaseSeconds
        // A third of a lease may be longer than the usual time.
        settings.idleSeconds = leaseSeconds
        return settings
    }

    private func ping() {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        upstream?.send(UpstreamCall(head: head, body: none, isHead: false, mayBeHeld: false, for: self))
    }

    /// Never called for a former writer: its pings were ended before the next one is followed.
    func ended(_ outcome: UpstreamOutcome) {
        switch outcome {
        case .replied(let reply): noteObstacle(reply)
        case .relays: break
        case .notSent, .noReply: return
        }
        let now = MonotonicClock.now()
        pulse.heard(at: now)
        tell(now: now)
    }

    private func noteObstacle(_ reply: UpstreamReply) {
        guard let writer = pulse.writer else { return }
        var obstacle: String?
        if reply.status == 503, case .object(let problem)? = try? JSONReader.parse(Array(reply.body)),
            case .string(let detail)? = problem["detail"]
        {
            obstacle = detail
        }
        contact.note(writer, obstacle: obstacle)
    }

    /// Passes the present knowledge on to the other reactors and to the log.
    private func tell(now: UInt64) {
        guard let writer = pulse.writer else { return }
        if contact.note(writer, isSilent: pulse.isSilent) { cluster.member.wake() }
        if pulse.isSilent {
            if toldAt == nil { log.cannotReachWriter(writer.address) }
            toldAt = toldAt ?? now
        } else if let begin = toldAt {
            toldAt = nil
            log.reachesWriterAgain(writer.address, milliseconds: (now - begin) / 1_000_000)
        }
    }
}
