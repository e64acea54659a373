/// The state that outlives the process: where the stream continues, the notices sent, and those on their way.
struct NotifyState: Codable, Sendable {
    var lastEventID: String?
    var tracker = NoticeTracker()
    /// Oldest first.
    private(set) var deliveries: [Delivery] = []

    /// The names in the file; version 0.2.0 writes the same ones.
    private enum CodingKeys: String, CodingKey {
        case lastEventID, deliveries
        case tracker = "lookout"
    }

    /// Above it, the oldest are dropped, as when a receiver is away for days.
    static let deliveryLimit = 10_000

    /// - Returns: the number of deliveries dropped for it.
    mutating func add(_ delivery: Delivery) -> Int {
        deliveries.append(delivery)
        let excess = max(0, deliveries.count - Self.deliveryLimit)
        deliveries.removeFirst(excess)
        return excess
    }

    /// The delivery of `rule` that is due first, apart from those of `notices`.
    func next(of rule: String, except notices: Set<String> = []) -> Delivery? {
        deliveries.lazy.filter { $0.rule == rule && !notices.contains($0.notice.id) }.min { $0.due < $1.due }
    }

    /// - Parameter after: the next attempt; nil if the delivery is over.
    mutating func settle(_ delivery: Delivery, after: Delivery?) {
        let place = deliveries.firstIndex { $0.rule == delivery.rule && $0.notice.id == delivery.notice.id }
        guard let place else { return }
        if let after { deliveries[place] = after } else { deliveries.remove(at: place) }
    }

    /// Drops the deliveries of all other rules.
    mutating func keep(rules: Set<String>) { deliveries.removeAll { !rules.contains($0.rule) } }
}
