/// Something to look at when its time has come.
struct Deadline {
    enum Kind {
        case retention, lease, reservation, silence
    }

    /// Milliseconds since 1970.
    var due: Int64
    var kind: Kind
    /// A node, or a reservation's key.
    var id: ProgressID
}

/// A binary heap of deadlines, the earliest first. Entries are never taken back: whether one still holds is checked
/// when it is popped.
struct DeadlineQueue {
    private(set) var heap: [Deadline] = []
    private var sweepCount = 1_024

    /// Whether stale entries may outnumber the others.
    var needsSweep: Bool { heap.count > sweepCount }

    var first: Deadline? { heap.first }

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

    /// Many more entries come at once, none of them stale.
    mutating func putOffSweeps() { sweepCount = .max }

    /// All current entries are here.
    mutating func resumeSweeps() { sweepCount = 2 * heap.count + 1_024 }

    /// Keeps these entries only.
    mutating func sweep(keeping kept: [Deadline]) {
        heap = kept.sorted { $0.due < $1.due }
        resumeSweeps()
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
