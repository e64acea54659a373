/// Removals in a group of the writer.
extension Adoption {
    /// Removes and frees everything that the group says is gone: the writer has freed all of it.
    mutating func removeGone(from tree: inout ProgressTree) throws(RestoreError) {
        for id in group.removed where tree.forest.lookUp(id) == nil { noteUnknown(id, &tree.forest) }
        for top in tops {
            var below: [NodeIndex] = []
            var current: NodeIndex? = top
            while let index = current {
                let id = tree.forest[index].id
                if !group.removed.contains(id) { throw .staysBelow(id) }
                below.append(index)
                current = tree.forest.nodes.next(after: index, within: top)
            }
            noteGone(top, &tree.forest)
            for index in below.dropFirst() where tree.forest[index].departsByItself {
                noteGone(below: index, &tree.forest)
            }
            tree.walks.leave(top, in: tree.forest.nodes)
            if tree.forest[top].parent == .none { tree.unlinkRoot(top) } else { tree.forest.nodes.unlink(top) }
            for index in below.reversed() {
                if index != top { tree.forest.nodes.unlink(index) }
                gone.insert(index)
                forgetLostRun(index, of: &tree)
                tree.freeNode(index)
            }
        }
    }

    private func noteUnknown(_ id: ProgressID, _ forest: inout Forest) {
        var departure = Changes.Departure(kind: .removed, id: id, parentID: nil, stamp: forest.log.sequence)
        departure.isOfUnknown = true
        forest.log.changes.departures.append(departure)
    }

    private func forgetLostRun(_ index: NodeIndex, of tree: inout ProgressTree) {
        guard let run = tree.forest.lostRun(index), let name = tree.forest[index].details?.details.name
        else { return }
        tree.runs.remove(of: name) { $0.id == run.id && $0.last == nil }
    }

    private func noteGone(_ top: NodeIndex, _ forest: inout Forest) {
        var departure = forest.removal(of: top)
        addMoments(of: top, in: forest, to: &departure)
        forest.log.changes.departures.append(departure)
    }

    private func noteGone(below index: NodeIndex, _ forest: inout Forest) {
        forest.noteRemoval(below: index)
        guard var departure = forest.log.changes.departures.popLast() else { return }
        addMoments(of: index, in: forest, to: &departure)
        forest.log.changes.departures.append(departure)
    }

    /// The states that a node had before it went, for readers that keep up.
    private func addMoments(
        of index: NodeIndex,
        in forest: borrowing Forest,
        to departure: inout Changes.Departure
    ) {
        guard forest.recordsTouches, let moments = group.moments[departure.id], let last = moments.last else {
            return
        }
        for moment in moments.dropLast() { departure.moments.append(forest.snapshot(of: index, as: moment)) }
        departure.last = (forest.snapshot(of: index, as: last), [.progress, .state])
    }
}
