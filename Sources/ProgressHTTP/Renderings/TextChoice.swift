import ProgressCore

/// The nodes that a text view shows if not all of them fit.
struct TextChoice {
    var nodes: [NodeIndex] = []
    var isCut = false

    /// The nodes looked at for one picture; more would hold up other requests.
    private static let lookLimit = 2_000
    /// The comparisons that a filter may take for them.
    private static let comparisonLimit = 1_000_000

    /// The newest roots that match, as many as fit.
    ///
    /// Of more than 2,000 roots only the newest are looked at.
    init(rootsOf forest: borrowing Forest, _ filter: ListFilter, limit: Int) {
        var root = forest.newestRoot
        var comparisonCount = 0
        for _ in 0..<Self.lookLimit where comparisonCount < Self.comparisonLimit {
            guard let index = root else { break }
            comparisonCount += filter.comparisonCount(of: index, in: forest)
            if filter.matches(index, in: forest) { nodes.append(index) }
            if nodes.count > limit { break }
            root = forest.olderRoot(than: index)
        }
        cut(to: limit, isLonger: nodes.count <= limit && root != nil)
    }

    /// The subtree of `top`, parents first: all of it, else what still works in it, else its beginning.
    init(of forest: borrowing Forest, from top: NodeIndex, limit: Int) {
        var next: NodeIndex? = top
        while let index = next, nodes.count <= limit {
            nodes.append(index)
            next = forest.nextInWalk(after: index, within: top)
        }
        if nodes.count <= limit { return }
        let working = Self.working(in: forest, from: top, limit: limit)
        if working.count > 1 { nodes = working }
        cut(to: limit, isLonger: true)
    }

    private static func working(in forest: borrowing Forest, from top: NodeIndex, limit: Int) -> [NodeIndex] {
        var found: [NodeIndex] = []
        var next: NodeIndex? = top
        for _ in 0..<lookLimit {
            guard let index = next, found.count < limit else { break }
            let isWorking = forest.hasWorkingNodes(in: index)
            if isWorking || index == top || forest.state(of: index) == .failed { found.append(index) }
            next = forest.nextInWalk(after: index, within: top, skipsChildren: !isWorking)
        }
        return found
    }

    private mutating func cut(to limit: Int, isLonger: Bool) {
        isCut = isLonger || nodes.count > limit
        if isCut && nodes.count >= limit { nodes.removeSubrange((limit - 1)...) }
    }
}

extension Forest {
    /// The snapshots of a walk from `top`, parents first, at most `limit`; and whether there are more.
    func lines(from top: NodeIndex, depth: Int, limit: Int) -> ([ProgressSnapshot], isCut: Bool) {
        var snapshots: [ProgressSnapshot] = []
        var next: NodeIndex? = top
        while let index = next {
            if snapshots.count == limit { return (snapshots, true) }
            let snapshot = snapshot(of: index)
            snapshots.append(snapshot)
            next = nextInWalk(after: index, within: top, skipsChildren: snapshot.depth - snapshots[0].depth >= depth)
        }
        return (snapshots, false)
    }
}
