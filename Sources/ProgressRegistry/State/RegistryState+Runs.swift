import ProgressCore
package import ProgressStreams

/// Turns touches into marks and moves for the reactors.
extension RegistryState {
    /// Reads up to `count` touches of a run for a reactor. Leaves out those that it does not watch, and those of nodes
    /// that are gone but were there before. It gets the arrival of other nodes that are gone, so that it knows, when it
    /// gets their removal, that no reader has seen them.
    package func read(_ count: Int, of run: inout TouchRun, for reactor: Int) -> (marks: [Mark], moves: [Move]) {
        let bit: UInt64 = 1 << UInt64(reactor)
        var (marks, moves): ([Mark], [Move]) = ([], [])
        for touch in run.take(count) {
            guard tree.forest.isLiving(touch.id, at: touch.index) else {
                guard touch.isNew, let top = run.top else { continue }
                let move = Move(id: touch.id, stamp: touch.stamp, before: nil, after: top.placeBelow, isTop: false)
                if watching.mask(of: move) & bit != 0 { moves.append(move) }
                continue
            }
            if !touch.kinds.isMove {
                if watching.mask(of: touch, in: tree.forest) & bit != 0 { marks.append(Mark(touch)) }
            } else if let top = run.top {
                let move = move(of: touch, below: top)
                if watching.mask(of: move) & bit != 0 { moves.append(move) }
            }
        }
        return (marks, moves)
    }

    /// The move of a node that came or moved because `top` did.
    func move(of touch: Changes.Touch, below top: TouchRun.Top) -> Move {
        let parentID = tree.forest.parent(of: touch.index).map { tree.forest.id(of: $0) }
        var after = top.placeBelow
        after.parentID = parentID
        var before: TreePosition?
        if touch.kinds.contains(.moved) {
            let watched = topsWatched(at: touch.index, upTo: top.id)
            before = TreePosition(parentID: parentID, depth: 2, rootDetails: top.details, watchedTops: watched)
            after.watchedTops += watched.filter { !after.watchedTops.contains($0) }
        }
        var move = Move(id: touch.id, stamp: touch.stamp, before: before, after: after, isTop: false)
        move.place = touch.index
        move.contents = Contents(telling: touch.kinds).intersection(.state)
        return move
    }

    /// The watched tops at and above a progress, up to `top`.
    func topsWatched(at index: NodeIndex, upTo top: ProgressID? = nil) -> [ProgressID] {
        if !watching.watchesSubtrees { return [] }
        var tops: [ProgressID] = []
        var current: NodeIndex? = index
        while let one = current {
            let id = tree.forest.id(of: one)
            if tree.forest.isWatchedWithDescendants(one) { tops.append(id) }
            if top == nil || id == top { break }
            current = tree.forest.parent(of: one)
        }
        return tops
    }
}
