/// Applies a group of the writer to runs, reservations and names, and reports its changes.
extension Adoption {
    /// Maximum number of states within one group that are reported; beyond it only the last one of each node is.
    private static let momentLimit = 10_000

    // MARK: Runs and reservations

    /// Removals come first, so that the writer's limits also hold on the way.
    func adoptRuns(into tree: inout ProgressTree) {
        for (id, run) in group.runs where run == nil {
            if let name = tree.runs.namesOfGone?[id] { tree.runs.remove(of: name) { $0.id == id && $0.last != nil } }
        }
        var new: [(run: RunHistory.Run, name: String)] = []
        for change in nodes {
            let (run, name) = (tree.forest.lostRun(change.index), tree.forest[change.index].details?.details.name)
            let isSame = run?.number == change.lostRun?.number && name == change.name
            if let old = change.lostRun, let name = change.name, run == nil || !isSame {
                tree.runs.remove(of: name) { $0.id == old.id && $0.last == nil }
            }
            if run != nil, let name, change.lostRun == nil || !isSame,
                let run = RunHistory.Run(lost: change.index, in: tree.forest)
            {
                new.append((run, name))
            }
        }
        for case .some(let run) in group.runs.values {
            new.append((RunHistory.Run(id: run.item.id, number: run.item.number, last: run.item), run.name))
        }
        // The writer has given up the same.
        new.sort { $0.run.number < $1.run.number }
        for (run, name) in new { _ = tree.runs.insert(run, of: name, isSaved: true) }
    }

    func adoptReservations(into forest: inout Forest) {
        for (key, reservation) in group.reservations {
            if let known = forest.reservations[key] {
                forest.reservations.remove(key)
                if let parent = forest.lookUp(known.parentID) { forest[familyOf: parent].reservations.remove(key) }
            }
            if let reservation { forest.restore(reservation) }
        }
    }

    // MARK: Telling

    func tell(in tree: inout ProgressTree) {
        for change in nodes where !change.isNew && !change.isJoined {
            tree.forest.noteLabels(of: change.index, before: change.before.details)
        }
        tellNames(in: &tree)
        if tree.forest.recordsTouches { tellTouches(in: &tree.forest) }
    }

    private func tellTouches(in forest: inout Forest) {
        let new = Set(nodes.lazy.filter(\.isNew).map(\.index))
        let changed = Dictionary(uniqueKeysWithValues: nodes.map { ($0.index, $0) })
        for change in nodes where change.isNew && !new.contains(forest[change.index].parent) {
            tellNew(change.index, new, &forest)
        }
        for change in nodes where change.isJoined { tellMoved(change.index, changed, &forest) }
        for change in nodes where !change.isNew && !change.isJoined {
            let kinds = kinds(of: change, in: forest)
            if kinds.isEmpty || isMoved(change.index, changed, in: forest) { continue }
            note(change.index, kinds, &forest)
        }
        tellMoments(in: &forest)
    }

    private func note(_ index: NodeIndex, _ kinds: Changes.Kinds, _ forest: inout Forest) {
        let touch = Changes.Touch(id: forest[index].id, index: index, kinds: kinds, stamp: liveStamp)
        forest.log.changes.touches.append(touch)
    }

    /// A new node, with the new nodes below it.
    private func tellNew(_ top: NodeIndex, _ new: Set<NodeIndex>, _ forest: inout Forest) {
        note(top, forest[top].parent == .none ? .created : .joined, &forest)
        var current = forest.nodes.next(after: top, within: top)
        while let index = current {
            let isNew = new.contains(index)
            if isNew { note(index, .createdBelow, &forest) }
            current = forest.nextInWalk(after: index, within: top, skipsChildren: !isNew)
        }
    }

    /// A root that joined a parent, with the nodes that were below it before.
    private func tellMoved(_ top: NodeIndex, _ changed: [NodeIndex: Change], _ forest: inout Forest) {
        var current: NodeIndex? = top
        while let index = current {
            guard let change = changed[index], !change.isNew, index == top || !change.isJoined else {
                current = forest.nodes.nextOutside(index, within: top)
                continue
            }
            let state = kinds(of: change, in: forest).intersection(.state)
            note(index, state.union([index == top ? .joined : .moved, .details]), &forest)
            current = forest.nodes.next(after: index, within: top)
        }
    }

