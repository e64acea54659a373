/// Times left that nodes tell without a sample: they report them, or start, pause, stall or go.
enum ReportedTimes {
    /// The time left that a node reports has changed, or counts from now on: it tells its end again, and so do those
    /// above it.
    ///
    /// Complexity: O(depth).
    static func follow(_ index: NodeIndex, in forest: inout Forest, now: Int64) {
        if forest[index].rate == .none {
            if forest[index].parent == .none || !forest.nodes.reportsTime(index) { return }
            makeEmptyRate(of: index, in: &forest, now: now)
        }
        forest.nodes.tellTime(of: index, now: now)
        tellAgain(from: forest[index].parent, in: &forest, now: now)
    }

    /// A child of `index` tells another end, or none, without a sample: those above it may end earlier or later.
    /// - Parameter isWrite: otherwise `updatedAt` stays.
    static func tellAgain(from index: NodeIndex, in forest: inout Forest, isWrite: Bool = true, now: Int64) {
        var index = index
        while index != .none && forest[index].state == .running {
            if forest[index].rate == .none {
                if forest.nodes.timeByChildrenAlone(of: index, now: now) == nil { return }
                makeEmptyRate(of: index, in: &forest, now: now)
            }
            let (told, before) = (forest.nodes[rateOf: index].told, forest.speed(of: index))
            forest.nodes.tellTime(of: index, now: now)
            if forest.nodes[rateOf: index].told == told { return }
            if forest.speed(of: index) == before {
                forest.log.unsaved.note(index)
            } else {
                forest.touch(index, .progress, now: isWrite ? now : forest[index].updatedAt)
            }
            index = forest[index].parent
        }
    }

    /// A rate that only holds what its node tells; the first update begins it.
    private static func makeEmptyRate(of index: NodeIndex, in forest: inout Forest, now: Int64) {
        forest.nodes.makeRate(of: index, Rate(units: forest.nodes.units(of: index), at: now))
        forest.awaitSilence(of: index)
    }
}
