import ProgressCore

/// A tree store of this project, with ways to fill it.
final class TreeGarden {
    var tree = ProgressTree()
    private var lastID: UInt64 = 0
    let now: Int64 = 1_700_000_000_000

    func insert(total: Int64, under parent: ProgressID? = nil, pending: Int64 = 0) -> ProgressID {
        var new = NewProgress(id: nextID())
        new.counts.total = total
        new.pendingUnitCount = pending
        do {
            let parent = try parent.map { id throws(ProgressError) in try tree.find(id) }
            _ = try tree.insert([new], under: parent, at: now)
        } catch {
            fatalError("a node was not inserted: \(error)")
        }
        return new.id
    }

    /// Makes an id spread over all 64 bits, like random ids (splitmix64).
    private func nextID() -> ProgressID {
        lastID &+= 0x9e37_79b9_7f4a_7c15
        var word = lastID
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return ProgressID(high: lastID, low: word ^ word >> 31)
    }
}
