import ProgressCore

/// What a subscription has not yet sent of each node it is behind on: one entry a node, however many changes it missed.
struct OwedEvents {
    struct Kinds: OptionSet {
        let rawValue: UInt8

        static let child = Kinds(rawValue: 1 << 0)
        static let snapshot = Kinds(rawValue: 1 << 1)
        static let progress = Kinds(rawValue: 1 << 2)
        static let state = Kinds(rawValue: 1 << 3)
        static let removed = Kinds(rawValue: 1 << 4)
        /// Goes with `removed`: the node lives, and is no longer selected.
        static let deselected = Kinds(rawValue: 1 << 5)

        /// The reader has not heard of the node yet.
        var isArrival: Bool { !isDisjoint(with: [.child, .snapshot]) }
    }

    struct Entry {
        var kinds: Kinds
        /// The stamp of the oldest change in it.
        var firstStamp: UInt64
        /// Not before this moment (monotonic nanoseconds).
        var due: UInt64
        /// The reader never heard of this node.
        var isNew: Bool
    }

    private var order: [ProgressID] = []
    private var head = 0
    private var entries: [ProgressID: Entry] = [:]
    /// At or below the stamp of every change that is owed; exact when nothing is.
    private(set) var oldestStamp = UInt64.max
    private(set) var removalCount = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    /// Whether the newest counts of a node will be told: one more `progress` of it changes nothing.
    func showsProgress(of id: ProgressID) -> Bool {
        guard let kinds = entries[id]?.kinds, !kinds.contains(.removed) else { return false }
        return kinds.contains(.progress) || kinds.isArrival
    }

    /// Merges more into what is owed of `id`.
    mutating func add(_ kinds: Kinds, of id: ProgressID, stamp: UInt64, due: UInt64 = 0, isNew: Bool = false) {
        guard var entry = entries[id] else {
            order.append(id)
            entries[id] = Entry(kinds: kinds, firstStamp: stamp, due: due, isNew: isNew)
            oldestStamp = min(oldestStamp, stamp)
            if kinds.contains(.removed) { removalCount += 1 }
            tidy()
            return
        }
        if kinds.contains(.removed) {
            // Came and went while the reader was behind: not mentioned.
            if entry.isNew {
                drop(id)
                return
            }
            if !entry.kinds.contains(.removed) { removalCount += 1 }
            entry.kinds = kinds
        } else {
            if entry.kinds.contains(.removed) { removalCount -= 1 }
            entry.kinds.subtract([.removed, .deselected])
            entry.kinds.formUnion(kinds)
            // A full snapshot shows what a `progress` would.
            if entry.kinds.isArrival { entry.kinds.remove(.progress) }
        }
        entry.due = min(entry.due, due)
        entry.firstStamp = min(entry.firstStamp, stamp)
        oldestStamp = min(oldestStamp, stamp)
        entries[id] = entry
    }

    /// Puts back what was taken and could not be sent.
    mutating func restore(_ entry: Entry, of id: ProgressID) {
        add(entry.kinds, of: id, stamp: entry.firstStamp, due: entry.due, isNew: entry.isNew)
    }

    mutating func removeAll() {
        order = []
        head = 0
        entries = [:]
        oldestStamp = .max
        removalCount = 0
    }

    /// Takes entries that are due, in the order in which they came, at most `limit` of them.
    mutating func takeDue(at now: UInt64, limit: Int) -> [(id: ProgressID, entry: Entry)] {
        skipDropped()
        var taken: [(id: ProgressID, entry: Entry)] = []
        var position = head
        while position < order.count && taken.count < limit {
            let id = order[position]
            position += 1
            guard let entry = entries[id], entry.due <= now else { continue }
            taken.append((id, entry))
            drop(id)
        }
        skipDropped()
        return taken
    }

    /// When the next entry is due; nil: nothing is owed.
    var nextDue: UInt64? { entries.values.lazy.map(\.due).min() }

    private mutating func drop(_ id: ProgressID) {
        if entries.removeValue(forKey: id)?.kinds.contains(.removed) == true { removalCount -= 1 }
        if entries.isEmpty {
            order.removeAll(keepingCapacity: order.count <= 64)
            head = 0
            oldestStamp = .max
        }
    }

    /// Frees the places of nodes that came and went, before they outnumber what is owed.
    private mutating func tidy() {
        guard order.count > 2 * entries.count + 64 else { return }
        var seen: Set<ProgressID> = []
        order = order[head...].filter { entries[$0] != nil && seen.insert($0).inserted }
        head = 0
    }

    /// Moves on behind places whose entries are gone, and frees them now and then.
    private mutating func skipDropped() {
        while head < order.count, entries[order[head]] == nil { head += 1 }
        guard head > 1_024, head > order.count / 2 else { return }
        order.removeFirst(head)
        head = 0
    }
}
