/// A binary heap, the smallest element first. Elements are never taken back: who pops one looks whether it still holds.
///
/// Inlinable, so that it is specialized for the elements of other modules: it is on the path of every delivery.
package struct EarliestQueue<Element: Comparable & Sendable>: Sendable {
    @usableFromInline var heap: [Element] = []

    @inlinable package init() {}

    @inlinable package var first: Element? { heap.first }
    @inlinable package var count: Int { heap.count }

    /// - Complexity: O(log n).
    @inlinable package mutating func insert(_ element: Element) {
        heap.append(element)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if heap[parent] <= heap[child] { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    /// - Complexity: O(log n).
    @inlinable package mutating func popFirst() -> Element? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            if least == parent { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    @inlinable package mutating func removeAll() { heap = [] }
}
