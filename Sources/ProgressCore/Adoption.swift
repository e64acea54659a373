/// A group that is being adopted, and what becomes of the trees by it.
struct Adoption {
    /// What a node showed before.
    struct Before {
        let state: ProgressState
        let counts: Counts
        let fraction: Double
        let flags: Node.Flags
        let startedAt: Int64
        let finishedAt: Int64
        let changeStamp: UInt64
        let details: DetailsBox?
    }

    /// A node of the group.
    struct Change {
        let index: NodeIndex
        let isNew: Bool
        /// A root that joined a parent.
        var isJoined = false
        let before: Before
        /// The run that it was, and its name, before.
        var lostRun: RunHistory.Run?
        var name: String?
        var heldName: String?

        init(_ index: NodeIndex, new isNew: Bool, _ nodes: borrowing NodeStore) {
            self.index = index
            self.isNew = isNew
            before = Before(
                state: nodes[index].state,
                counts: nodes[index].counts,
                fraction: nodes[index].fraction,
                flags: nodes[index].flags,
                startedAt: nodes[index].startedAt,
                finishedAt: nodes[index].finishedAt,
                changeStamp: nodes[index].changeStamp,
                details: nodes[index].details
            )
        }
    }

    let group: AdoptedGroup
    /// The newest stamp before.
    let sequence: UInt64
    /// Everything that existed and changes or is above that.
    var path = AdoptionPath()
    /// The tops of what is removed.
    var tops: [NodeIndex] = []
    /// As `group.nodes`.
    var nodes: [Change] = []
    /// The nodes that had a name and have it no more, by name.
    private(set) var losses: [String: [ProgressID]] = [:]

    init(_ group: AdoptedGroup, after sequence: UInt64) {
        self.group = group
        self.sequence = sequence
    }

    /// The stamp under which present readers are told.
    var liveStamp: UInt64 { sequence + 1 }

    mutating func noteLoss(of name: String, by id: ProgressID) {
        if losses[name]?.contains(id) != true { losses[name, default: []].append(id) }
    }

    /// Whether a node of the path was removed; its place may be free, or another's.
    func isGone(_ index: NodeIndex) -> Bool { gone.contains(index) }

    /// The places of what was removed.
    var gone: Set<NodeIndex> = []
}

/// Nodes with everything above them, parents before their children.
struct AdoptionPath {
    private(set) var nodes: [NodeIndex] = []
    private var known: Set<NodeIndex> = []

    func contains(_ index: NodeIndex) -> Bool { known.contains(index) }

    /// Adds a node and what is above it. Costs O(what is added).
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
