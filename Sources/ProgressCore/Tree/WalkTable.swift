/// The walks that are under way, by their number.
struct WalkTable {
    /// Free places are nil.
    private var walks: [Walk?] = []
    /// The numbers of free places.
    private var free: [Int] = []

    mutating func begin(_ walk: Walk) -> Int {
        if let place = free.popLast() {
            walks[place] = walk
            return place
        }
        walks.append(walk)
        return walks.count - 1
    }

    mutating func end(_ number: Int) {
        walks[number] = nil
        free.append(number)
        if free.count == walks.count { (walks, free) = ([], []) }
    }

    /// Lets a walk go over another subtree under the same number.
    mutating func restart(_ number: Int, over top: NodeIndex) { walks[number]?.restart(over: top) }

    subscript(_ number: Int) -> Walk? { walks[number] }

    mutating func step(_ number: Int, in nodes: borrowing NodeStore) -> WalkStep {
        walks[number]?.step(in: nodes) ?? .over
    }

    /// Whether the next node was passed over, because nothing in its subtree is newer than `stamp`.
    mutating func passUnchanged(_ number: Int, since stamp: UInt64, in nodes: borrowing NodeStore) -> Bool {
        walks[number]?.passUnchanged(since: stamp, in: nodes) ?? false
    }

    /// A subtree is about to be unlinked: walks in it continue after it.
    mutating func leave(_ top: NodeIndex, in nodes: borrowing NodeStore) {
        for number in walks.indices { walks[number]?.leave(top, in: nodes) }
    }

    mutating func leaveRoot(_ root: NodeIndex, in nodes: borrowing NodeStore) {
        for number in walks.indices { walks[number]?.leaveRoot(root, in: nodes) }
    }

    /// These walks, moved to `forest`, which replaces `old`, under their numbers.
    func moved(from old: borrowing Forest, to forest: borrowing Forest) -> WalkTable {
        var moved = WalkTable()
        moved.free = free
        for walk in walks { moved.walks.append(walk?.moved(from: old, to: forest)) }
        return moved
    }
}
