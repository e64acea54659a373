/// The nodes; a place that was given back holds an empty one, so that a stale index reads nothing of the old.
typealias NodeStore = BlockStore<NodeIndex, Node>

extension BlockStore<NodeIndex, Node> {
    /// Whether a place below `placeCount` holds no node.
    func isFree(_ index: NodeIndex) -> Bool { self[index].id == .nobody }

    /// Whether the node with this id is at `index`, which may be stale, or of another run.
    func holds(_ id: ProgressID, at index: NodeIndex) -> Bool {
        index.rawValue >= 0 && index.rawValue < placeCount && self[index].id == id
    }

    mutating func remove(_ index: NodeIndex) {
        remove(index, leaving: Node(id: .nobody, counts: Counts(total: 0, completed: 0), now: 0))
    }
}

extension ProgressID {
    fileprivate static let nobody = ProgressID(high: 0, low: 0)
}
