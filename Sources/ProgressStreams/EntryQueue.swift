import ProgressCore

/// Nodes in the order of a key, a time or a stamp; first come, first served for equal keys.
///
/// A binary heap. Entries are never withdrawn; the caller checks whether the first one is still valid.
struct EntryQueue: Sendable {
    struct Entry: Sendable {
        let key: UInt64
        /// Tells successive entries of one node apart.
        let number: UInt64
        let id: ProgressID

        fileprivate func comesBefore(_ other: Entry) -> Bool {
            key < other.key || (key == other.key && number < other.number)
        }
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    /// - Complexity: O(log n); O(1) for keys that come in order.
    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if !heap[child].comesBefore(heap[parent]) { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    /// - Complexity: O(log n).
    mutating func removeFirst() {
        let last = heap.removeLast()
        if heap.isEmpty { return }
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count && heap[child + 1].comesBefore(heap[child]) { child += 1 }
            if !heap[child].comesBefore(last) { break }
            heap[hole] = heap[child]
            hole = child
        }
        heap[hole] = last
    }

    /// Whether invalid entries outnumber the `count` valid ones.
    func isUntidy(_ count: Int) -> Bool { heap.count > 2 * count + 64 }

    /// Drops invalid entries.
    mutating func tidy(holds: (Entry) -> Bool) {
        let kept = heap.filter(holds)
        heap.removeAll(keepingCapacity: true)
        for entry in kept { insert(entry) }
    }
}
