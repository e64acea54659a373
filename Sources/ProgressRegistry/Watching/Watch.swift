/// The reactors that watch one progress, or its subtree.
struct Watch {
    var itself = ReactorCounts()
    var subtree = ReactorCounts()
    /// The progress is there, or is removed and not yet freed: its departure is still to be published.
    var awaitsDeparture = false

    var isEmpty: Bool { itself.isEmpty && subtree.isEmpty }
}

/// Counts the subscriptions of each reactor, with one bit for each reactor that has any.
struct ReactorCounts {
    private(set) var mask: UInt64 = 0
    private var counts: [Int: Int] = [:]

    var isEmpty: Bool { mask == 0 }

    mutating func add(_ reactor: Int) {
        counts[reactor, default: 0] += 1
        mask |= 1 << UInt64(reactor)
    }

    mutating func remove(_ reactor: Int) {
        guard let count = counts[reactor] else { return }
        counts[reactor] = count == 1 ? nil : count - 1
        if count == 1 { mask &= ~(1 << UInt64(reactor)) }
    }
}
