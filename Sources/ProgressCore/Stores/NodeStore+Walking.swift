/// Ways through the trees.
extension NodeStore {
    // MARK: Up

    func root(of index: NodeIndex) -> NodeIndex {
        var index = index
        while self[index].parent != .none { index = self[index].parent }
        return index
    }

    /// A root has depth 0.
    func depth(of index: NodeIndex) -> Int {
        var depth = 0
        var index = self[index].parent
        while index != .none {
            depth += 1
            index = self[index].parent
        }
        return depth
    }

    /// Whether `top` is `index` or above it.
    func isWithin(_ index: NodeIndex, _ top: NodeIndex) -> Bool {
        var index = index
        while index != .none {
            if index == top { return true }
            index = self[index].parent
        }
        return false
    }

    // MARK: Down

    func firstChild(of index: NodeIndex) -> NodeIndex { self[familyOf: index].children.first }

    /// The first node without children on the way down by first children.
    func firstLeaf(below index: NodeIndex) -> NodeIndex {
        var index = index
        var child = firstChild(of: index)
        while child != .none {
            index = child
            child = firstChild(of: index)
        }
        return index
    }

    /// The number of levels below `top`.
    func height(of top: NodeIndex) -> Int {
        var (height, level) = (0, 0)
        var current: NodeIndex? = top
        while let index = current {
            height = max(height, level)
            current = next(after: index, within: top)
            if let current { level += levels(from: index, to: current) }
        }
        return height
    }

    // MARK: Through a subtree

    /// The node after `index` in a walk over the subtree of `top`, parents first, children as they joined.
    func next(after index: NodeIndex, within top: NodeIndex) -> NodeIndex? {
        let child = firstChild(of: index)
        return child == .none ? nextOutside(index, within: top) : child
    }

    /// Like `next(after:within:)`, without the nodes below `index`.
    func nextOutside(_ index: NodeIndex, within top: NodeIndex) -> NodeIndex? {
        var index = index
        while index != top {
            let sibling = self[index].nextSibling
            if sibling != .none { return sibling }
            index = self[index].parent
        }
        return nil
    }

    /// The change of level in one step of such a walk.
    func levels(from index: NodeIndex, to next: NodeIndex) -> Int {
        var levels = 1
        var index = index
        while self[next].parent != index {
            index = self[index].parent
            levels -= 1
        }
        return levels
    }

    /// The number of nodes below `top` in each state, by its raw value; empty if there are none.
    func stateCounts(below top: NodeIndex) -> [Int] {
        if firstChild(of: top) == .none { return [] }
        var counts = Array(repeating: 0, count: ProgressState.allCases.count)
        forEachNode(below: top) { counts[Int(self[$0].state.rawValue)] += 1 }
        counts[Int(self[top].state.rawValue)] -= 1
        return counts
    }

    func forEachNode(below top: NodeIndex, _ body: (NodeIndex) -> Void) {
        var current: NodeIndex? = top
        while let index = current {
            body(index)
            current = next(after: index, within: top)
        }
    }

    /// The control call that changed `parent`, or the cancel that its failure means for the nodes below it.
    func lastControl(of parent: NodeIndex) -> LastControl? {
        guard let failure = self[parent].details?.details.failure else { return self[parent].trace?.control }
        guard let caller = failure.by, let at = failure.at else { return nil }
        return LastControl(action: .cancel, reason: nil, by: caller, at: at)
    }
}
