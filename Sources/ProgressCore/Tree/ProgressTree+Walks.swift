extension ProgressTree {
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
    package mutating func step(_ number: Int) -> WalkStep { walks.step(number, in: forest.nodes) }

    /// The next step of a walk over a subtree.
    package enum WalkVisit {
        case node(Forest.Visit)
        /// Nothing to report: a level ended, or a subtree without changes was passed over.
        case nothing
        case over
    }

    /// Lets a walk go over the subtree of another top.
    package mutating func restartWalk(_ number: Int, over top: NodeIndex) { walks.restart(number, over: top) }

    /// The next node of a walk over a subtree, parents first. Cost: O(1).
    /// - Parameter sequence: passes over nodes without a newer change in their subtree.
    package mutating func nextVisit(_ number: Int, changedAfter sequence: UInt64?) -> WalkVisit {
        if let sequence, walks.passUnchanged(number, since: sequence, in: forest.nodes) { return .nothing }
        switch walks.step(number, in: forest.nodes) {
        case .node(let index, _, _): return .node(forest.visit(index))
        case .levelEnds: return .nothing
        case .over: return .over
        }
    }

    /// Whether a walk over a subtree has yet to meet a node. Cost: O(depth).
    package func isAhead(_ index: NodeIndex, ofWalk number: Int) -> Bool {
        walks[number]?.isAhead(index, in: forest.nodes) ?? false
    }

    /// The nodes whose children a walk goes over now, from the top down.
    package func openLevels(ofWalk number: Int) -> [ProgressID] {
        walks[number]?.open.map { forest.nodes[$0].id } ?? []
    }

    /// The walks over `old`, which this tree replaces, continue here under their numbers, from nodes that are in both.
    package mutating func continueWalks(of old: borrowing ProgressTree) {
        let moved = old.walks.moved(from: old.forest, to: forest)
        walks = moved
    }
}
