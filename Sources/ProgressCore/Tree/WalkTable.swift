/// The walks that are under way, by their number.
struct WalkTable {
    /// Free places are nil.
    private var walks: [Walk?] = []

    mutating func begin(_ walk: Walk) -> Int {
        if let place = walks.firstIndex(where: { $0 == nil }) {
            walks[place] = walk
            return place
        }
        walks.append(walk)
        return walks.count - 1
    }

    mutating func end(_ number: Int) {
        walks[number] = nil
        while let last = walks.last, last == nil { walks.removeLast() }
    }

    mutating func step(_ number: Int, in nodes: borrowing NodeStore) -> WalkStep {
        walks[number]?.step(in: nodes) ?? .over
    }

    /// A subtree is about to be unlinked: walks in it continue after it.
    mutating func leave(_ top: NodeIndex, in nodes: borrowing NodeStore) {
        for number in walks.indices { walks[number]?.leave(top, in: nodes) }
    }

    mutating func leaveRoot(_ root: NodeIndex, in nodes: borrowing NodeStore) {
        for number in walks.indices { walks[number]?.leaveRoot(root, in: nodes) }
    }

    /// The same walks over `forest`, which replaces `old`, under their numbers.
    func moved(from old: borrowing Forest, to forest: borrowing Forest) -> WalkTable {
        var moved = WalkTable()
        for walk in walks { moved.walks.append(walk?.moved(from: old, to: forest)) }
        return moved
    }
}
