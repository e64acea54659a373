import ProgressCore
import ProgressStreams

/// The watches of the reactors. Finds the reactors to notify of a change, one bit each.
///
/// Not copyable: every write asks for a mask, and a copy would retain each dictionary.
struct WatchTable: ~Copyable {
    private var watches: [ProgressID: Watch] = [:]
    private var roots = ReactorCounts()
    private var everything = ReactorCounts()
    private var subtreeCount = 0
    private var relabelingCount = 0
    private var names: [String: ReactorCounts] = [:]

    /// Whether no reactor watches anything.
    var isEmpty: Bool { roots.isEmpty && everything.isEmpty && watches.isEmpty && names.isEmpty }
    var watchesSubtrees: Bool { subtreeCount > 0 }
    /// Whether a relabeling of a root may show whole trees to streams.
    var watchesRelabelings: Bool { relabelingCount > 0 }

    /// Every progress that is watched by its id.
    var watchedIDs: [ProgressID] { Array(watches.keys) }

    mutating func add(_ target: RegistryState.WatchTarget, reactor: Int) {
        switch target {
        case .roots: roots.add(reactor)
        case .everything: everything.add(reactor)
        case .relabelings: relabelingCount += 1
        case .name(let name): names[name, default: ReactorCounts()].add(reactor)
        case .node(let id): watches[id, default: Watch()].itself.add(reactor)
        case .subtree(let id):
            watches[id, default: Watch()].subtree.add(reactor)
            subtreeCount += 1
        }
    }

    mutating func remove(_ target: RegistryState.WatchTarget, reactor: Int) {
        switch target {
        case .roots: roots.remove(reactor)
        case .everything: everything.remove(reactor)
        case .relabelings: relabelingCount -= 1
        case .name(let name):
            names[name]?.remove(reactor)
            if names[name]?.isEmpty == true { names[name] = nil }
        case .node(let id):
            watches[id]?.itself.remove(reactor)
            dropIfEmpty(id)
        case .subtree(let id):
            watches[id]?.subtree.remove(reactor)
            dropIfEmpty(id)
            subtreeCount -= 1
        }
    }

    private mutating func dropIfEmpty(_ id: ProgressID) {
        if watches[id]?.isEmpty == true { watches[id] = nil }
    }

    /// Notes that a watched progress is there; its departure will be published.
    /// - Returns: whether the node itself is watched, and whether its subtree is.
    mutating func noteFound(_ id: ProgressID) -> (itself: Bool, subtree: Bool) {
        guard let watch = watches[id] else { return (false, false) }
        watches[id]?.awaitsDeparture = !watch.itself.isEmpty
        return (!watch.itself.isEmpty, !watch.subtree.isEmpty)
    }

    mutating func noteDeparture(of id: ProgressID) { watches[id]?.awaitsDeparture = false }

    func awaitsDeparture(of id: ProgressID) -> Bool { watches[id]?.awaitsDeparture == true }

    // MARK: Masks

    /// The reactors that watch anything but names. O(watches).
    var anyone: UInt64 {
        watches.values.reduce(roots.mask | everything.mask) { $0 | $1.itself.mask | $1.subtree.mask }
    }

    /// The reactors that watch a progress that moved, where it was or where it is.
    func mask(of move: Move) -> UInt64 {
        var mask = everything.mask
        if let watch = watches[move.id] { mask |= watch.itself.mask | watch.subtree.mask }
        for place in [move.before, move.after] {
            guard let place else { continue }
            // Watchers of the roots are also notified of the roots' children.
            if place.depth <= 1 { mask |= roots.mask }
            for top in place.watchedTops { mask |= watches[top]?.subtree.mask ?? 0 }
        }
        if move.isTop, let parentID = move.after?.parentID { mask |= watches[parentID]?.itself.mask ?? 0 }
        return mask
    }

    /// The reactors that watch a name, or the progress that had it.
    func mask(of taken: NameChange) -> UInt64 {
        let mask = names.isEmpty ? 0 : names[taken.name]?.mask ?? 0
        guard let watch = taken.from.flatMap({ watches[$0] }) else { return mask }
        return mask | watch.itself.mask | watch.subtree.mask
    }

    /// The reactors that watch a progress that changed and stayed in its place. With every write: allocates nothing.
    /// - Complexity: O(depth) while subtrees are watched, else O(1).
    func mask(of touch: Changes.Touch, in forest: borrowing Forest) -> UInt64 {
        var mask = everything.mask
        if forest.isWatched(touch.index) { mask |= watches[touch.id]?.itself.mask ?? 0 }
        if forest.parent(of: touch.index) == nil { mask |= roots.mask }
        if subtreeCount == 0 { return mask }
        var current: NodeIndex? = touch.index
        while let one = current {
            if forest.isWatchedWithDescendants(one) { mask |= watches[forest.id(of: one)]?.subtree.mask ?? 0 }
            current = forest.parent(of: one)
        }
        return mask
    }
}
