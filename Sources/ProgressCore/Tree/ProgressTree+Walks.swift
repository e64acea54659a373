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

    /// The walks over `old`, which this tree replaces, continue here under their numbers: past what is in both.
    package mutating func continueWalks(of old: borrowing ProgressTree) {
        let moved = old.walks.moved(from: old.forest, to: forest)
        walks = moved
    }
}
