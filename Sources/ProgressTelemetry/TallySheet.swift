import Synchronization

/// Numbers that one thread counts up and any thread may read: a load and a store each, no locked instruction.
///
/// Read while they are counted, numbers that belong together may be one event apart.
package final class TallySheet: @unchecked Sendable {
    // 1. `cells` is allocated once and freed with the last reference; 2. what it holds are atomics.
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

    /// By the one thread that counts here.
    package func add(_ amount: Int = 1, at place: Int) { set(self[place] &+ amount, at: place) }

    /// By the one thread that counts here.
    package func set(_ number: Int, at place: Int) { cells[place].store(number, ordering: .relaxed) }

    package func values() -> [Int] { (0..<count).map { self[$0] } }
}
