import Synchronization

/// Counters that one thread changes and any thread reads: a load and a store each, no locked instruction.
///
/// Counters that belong together may differ by one event if they are read meanwhile.
package final class CounterBank: @unchecked Sendable {
    // @unchecked: 1. `cells` is allocated once and freed with the last reference; 2. its elements are atomics.
    private let cells: UnsafeMutablePointer<Atomic<Int>>
    let count: Int

    package init(count: Int) {
        self.count = count
        cells = .allocate(capacity: count)
        for place in 0..<count { (cells + place).initialize(to: Atomic(0)) }
    }

    deinit {
        cells.deinitialize(count: count)
        cells.deallocate()
    }

    package subscript(place: Int) -> Int { cells[place].load(ordering: .relaxed) }

    /// By the counting thread only.
    package func add(_ amount: Int = 1, at place: Int) { set(self[place] &+ amount, at: place) }

    /// By the counting thread only.
    package func set(_ number: Int, at place: Int) { cells[place].store(number, ordering: .relaxed) }

    package func values() -> [Int] { (0..<count).map { self[$0] } }
}
