/// The times since which paused or cancelled progresses wait for their workers to learn of it.
///
/// The newest are kept, so that a large tree whose workers have long gone costs no memory and hides nothing.
struct ControlledNodes {
    static let capacity = 4_096
    /// Maximum number of progresses kept of one control call, the top first.
    static let mostOfOneCall = 1_024

    private struct Entry {
        let moment: Int64
        let order: UInt64
    }

    private var entries: [ProgressID: Entry] = [:]
    /// In the order in which they came; those whose order differs from that of the entry are stale.
    private var queue: [(id: ProgressID, order: UInt64)] = []
    private var head = 0
    private var lastOrder: UInt64 = 0
    private var ofThisCall = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    /// Places of the queue, used or not.
    var placeCount: Int { queue.count }

    mutating func beginCall() { ofThisCall = 0 }

    /// - Parameter wasPaused: only nodes that are paused or cancelled are kept.
    @inline(__always)
    mutating func note(_ id: ProgressID, wasPaused: Bool, at now: Int64) {
        if ofThisCall < Self.mostOfOneCall { return keep(id, at: now) }
        if wasPaused { forget(id) }
    }

    private mutating func keep(_ id: ProgressID, at now: Int64) {
        ofThisCall += 1
        lastOrder += 1
        entries[id] = Entry(moment: now, order: lastOrder)
        queue.append((id, lastOrder))
        while entries.count > Self.capacity { forgetOldest() }
        if queue.count > 4 * Self.capacity { tidy() }
    }

    mutating func forget(_ id: ProgressID) {
        if !entries.isEmpty { entries[id] = nil }
    }

    /// The moment of the control call, once.
    mutating func take(_ id: ProgressID) -> Int64? {
        entries.isEmpty ? nil : entries.removeValue(forKey: id)?.moment
    }

    private mutating func forgetOldest() {
        let oldest = queue[head]
        head += 1
        if entries[oldest.id]?.order == oldest.order { entries[oldest.id] = nil }
    }

    /// Frees the places of those that were taken or forgotten.
    private mutating func tidy() {
        queue = queue[head...].filter { entries[$0.id]?.order == $0.order }
        head = 0
    }
}
