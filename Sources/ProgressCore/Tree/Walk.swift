package enum WalkStep {
    /// A node, so many levels below the top; `isOpened`: its children follow, then `.levelEnds`.
    case node(NodeIndex, level: Int, isOpened: Bool)
    case levelEnds
    case over
}

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
    /// Levels that ended by a removal and were not reported yet.
    var lostLevels = 0

    /// Cost: O(1).
    mutating func step(in nodes: borrowing NodeStore) -> WalkStep {
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

    private mutating func stepInSubtree(_ depth: Int, _ nodes: borrowing NodeStore) -> WalkStep {
        if lostLevels > 0 {
            lostLevels -= 1
            return .levelEnds
        }
        let (index, level) = (next, open.count)
        if index != .none {
            let isOpened = level < depth
            if isOpened { open.append(index) }
            // Siblings of the top are outside.
            let sibling = level == 0 ? .none : nodes[index].nextSibling
            next = isOpened ? nodes.firstChild(of: index) : sibling
            return .node(index, level: level, isOpened: isOpened)
        }
        guard let closed = open.popLast() else { return .over }
        next = level == 1 ? .none : nodes[closed].nextSibling
        return .levelEnds
    }

    /// Goes over another subtree from its top.
    mutating func restart(over top: NodeIndex) {
        open.removeAll(keepingCapacity: true)
        next = top
        lostLevels = 0
    }

    /// Passes over the next node and all below it if none of them is newer than `stamp`.
    mutating func passUnchanged(since stamp: UInt64, in nodes: borrowing NodeStore) -> Bool {
        guard lostLevels == 0, next != .none, nodes[next].subtreeStamp <= stamp else { return false }
        next = open.isEmpty ? .none : nodes[next].nextSibling
        return true
    }

    /// Whether a walk over a subtree has yet to meet a node of it. Cost: O(depth).
    func isAhead(_ index: NodeIndex, in nodes: borrowing NodeStore) -> Bool {
        guard let top = open.first else { return next != .none && nodes.isWithin(index, next) }
        var path = [index]
        while let last = path.last, last != top {
            if nodes[last].parent == .none { return false }
            path.append(nodes[last].parent)
        }
        path.reverse()
        var level = 0
        while level < min(open.count, path.count), path[level] == open[level] { level += 1 }
        if level == path.count { return false }
        let ordinal = nodes[path[level]].ordinal
        if level < open.count { return ordinal > nodes[open[level]].ordinal }
        return next != .none && ordinal >= nodes[next].ordinal
    }

    /// The subtree of `top` is about to be unlinked.
    mutating func leave(_ top: NodeIndex, in nodes: borrowing NodeStore) {
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
    mutating func leaveRoot(_ root: NodeIndex, in nodes: borrowing NodeStore) {
        if case .roots = order, next == root { next = nodes[root].previousSibling }
    }

    /// This walk, moved to `forest`, which replaces `old`: it continues where it is if its nodes are there as well, and
    /// ends the levels that are not.
    func moved(from old: borrowing Forest, to forest: borrowing Forest) -> Walk {
        var moved = self
        moved.open = []
        for index in open {
            guard let here = forest.lookUp(old.nodes[index].id), moved.isAbove(here, in: forest) else { break }
            moved.open.append(here)
        }
        moved.lostLevels += open.count - moved.open.count
        moved.next = .none
        if moved.open.count == open.count, next != .none, let here = forest.lookUp(old.nodes[next].id),
            moved.isAbove(here, in: forest)
        {
            moved.next = here
        }
        return moved
    }

    /// Whether `index` may follow the levels that are open.
    private func isAbove(_ index: NodeIndex, in forest: borrowing Forest) -> Bool {
        if let parent = open.last { return forest.nodes[index].parent == parent }
        if case .roots = order { return forest.nodes[index].parent == .none }
        return true
    }
}
