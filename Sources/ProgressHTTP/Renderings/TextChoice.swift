import ProgressCore

/// Which nodes a text view shows, where not all of them fit.
struct TextChoice {
    var nodes: [NodeIndex] = []
    var isCut = false

    /// The nodes looked at for one picture; more would hold up other requests.
    private static let lookLimit = 2_000

    /// The newest roots that match, as many as fit.
    ///
    /// Of more than 2,000 roots only the newest are looked at.
    init(rootsOf tree: borrowing ProgressTree, _ filter: ListFilter, limit: Int) {
        var root = tree.newestRoot
        for _ in 0..<Self.lookLimit {
            guard let index = root else { break }
            if filter.matches(index, in: tree) { nodes.append(index) }
            if nodes.count > limit { break }
            root = tree.olderRoot(than: index)
        }
        cut(to: limit, isLonger: nodes.count <= limit && root != nil)
    }

    /// The subtree of `top`, parents first: all of it, else what still works in it, else its beginning.
    init(of tree: borrowing ProgressTree, from top: NodeIndex, limit: Int) {
        var next: NodeIndex? = top
        while let index = next, nodes.count <= limit {
            nodes.append(index)
            next = tree.nextInWalk(after: index, within: top)
        }
        if nodes.count <= limit { return }
        let working = Self.working(in: tree, from: top, limit: limit)
        if working.count > 1 { nodes = working }
        cut(to: limit, isLonger: true)
    }

    private static func working(in tree: borrowing ProgressTree, from top: NodeIndex, limit: Int) -> [NodeIndex] {
        var found: [NodeIndex] = []
        var next: NodeIndex? = top
        for _ in 0..<lookLimit {
            guard let index = next, found.count < limit else { break }
            let isWorking = tree.hasWorkingNodes(in: index)
            if isWorking || index == top || tree.state(of: index) == .failed { found.append(index) }
            next = tree.nextInWalk(after: index, within: top, skipsChildren: !isWorking)
        }
        return found
    }

    private mutating func cut(to limit: Int, isLonger: Bool) {
        isCut = isLonger || nodes.count > limit
        if isCut && nodes.count >= limit { nodes.removeSubrange((limit - 1)...) }
    }
}
