/// The progresses that need heartbeats, and when each is due.
struct Heartbeats: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The maximum number of requests that wait at the service: each of them counts as a stream there.
    private static let listeners = 8
    /// The maximum number of seconds for which the service holds one of them.
    static let listening = 20
    /// The time without such requests after the service has refused to hold one.
    private static let deafness = Duration.seconds(60)

    /// Whether something is due at once, such as the directive that a task waits for.
    var isDueNow = false
    private var kept: [ObjectIdentifier: ReportedNode] = [:]
    private var dueAt: Instant?
    private var listenerCount = 0
    private var deafUntil: Instant?

    /// The time at which something is due; nil if nothing is.
    func next(at now: Instant) -> Instant? { isDueNow ? now : dueAt }

    /// Keeps the node alive, or drops it if it no longer works.
    mutating func keep(_ node: ReportedNode) {
        guard let due = node.beatDue(canListen: canListen) else { return drop(node) }
        kept[ObjectIdentifier(node)] = node
        dueAt = min(dueAt ?? due, due)
    }

    mutating func drop(_ node: ReportedNode) { kept[ObjectIdentifier(node)] = nil }

    /// Returns the nodes whose heartbeats are due, and one whose next directive should be waited for.
    mutating func take(at now: Instant) -> (heartbeats: [ReportedNode], listener: ReportedNode?) {
        if let deafUntil, deafUntil <= now { self.deafUntil = nil }
        guard let next = next(at: now), next <= now else { return ([], nil) }
        isDueNow = false
        dueAt = nil
        var heartbeats: [ReportedNode] = []
        var listener: ReportedNode?
        for node in kept.values {
            guard let due = node.beatDue(canListen: canListen) else { continue }
            if due > now {
                dueAt = min(dueAt ?? due, due)
            } else if !(canListen && node.wantsToListen) {
                heartbeats.append(node)
            } else if listener == nil {
                listener = node
            } else {
                dueAt = now
            }
        }
        return (heartbeats, listener)
    }

    /// Leaves some of what `take` returned to another turn.
    mutating func postpone() { isDueNow = true }

    mutating func beginListening() { listenerCount += 1 }

    mutating func endListening() { listenerCount -= 1 }

    mutating func goDeaf(at now: Instant) { deafUntil = now + Self.deafness }

    private var canListen: Bool { listenerCount < Self.listeners && deafUntil == nil }
}
