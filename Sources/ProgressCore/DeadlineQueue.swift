/// Something that is to be looked at when its time has come.
struct Deadline {
    enum Kind {
        case retention, lease, reservation
    }

    /// Milliseconds since 1970.
    var due: Int64
    var kind: Kind
    /// A node, or a reservation's key.
    var id: ProgressID
}

/// Until when a node must be written to, and when the queue looks at it next.
struct Lease {
    /// Milliseconds since 1970, as in `Deadline`.
    var end: Int64
    var entryDue: Int64
}

/// A binary heap of deadlines, the earliest first. Entries are never taken back: who pops one looks whether it holds.
struct DeadlineQueue {
    private var heap: [Deadline] = []

    var first: Deadline? { heap.first }
    var count: Int { heap.count }

    mutating func insert(_ deadline: Deadline) {
        heap.append(deadline)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if heap[parent].due <= heap[child].due { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    mutating func popFirst() -> Deadline? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].due < heap[least].due
            {
                least = child
            }
            if least == parent { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
