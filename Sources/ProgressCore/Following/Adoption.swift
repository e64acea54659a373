/// A group that is being adopted, and its effects on the trees.
struct Adoption {
    /// A node of the group.
    struct Change {
        let index: NodeIndex
        let isNew: Bool
        /// A root that joined a parent.
        var isJoined = false
        /// The node as it was before.
        let before: Node
        /// The run that it was, and its name, before.
        var lostRun: RunHistory.Run?
        var name: String?
        var heldName: String?

        init(_ index: NodeIndex, new isNew: Bool, _ nodes: borrowing NodeStore) {
            self.index = index
            self.isNew = isNew
            before = nodes[index]
        }
    }

    let group: AdoptedGroup
    /// The newest stamp before the group.
    let sequence: UInt64
    /// Nodes that existed before and change, and those above them.
    var path = AdoptionPath()
    /// The tops of removed subtrees.
    var tops: [NodeIndex] = []
    /// The places of removed nodes, which may be free or in use by another node.
    var gone: Set<NodeIndex> = []
    /// In the order of `group.nodes`.
    var nodes: [Change] = []
    /// The nodes that lost a name, by that name.
    private(set) var losses: [String: [ProgressID]] = [:]

    init(_ group: AdoptedGroup, after sequence: UInt64) {
        self.group = group
        self.sequence = sequence
    }

    /// The stamp under which changes are reported to present readers.
    var liveStamp: UInt64 { sequence + 1 }

    mutating func noteLoss(of name: String, by id: ProgressID) {
        if losses[name]?.contains(id) != true { losses[name, default: []].append(id) }
    }

    /// - Throws: if the group does not continue the trees, which may then be half changed.
    mutating func run(on tree: inout ProgressTree) throws(RestoreError) {
        takeBack(from: &tree.forest)
        try removeGone(from: &tree)
        releaseNames(of: &tree)
        try place(in: &tree)
        try link(in: &tree)
        giveAgain(to: &tree.forest)
        adoptRuns(into: &tree)
        adoptReservations(into: &tree.forest)
        tell(in: &tree)
    }
}

/// Nodes with everything above them, parents before their children.
struct AdoptionPath {
    private(set) var nodes: [NodeIndex] = []
    private var known: Set<NodeIndex> = []

    func contains(_ index: NodeIndex) -> Bool { known.contains(index) }

    /// Adds a node and its ancestors. Costs O(nodes added).
    mutating func add(from index: NodeIndex, in store: borrowing NodeStore) {
        let start = nodes.count
        var index = index
        while index != .none && known.insert(index).inserted {
            nodes.append(index)
            index = store[index].parent
        }
        nodes[start...].reverse()
    }
}
