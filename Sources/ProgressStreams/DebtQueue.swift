import ProgressCore

/// Debts in the order of their making. Entries of settled debts are skipped, and freed now and then.
struct DebtQueue: Sendable {
    private var entries: [(id: ProgressID, number: UInt64)] = []
    private var head = 0

    mutating func append(_ id: ProgressID, _ number: UInt64) { entries.append((id, number)) }

    /// The first wanted ids, at most `limit`; they stay in the queue. O(entries passed over).
    ///
    /// - Parameter holds: whether an entry is still valid; invalid ones are dropped from the front.
    mutating func first(
        _ limit: Int,
        holds: (ProgressID, UInt64) -> Bool,
        wants: (ProgressID) -> Bool
    ) -> [ProgressID] {
        while head < entries.count, !holds(entries[head].id, entries[head].number) { head += 1 }
        if head > 1_024, head > entries.count / 2 {
            entries.removeFirst(head)
            head = 0
        }
        var ids: [ProgressID] = []
        var position = head
        while position < entries.count && ids.count < limit {
            let entry = entries[position]
            position += 1
            if holds(entry.id, entry.number) && wants(entry.id) { ids.append(entry.id) }
        }
        return ids
    }

    /// Whether the entries of settled debts outnumber the `count` others.
    func isUntidy(_ count: Int) -> Bool { entries.count - head > 2 * count + 64 }

    /// Frees the entries of settled debts.
    mutating func tidy(holds: (ProgressID, UInt64) -> Bool) {
        entries = entries[head...].filter { holds($0.id, $0.number) }
        head = 0
    }
}
