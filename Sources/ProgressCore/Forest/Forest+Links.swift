/// Nodes that join a tree, and the effects on those above and below.
extension Forest {
    func checkRoomForChild(_ parent: NodeIndex) throws(ProgressError) {
        if nodes[familyOf: parent].children.count >= limits.maximumChildCount {
            throw .tooManyChildren(limit: limits.maximumChildCount)
        }
    }

    /// Computes the fractions of new nodes from the leaves up; the top's own contribution is left to the caller.
    mutating func settleFractions(_ indexes: [NodeIndex]) {
        for index in indexes.reversed() {
            nodes[index].fraction = nodes[index].counts.fraction(childSum: nodes[familyOf: index].sum.value)
            let parent = nodes[index].parent
            if parent != .none, index != indexes[0], !nodes[index].flags.contains(.isCredited) {
                nodes[familyOf: parent].sum.add(nodes[index].contribution)
            }
        }
    }

    /// Counts the working nodes of each new subtree, from the leaves up.
    mutating func countWorking(_ indexes: [NodeIndex]) {
        for index in indexes where !nodes[index].isEnded { nodes[index].workingCount = 1 }
        for index in indexes.dropFirst().reversed() {
            nodes[nodes[index].parent].workingCount += nodes[index].workingCount
        }
    }

    func checkAttach(
        _ child: NodeIndex,
        to parent: NodeIndex,
        pendingUnitCount: Int64
    ) throws(ProgressError) {
        let childID = nodes[child].id
        if let present = self.parent(of: child) {
            throw .alreadyHasParent(child: childID, parent: id(of: present))
        }
        if nodes.isWithin(parent, child) { throw .cycle(child: childID, parent: nodes[parent].id) }
        if pendingUnitCount < 0 { throw .negativePending(pendingUnitCount) }
        try checkRoomForChild(parent)
        let deepest = nodes.depth(of: parent) + 1 + nodes.height(of: child)
        if deepest > limits.maximumDepth { throw .tooDeep(limit: limits.maximumDepth, depth: deepest) }
        if nodes[child].counts.isFinished {
            try checkCascade(from: parent, counts: credited(parent, by: pendingUnitCount))
        }
    }

    /// Everything below a joined node has another root and depth than before.
    mutating func noteSubtree(_ top: NodeIndex, now: Int64) {
        var current: NodeIndex? = top
        while let index = current {
            touch(index, index == top ? [.joined, .details] : [.moved, .details], now: now)
            current = nodes.next(after: index, within: top)
        }
    }

    /// Whether `index` is `top` or below it. Cost: O(depth).
    package func isWithin(_ index: NodeIndex, _ top: ProgressID) -> Bool {
        var current: NodeIndex? = index
        while let node = current {
            if id(of: node) == top { return true }
            current = parent(of: node)
        }
        return false
    }

    package func reaches(_ index: NodeIndex, _ reach: NameReach) -> Bool {
        switch reach {
        case .everything: true
        case .subtree(let top): isWithin(index, top)
        case .nothing: false
        }
    }
}
