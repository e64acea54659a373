/// Deadlines in 64 slots of time: moving one later is a store, everything else is O(1).
///
/// An item whose deadline moves later stays in its slot until the slot's time comes.
struct DeadlineWheel {
    struct Place {
        let tick: UInt64
        var index: Int
    }

    private static let slotCount: UInt64 = 64

    /// Nanoseconds a slot.
    private let granularity: UInt64
    /// The last tick whose slot was emptied.
    private var current: UInt64
    private var slots: [[EventSource]] = Array(repeating: [], count: Int(slotCount))
    /// Bit n: slot n holds items.
    private var occupied: UInt64 = 0

    init(granularity: UInt64, now: UInt64) {
        self.granularity = max(granularity, 1_000_000)
        current = now / self.granularity
    }

    /// When `expire(now:)` has something to do; nil: never.
    var nextTime: UInt64? {
        guard occupied != 0 else { return nil }
        let first = (current + 1) % Self.slotCount
        let rotated = first == 0 ? occupied : occupied >> first | occupied << (Self.slotCount - first)
        return (current + 1 + UInt64(rotated.trailingZeroBitCount)) * granularity
    }

    mutating func schedule(_ item: EventSource, at deadline: UInt64) {
        item.deadline = deadline
        guard deadline != .max else { return }
        let tick = tick(for: deadline)
        if let place = item.place {
            guard tick < place.tick else { return }
            remove(item)
        }
        insert(item, tick)
    }

    mutating func remove(_ item: EventSource) {
        guard let place = item.place else { return }
        let slot = Int(place.tick % Self.slotCount)
        let last = slots[slot].removeLast()
        if last !== item {
            slots[slot][place.index] = last
            last.place?.index = place.index
        }
        if slots[slot].isEmpty { occupied &= ~(1 << UInt64(slot)) }
        item.place = nil
    }

    /// Takes out items that are due; those whose deadline moved later are put into their new slots.
    mutating func expire(now: UInt64, into due: inout [EventSource]) {
        let target = now / granularity
        guard target > current else { return }
        let steps = min(target - current, Self.slotCount)
        let first = current + 1
        current = target
        for tick in first..<first + steps where occupied & (1 << (tick % Self.slotCount)) != 0 {
            let slot = Int(tick % Self.slotCount)
            var items: [EventSource] = []
            swap(&items, &slots[slot])
            occupied &= ~(1 << UInt64(slot))
            for item in items {
                item.place = nil
                if item.deadline <= now { due.append(item) } else { schedule(item, at: item.deadline) }
            }
        }
    }

    private func tick(for deadline: UInt64) -> UInt64 {
        let wanted = deadline / granularity + 1
        return min(max(wanted, current + 1), current + Self.slotCount - 1)
    }

    private mutating func insert(_ item: EventSource, _ tick: UInt64) {
        let slot = Int(tick % Self.slotCount)
        item.place = Place(tick: tick, index: slots[slot].count)
        slots[slot].append(item)
        occupied |= 1 << UInt64(slot)
    }
}
