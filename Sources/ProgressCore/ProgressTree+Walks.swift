/// A walk that goes on between changes: removals move it on, so that it meets each node at most once and none that
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
        begin(Walk(order: .subtree(depth: depth), next: top))
    }

    /// Walks over the children of `parent`, from `first` on.
    package mutating func beginWalk(overChildrenOf parent: NodeIndex, from first: NodeIndex?) -> Int {
        begin(Walk(order: .children, open: [parent], next: first ?? .none))
    }

    /// Walks over the roots from the newest, or from `first`, to the oldest.
    package mutating func beginWalk(overRootsFrom first: NodeIndex?) -> Int {
        begin(Walk(order: .roots, next: first ?? .none))
    }

    private mutating func begin(_ walk: Walk) -> Int {
        walkCount += 1
        if let place = walks.firstIndex(where: { $0 == nil }) {
            walks[place] = walk
            return place
        }
        walks.append(walk)
        return walks.count - 1
    }

    package mutating func endWalk(_ number: Int) {
        walks[number] = nil
        walkCount -= 1
        while let last = walks.last, last == nil { walks.removeLast() }
    }

    /// The next step of a walk. Cost: O(1).
    package mutating func step(_ number: Int) -> WalkStep {
        guard let walk = walks[number] else { return .over }
        switch walk.order {
        case .subtree(let depth): return stepInSubtree(number, depth)
        case .children:
            if walk.next == .none { return .over }
            let following = nodes[walk.next].nextSibling
            walks[number]?.next = following
            return .node(walk.next, level: 1, isOpened: false)
        case .roots:
            if walk.next == .none { return .over }
            let following = nodes[walk.next].previousSibling
            walks[number]?.next = following
            return .node(walk.next, level: 0, isOpened: false)
        }
    }

    private mutating func stepInSubtree(_ number: Int, _ depth: Int) -> WalkStep {
        if let lost = walks[number]?.lostLevels, lost > 0 {
            walks[number]?.lostLevels -= 1
            return .levelEnds
        }
        let index = walks[number]?.next ?? .none
        let level = walks[number]?.open.count ?? 0
        if index != .none {
            if level < depth {
                walks[number]?.open.append(index)
                let child = firstChild(of: index)
                walks[number]?.next = child
                return .node(index, level: level, isOpened: true)
            }
            // What is beside the top is outside.
            let sibling = level == 0 ? .none : nodes[index].nextSibling
            walks[number]?.next = sibling
            return .node(index, level: level, isOpened: false)
        }
        guard let closed = walks[number]?.open.popLast() else { return .over }
        let sibling = level == 1 ? .none : nodes[closed].nextSibling
        walks[number]?.next = sibling
        return .levelEnds
    }

    /// A subtree is about to be unlinked: walks in it go on behind it.
    mutating func leaveWalks(_ top: NodeIndex) {
        if walkCount == 0 { return }
        let sibling = nodes[top].nextSibling
        for number in walks.indices {
            guard let walk = walks[number] else { continue }
            if case .roots = walk.order { continue }
            if let level = walk.open.firstIndex(of: top) {
                walks[number]?.lostLevels += walk.open.count - level
                walks[number]?.open.removeSubrange(level...)
                walks[number]?.next = level == 0 ? .none : sibling
            } else if isAncestor(top, of: walk.open.first ?? walk.next) {
                // All of it goes; without an open level `next` is the walk's own top.
                walks[number]?.lostLevels += walk.open.count
                walks[number]?.open = []
                walks[number]?.next = .none
            } else if walk.next == top {
                walks[number]?.next = sibling
            }
        }
    }

    /// A root is about to leave the roots.
    mutating func leaveRootWalks(_ root: NodeIndex) {
        if walkCount == 0 { return }
        let older = nodes[root].previousSibling
        for number in walks.indices {
            guard let walk = walks[number], case .roots = walk.order, walk.next == root else { continue }
            walks[number]?.next = older
        }
    }
}
