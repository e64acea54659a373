/// What outlives the process: where the stream continues, what was told, and what is on its way.
struct NotifyState: Codable, Sendable {
    var lastEventID: String?
    var tracker = NoticeTracker()
    /// In the order in which they were made.
    private(set) var deliveries: [Delivery] = []

    /// The names in the file, which 0.2.0 writes, too.
    private enum CodingKeys: String, CodingKey {
        case lastEventID, deliveries
        case tracker = "lookout"
    }

    /// Where a receiver is away for days, the oldest go.
    static let deliveryLimit = 10_000

    /// - Returns: how many had to go for it.
    mutating func add(_ delivery: Delivery) -> Int {
        deliveries.append(delivery)
        let excess = max(0, deliveries.count - Self.deliveryLimit)
        deliveries.removeFirst(excess)
        return excess
    }

    /// What is due first for a rule, apart from some notices.
    func next(of rule: String, except notices: Set<String> = []) -> Delivery? {
        deliveries.lazy.filter { $0.rule == rule && !notices.contains($0.notice.id) }.min { $0.due < $1.due }
    }

    /// - Parameter after: nil: it is over.
    mutating func settle(_ delivery: Delivery, after: Delivery?) {
        let place = deliveries.firstIndex { $0.rule == delivery.rule && $0.notice.id == delivery.notice.id }
        guard let place else { return }
        if let after { deliveries[place] = after } else { deliveries.remove(at: place) }
    }

    /// Drops what rules had to tell that are gone.
    mutating func keep(rules: Set<String>) { deliveries.removeAll { !rules.contains($0.rule) } }
}
