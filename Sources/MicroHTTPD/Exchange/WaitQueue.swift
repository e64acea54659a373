/// Waiters by the key that they wait for, each at most until a deadline. On one thread only.
///
/// Cost: O(1) to enter; O(those with the same key) to leave; O(different keys) to release; O(all) when a deadline passes.
package struct WaitQueue<Key: Hashable, Waiter: AnyObject> {
    private struct Place {
        let waiter: Waiter
        /// `.max` once its waiter was told that it is late.
        var deadline: UInt64
    }

    private var places: [Key: [Place]] = [:]
    package private(set) var count = 0
    /// No waiter is late before this.
    package private(set) var nextDeadline = UInt64.max

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// - Parameter deadline: monotonic nanoseconds; `.max`: none.
    package mutating func enter(_ waiter: Waiter, for key: Key, until deadline: UInt64 = .max) {
        places[key, default: []].append(Place(waiter: waiter, deadline: deadline))
        count += 1
        nextDeadline = min(nextDeadline, deadline)
    }

    /// - Returns: false if it did not wait.
    @discardableResult
    package mutating func leave(_ waiter: Waiter, for key: Key) -> Bool {
        guard let index = places[key]?.firstIndex(where: { $0.waiter === waiter }) else { return false }
        places[key]?.remove(at: index)
        if places[key]?.isEmpty == true { places[key] = nil }
        count -= 1
        if count == 0 { nextDeadline = .max }
        return true
    }

    /// Those that wait for `key`, in the order in which they came.
    package func waiters(for key: Key) -> [Waiter] { places[key]?.map(\.waiter) ?? [] }

    /// Takes out all whose key is `over`, in no order of the keys.
    package mutating func release(where isOver: (Key) -> Bool) -> [Waiter] {
        if count == 0 { return [] }
        var released: [Waiter] = []
        for key in places.keys where isOver(key) { released += places.removeValue(forKey: key)?.map(\.waiter) ?? [] }
        count -= released.count
        if count == 0 { nextDeadline = .max }
        return released
    }

    /// Those whose deadline has passed. They stay until they leave, and are not late again.
    package mutating func late(now: UInt64) -> [(waiter: Waiter, key: Key)] {
        guard now >= nextDeadline else { return [] }
        var late: [(waiter: Waiter, key: Key)] = []
        nextDeadline = .max
        for key in places.keys {
            for index in places[key]?.indices ?? 0..<0 {
                guard let place = places[key]?[index] else { break }
                if place.deadline <= now {
                    late.append((place.waiter, key))
                    places[key]?[index].deadline = .max
                } else {
                    nextDeadline = min(nextDeadline, place.deadline)
                }
            }
        }
        return late
    }

    package func forEach(_ body: (Waiter) -> Void) {
        for place in places.values.joined() { body(place.waiter) }
    }
}
