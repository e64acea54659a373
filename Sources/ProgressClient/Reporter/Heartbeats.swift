/// Which progresses are kept alive, and when each has to be heard of again.
struct Heartbeats: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Requests that wait at the service at a time, at most: each of them counts as a stream there.
    private static let listeners = 8
    /// Seconds that the service holds one of them, at most.
    static let listening = 20
    /// After the service has refused to hold a request.
    private static let deafness = Duration.seconds(60)

    /// Something is due without a time: a task waits for a directive.
    var isDueNow = false
    private var kept: [ObjectIdentifier: ReportedNode] = [:]
    private var dueAt: Instant?
    private var listenerCount = 0
    private var deafUntil: Instant?

    /// When something is due; nil: never.
    func next(at now: Instant) -> Instant? { isDueNow ? now : dueAt }

    /// Takes the node in, or drops it where it does not work any more.
    mutating func keep(_ node: ReportedNode) {
        guard let due = node.beatDue(canListen: canListen) else { return drop(node) }
        kept[ObjectIdentifier(node)] = node
        dueAt = min(dueAt ?? due, due)
    }

    mutating func drop(_ node: ReportedNode) { kept[ObjectIdentifier(node)] = nil }

    /// The heartbeats that are due, and one node whose directive should be waited for.
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

    /// The listener of `take` has to wait for another turn.
    mutating func postpone() { isDueNow = true }

    mutating func beginListening() { listenerCount += 1 }

    mutating func endListening() { listenerCount -= 1 }

    mutating func goDeaf(at now: Instant) { deafUntil = now + Self.deafness }

    private var canListen: Bool { listenerCount < Self.listeners && deafUntil == nil }
}
