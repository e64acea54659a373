import Glibc

/// Finds a node by its id: open addressing over node places, four bytes each.
///
/// Ids are random (libuuid), so their own low bits are the hash. The table is made for the limit on nodes at once and
/// never grows: memory that was never touched costs nothing, and no request pays for a rehash.
struct IDTable: ~Copyable {
    private let slots: UnsafeMutablePointer<Int32>
    private let mask: Int

    /// The number of nodes that it takes; with more, searches would become long, and would not end.
    var maximumCount: Int { mask / 3 * 2 }

    init(maximumCount: Int) {
        var capacity = 64
        while capacity < maximumCount * 3 / 2 { capacity *= 2 }
        mask = capacity - 1
        // 0 means empty and places are stored plus one: fresh zero pages stay untouched until they are used.
        guard let memory = calloc(capacity, MemoryLayout<Int32>.stride) else {
            fatalError("no memory for an index of \(capacity) nodes")
        }
        slots = memory.bindMemory(to: Int32.self, capacity: capacity)
    }

    deinit { free(slots) }

    func find(_ id: ProgressID, in nodes: borrowing NodeStore) -> NodeIndex? {
        var place = Int(truncatingIfNeeded: id.low) & mask
        while slots[place] != 0 {
            let index = NodeIndex(rawValue: slots[place] - 1)
            if nodes[index].id == id { return index }
            place = (place + 1) & mask
        }
        return nil
    }

    /// - Precondition: `id` is not in the table.
    mutating func insert(_ id: ProgressID, at index: NodeIndex) {
        var place = Int(truncatingIfNeeded: id.low) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = index.rawValue + 1
    }

    /// Removes `id` and closes the gap, so that no search ends early.
    mutating func remove(_ id: ProgressID, in nodes: borrowing NodeStore) {
        var gap = Int(truncatingIfNeeded: id.low) & mask
        while nodes[NodeIndex(rawValue: slots[gap] - 1)].id != id { gap = (gap + 1) & mask }
        var place = (gap + 1) & mask
        while slots[place] != 0 {
            let home = Int(truncatingIfNeeded: nodes[NodeIndex(rawValue: slots[place] - 1)].id.low) & mask
            if (place - home) & mask >= (place - gap) & mask {
                slots[gap] = slots[place]
                gap = place
            }
            place = (place + 1) & mask
        }
        slots[gap] = 0
    }
}
