import ProgressCore

/// The order of the nodes in an export: parents before their children, siblings as they joined.
struct ExportTree {
    struct Entry {
        let id: ProgressID
        let parentID: ProgressID?
        let ordinal: UInt64
        let place: RecordArena.Place
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Puts siblings next to each other, in their order, and the roots first.
    mutating func sort() {
        entries.sort { one, other in
            switch (one.parentID, other.parentID) {
            case (nil, nil): return one.ordinal < other.ordinal
            case (nil, _): return true
            case (_, nil): return false
            case (let left?, let right?):
                return (left.high, left.low, one.ordinal) < (right.high, right.low, other.ordinal)
            }
        }
    }

    func ids() -> Set<ProgressID> { Set(entries.map(\.id)) }

    /// Removes the nodes that belong to no root. After `sort`.
    /// - Returns: their number.
    mutating func removeOrphans() -> Int {
        var kept: Set<ProgressID> = []
        let count = entries.count
        if forEach({ kept.insert($0.id) }) < count { entries.removeAll { !kept.contains($0.id) } }
        return count - entries.count
    }

    /// Passes each node that belongs to a root, however deep, to `body`. After `sort`.
    /// - Returns: the number of those nodes.
    /// - Complexity: O(n log n).
    func forEach<Failure>(_ body: (Entry) throws(Failure) -> Void) throws(Failure) -> Int {
        var count = 0
        let rootCount = partition { $0.parentID != nil }
        var open = [0..<rootCount]
        while let range = open.popLast() {
            guard let first = range.first else { continue }
            open.append(first + 1..<range.upperBound)
            try body(entries[first])
            count += 1
            open.append(children(of: entries[first].id))
        }
        return count
    }

    private func children(of id: ProgressID) -> Range<Int> {
        let key = (id.high, id.low)
        let first = partition { entry in entry.parentID.map { ($0.high, $0.low) >= key } ?? false }
        let end = partition { entry in entry.parentID.map { ($0.high, $0.low) > key } ?? false }
        return first..<end
    }

    /// The index of the first entry for which `isBehind` holds; it holds for all later ones.
    private func partition(_ isBehind: (Entry) -> Bool) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
