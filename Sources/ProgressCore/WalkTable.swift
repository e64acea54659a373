/// A walk that continues between changes: removals move it on, so that it meets each node at most once and none that
/// is gone.
struct Walk {
    enum Order {
        /// The subtree of a top, parents first; nodes at `depth` below the top are not walked into.
        case subtree(depth: Int)
        case children
        /// The newest first.
        case roots
    }

    let order: Order
    /// Nodes whose children are being walked.
    var open: [NodeIndex] = []
    var next: NodeIndex
    /// Levels that ended by a removal and were not told yet.
    var lostLevels = 0

    /// Cost: O(1).
    fileprivate mutating func step(in nodes: borrowing NodeStore) -> ProgressTree.WalkStep {
        if case .subtree(let depth) = order { return stepInSubtree(depth, nodes) }
        if next == .none { return .over }
        let index = next
        if case .roots = order {
            next = nodes[index].previousSibling
            return .node(index, level: 0, isOpened: false)
        }
        next = nodes[index].nextSibling
        return .node(index, level: 1, isOpened: false)
    }

    private mutating func stepInSubtree(_ depth: Int, _ nodes: borrowing NodeStore) -> ProgressTree.WalkStep {
        if lostLevels > 0 {
            lostLevels -= 1
            return .levelEnds
        }
        let (index, level) = (next, open.count)
        if index != .none {
            let isOpened = level < depth
            if isOpened { open.append(index) }
            // What is beside the top is outside.
            let sibling = level == 0 ? .none : nodes[index].nextSibling
            next = isOpened ? nodes.firstChild(of: index) : sibling
            return .node(index, level: level, isOpened: isOpened)
        }
        guard let closed = open.popLast() else { return .over }
        next = level == 1 ? .none : nodes[closed].nextSibling
        return .levelEnds
    }

    /// The subtree of `top` is about to be unlinked.
    fileprivate mutating func leave(_ top: NodeIndex, in nodes: borrowing NodeStore) {
        if case .roots = order { return }
        let sibling = nodes[top].nextSibling
        if let level = open.firstIndex(of: top) {
            lostLevels += open.count - level
            open.removeSubrange(level...)
            next = level == 0 ? .none : sibling
        } else if nodes.isWithin(open.first ?? next, top) {
            // All of it goes; without an open level `next` is the walk's own top.
            lostLevels += open.count
            open = []
            next = .none
        } else if next == top {
            next = sibling
        }
    }

    /// `root` is about to leave the roots.
    fileprivate mutating func leaveRoot(_ root: NodeIndex, in nodes: borrowing NodeStore) {
        if case .roots = order, next == root { next = nodes[root].previousSibling }
    }
}

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

    mutating func step(_ number: Int, in nodes: borrowing NodeStore) -> ProgressTree.WalkStep {
        walks[number]?.step(in: nodes) ?? .over
    }

    /// A subtree is about to be unlinked: walks in it continue after it.
    mutating func leave(_ top: NodeIndex, in nodes: borrowing NodeStore) {
        for number in walks.indices { walks[number]?.leave(top, in: nodes) }
    }

    mutating func leaveRoot(_ root: NodeIndex, in nodes: borrowing NodeStore) {
        for number in walks.indices { walks[number]?.leaveRoot(root, in: nodes) }
    }
}

extension ProgressTree {
    package enum WalkStep {
        /// A node, so many levels below the top; `isOpened`: its children follow, then `.levelEnds`.
        case node(NodeIndex, level: Int, isOpened: Bool)
        case levelEnds
        case over
    }

    /// Walks over the subtree of `top`; to be ended by `endWalk`.
    package mutating func beginWalk(over top: NodeIndex, depth: Int = .max) -> Int {
        walks.begin(Walk(order: .subtree(depth: depth), next: top))
    }

    /// Walks over the children of `parent`, from `first` on.
    package mutating func beginWalk(overChildrenOf parent: NodeIndex, from first: NodeIndex?) -> Int {
        walks.begin(Walk(order: .children, open: [parent], next: first ?? .none))
    }

    /// Walks over the roots from the newest, or from `first`, to the oldest.
    package mutating func beginWalk(overRootsFrom first: NodeIndex?) -> Int {
        walks.begin(Walk(order: .roots, next: first ?? .none))
    }

    package mutating func endWalk(_ number: Int) { walks.end(number) }

    /// The next step of a walk. Cost: O(1).
    package mutating func step(_ number: Int) -> WalkStep { walks.step(number, in: nodes) }
}
