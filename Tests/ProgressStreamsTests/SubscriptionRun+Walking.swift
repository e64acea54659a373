import ProgressCore
import ProgressStreams

/// A broker's work while a stream walks, and when the stream owes too much.
extension SubscriptionRun {
    func relieve(heard: UInt64) {
        if subscription.mustStartOver { return open(owesReset: true) }
        if subscription.mustCollapse { collapse(heard: heard) }
    }

    /// A collapse may leave the reader with something that a later `removed` is about, though it does not know it.
    func collapse(heard: UInt64) {
        record("collapse")
        reader.isStrict = false
        collapseCount += 1
        if !subscription.isWalking { walk = ForestWalk(over: subscription.selection) }
        subscription.collapse(
            taken: heard,
            held: pace.oldestStamp(),
            covered: forest.sequence,
            keeping: walk.path(in: forest),
            relabelled: { [forest] stamp in Set(forest.relabelings.filter { $0.value > stamp }.keys) }
        )
    }

    /// Those of `ids` that are due and not ahead of the walk.
    func owed(_ ids: [ProgressID]) -> [ProgressID] {
        guard subscription.isWalking else { return ids }
        return ids.filter { id in
            guard !subscription.owesDeparture(of: id), !subscription.isIntroduced(id), isSelected(id), isAhead(id)
            else { return true }
            if subscription.isElsewhere(id) {
                introduceAbove(id)
                return true
            }
            record("  ahead: \(id.low)")
            subscription.passOver(id)
            return false
        }
    }

    func isAhead(_ id: ProgressID) -> Bool {
        let (selection, walk, forest) = (subscription.selection, walk, forest)
        return subscription.withCursor { walk.isAhead(id, of: selection, $0, in: forest) } ?? false
    }

    private func introduceAbove(_ id: ProgressID) {
        var current = id
        while let parent = forest.nodes[current]?.parent, isSelected(parent), isAhead(parent) {
            subscription.introduce(parent, at: forest.nodes[parent]?.place ?? .none)
            current = parent
        }
    }

    func walkOn(_ limit: Int) -> [ProgressID] {
        guard subscription.isWalking, subscription.removalCount == 0 else { return [] }
        let (selection, forest) = (subscription.selection, forest)
        let part = subscription.withCursor { walk.next(limit, of: selection, &$0, in: forest) }
        guard let part else { return [] }
        record("  walk: \(part.found.map(\.id.low)), over: \(part.isOver)")
        for (id, place) in part.found { subscription.introduce(id, at: place) }
        if part.isOver { subscription.endWalk(now: now) }
        return part.found.map(\.id)
    }
}