    /// Whether a root above it joined a parent.
    private func isMoved(
        _ index: NodeIndex,
        _ changed: [NodeIndex: Change],
        in forest: borrowing Forest
    ) -> Bool {
        var index = forest[index].parent
        while index != .none {
            guard let change = changed[index] else { return false }
            if change.isJoined { return true }
            index = forest[index].parent
        }
        return false
    }

    /// The kinds of change of a node that stayed in its place.
    private func kinds(of change: Change, in forest: borrowing Forest) -> Changes.Kinds {
        let (index, before) = (change.index, change.before)
        if forest[index].changeStamp == before.changeStamp { return [] }
        let now = forest[index].details?.details ?? ProgressDetails()
        var old = before.details?.details ?? ProgressDetails()
        // Members that a change of the state sets are sent with the state.
        (old.failure, old.run) = (now.failure, now.run)
        let isOther = forest[index].state.isOther(than: before.state)
        if isOther {
            (old.throughput, old.estimatedTimeRemaining) = (now.throughput, now.estimatedTimeRemaining)
        }
        var kinds = now.difference(from: old)
        let shown: Node.Flags = [.isCancellable, .isPausable, .removesWhenFinished]
        if forest[index].flags.intersection(shown) != before.flags.intersection(shown) { kinds.insert(.details) }
        if isOther || forest[index].finishedAt != before.finishedAt || group.moments[forest[index].id] != nil {
            kinds.insert(.state)
            // It may have been taken back and finished again within the group: a finish is `progress`, then `state`.
            if forest[index].state == .finished { kinds.insert(.progress) }
        }
        let isMoved = forest[index].counts != before.counts || forest[index].fraction != before.fraction
        if isMoved || kinds.isEmpty { kinds.insert(.progress) }
        return kinds
    }

    private func tellMoments(in forest: inout Forest) {
        var count = 0
        for change in nodes {
            let (index, id) = (change.index, forest[change.index].id)
            let moments = group.moments[id] ?? []
            let isOther = !change.isNew && forest[index].state.isOther(than: change.before.state)
            if moments.isEmpty && !isOther { continue }
            count += moments.count + 1
            if count > Self.momentLimit { return }
            let last = forest.snapshot(of: index)
            var snapshots: [ProgressSnapshot] = []
            for moment in moments { snapshots.append(forest.snapshot(of: index, as: moment)) }
            // The node may have changed since it reached its last state, and is reported as it is.
            if snapshots.last?.state == last.state { snapshots.removeLast() }
            for snapshot in snapshots + [last] {
                forest.log.changes.moments.append(Changes.Moment(id: id, index: index, snapshot: snapshot))
            }
        }
    }

    /// Reports where names went: from each node that had one in the group to the node that has it now.
    private func tellNames(in tree: inout ProgressTree) {
        var losses = losses
        for change in nodes {
            let name = tree.forest[change.index].details?.details.name
            guard let name, tree.names[name] == change.index else { continue }
            let losers = losses.removeValue(forKey: name) ?? []
            if change.heldName == name { continue }
            let id = tree.forest[change.index].id
            for loser in losers { tree.forest.log.noteName(name, from: loser, to: id, isOfNew: change.isNew) }
            if losers.isEmpty && (tree.forest.recordsTouches || !change.isNew) {
                tree.forest.log.noteName(name, from: nil, to: id, isOfNew: change.isNew)
            }
        }
        for (name, losers) in losses {
            for loser in losers where tree.forest.lookUp(loser) != nil {
                tree.forest.log.noteName(name, from: loser, to: nil, isOfNew: false)
            }
        }
    }
}

extension ProgressState {
    /// Whether readers see it as another state. Whether a total is known is a matter of counts, not of state.
    func isOther(than before: ProgressState) -> Bool {
        let works: [ProgressState] = [.running, .indeterminate]
        return self != before && !(works.contains(self) && works.contains(before))
    }
}
