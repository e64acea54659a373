/// What is told of a group of the writer, and what names and reservations become by it.
extension ProgressTree {
    /// States within one group that are told; of those that are too many only the last of each node is.
    private static let momentLimit = 10_000

    // MARK: Runs and reservations

    /// What is gone goes first, so that the limits that the writer kept are kept on the way.
    mutating func adoptRuns(_ adoption: Adoption) {
        for (id, run) in adoption.group.runs where run == nil {
            if let name = runs.namesOfGone?[id] { runs.remove(of: name) { $0.id == id && $0.last != nil } }
        }
        var new: [(run: RunHistory.Run, name: String)] = []
        for change in adoption.nodes {
            let (run, name) = (lostRun(change.index), nodes[change.index].details?.details.name)
            let isSame = run?.number == change.lostRun?.number && name == change.name
            if let old = change.lostRun, let name = change.name, run == nil || !isSame {
                runs.remove(of: name) { $0.id == old.id && $0.last == nil }
            }
            if let run, let name, change.lostRun == nil || !isSame { new.append((run, name)) }
        }
        for case .some(let run) in adoption.group.runs.values {
            new.append((RunHistory.Run(id: run.item.id, number: run.item.number, last: run.item), run.name))
        }
        // The writer has given up the same.
        new.sort { $0.run.number < $1.run.number }
        for (run, name) in new { _ = runs.insert(run, of: name, isSaved: true) }
    }

    mutating func adoptReservations(_ adoption: Adoption) {
        for (key, reservation) in adoption.group.reservations {
            if let known = reservations[key] {
                reservations.remove(key)
                if let parent = lookUp(known.parentID) { nodes[familyOf: parent].reservations.remove(key) }
            }
            if let reservation { restore(reservation) }
        }
    }

    // MARK: Telling

    mutating func tell(_ adoption: Adoption) {
        tellRelabelled(adoption)
        tellNames(adoption)
        if !recordsTouches { return }
        let (new, changed) = (adoption.newNodes, adoption.changedNodes)
        for change in adoption.nodes where change.isNew && !new.contains(nodes[change.index].parent) {
            tellNew(change.index, new, adoption.liveStamp)
        }
        for change in adoption.nodes where change.isJoined { tellMoved(change.index, changed, adoption) }
        for change in adoption.nodes where !change.isNew && !change.isJoined {
            let kinds = kinds(of: change, adoption)
            if kinds.isEmpty || isMoved(change.index, changed) { continue }
            note(change.index, kinds, adoption.liveStamp)
        }
        tellMoments(adoption)
    }

    private mutating func note(_ index: NodeIndex, _ kinds: Changes.Kinds, _ stamp: UInt64) {
        log.changes.touches.append(Changes.Touch(id: nodes[index].id, index: index, kinds: kinds, stamp: stamp))
    }

    /// A new node, with what is new below it.
    private mutating func tellNew(_ top: NodeIndex, _ new: Set<NodeIndex>, _ stamp: UInt64) {
        note(top, nodes[top].parent == .none ? .created : .joined, stamp)
        var current = nodes.next(after: top, within: top)
        while let index = current {
            let isNew = new.contains(index)
            if isNew { note(index, .createdBelow, stamp) }
            current = isNew ? nodes.next(after: index, within: top) : nodes.nextOutside(index, within: top)
        }
    }

    /// A root that joined a parent, with what was below it before.
    private mutating func tellMoved(_ top: NodeIndex, _ changed: [NodeIndex: Adoption.Change], _ adoption: Adoption) {
        var current: NodeIndex? = top
        while let index = current {
            guard let change = changed[index], !change.isNew, index == top || !change.isJoined else {
                current = nodes.nextOutside(index, within: top)
                continue
            }
            let state = kinds(of: change, adoption).intersection(.state)
            note(index, state.union([index == top ? .joined : .moved, .details]), adoption.liveStamp)
            current = nodes.next(after: index, within: top)
        }
    }

    /// Whether a root above it joined a parent.
    private func isMoved(_ index: NodeIndex, _ changed: [NodeIndex: Adoption.Change]) -> Bool {
        var index = nodes[index].parent
        while index != .none {
            guard let change = changed[index] else { return false }
            if change.isJoined { return true }
            index = nodes[index].parent
        }
        return false
    }

    /// What readers are told of a node that stayed where it was.
    private func kinds(of change: Adoption.Change, _ adoption: Adoption) -> Changes.Kinds {
        let (index, before) = (change.index, change.before)
        if nodes[index].changeStamp == before.changeStamp { return [] }
        let now = nodes[index].details?.details ?? ProgressDetails()
        var old = before.details?.details ?? ProgressDetails()
        // What a change of the state leaves is told with the state.
        (old.failure, old.run) = (now.failure, now.run)
        var kinds = now.difference(from: old)
        let shown: Node.Flags = [.isCancellable, .isPausable, .removesWhenFinished]
        if nodes[index].flags.intersection(shown) != before.flags.intersection(shown) { kinds.insert(.details) }
        let isOther = nodes[index].state.isOther(than: before.state)
        if isOther || nodes[index].finishedAt != before.finishedAt || adoption.group.moments[nodes[index].id] != nil {
            kinds.insert(.state)
            // It may have been taken back and finished again within the group: a finish is `progress`, then `state`.
            if nodes[index].state == .finished { kinds.insert(.progress) }
        }
        let isMoved = nodes[index].counts != before.counts || nodes[index].fraction != before.fraction
        if isMoved || kinds.isEmpty { kinds.insert(.progress) }
        return kinds
    }

    private mutating func tellMoments(_ adoption: Adoption) {
        var count = 0
        for change in adoption.nodes {
            let (index, id) = (change.index, nodes[change.index].id)
            let moments = adoption.group.moments[id] ?? []
            let isOther = !change.isNew && nodes[index].state.isOther(than: change.before.state)
            if moments.isEmpty && !isOther { continue }
            count += moments.count + 1
            if count > Self.momentLimit { return }
            let last = snapshot(of: index)
            var snapshots = moments.map { snapshot(of: index, as: $0) }
            // The node may have changed since it came to its last state, and is told as it is.
            if snapshots.last?.state == last.state { snapshots.removeLast() }
            for snapshot in snapshots + [last] {
                log.changes.moments.append(Changes.Moment(id: id, index: index, snapshot: snapshot))
            }
        }
    }

    private mutating func tellRelabelled(_ adoption: Adoption) {
        for change in adoption.nodes where !change.isNew && !change.isJoined {
            if nodes[change.index].parent != .none { continue }
            let (old, new) = (change.before.details, nodes[change.index].details)
            if old === new { continue }
            let plain = ProgressDetails()
            guard (new?.details ?? plain).isLabelled(unlike: old?.details ?? plain) else { continue }
            log.changes.departures.append(
                Changes.Departure(
                    kind: .relabelled,
                    id: nodes[change.index].id,
                    parentID: nil,
                    details: old,
                    newDetails: new,
                    stamp: log.sequence
                )
            )
        }
    }

    /// Tells where names went: from each node that had one in the group to the node that has it now.
    private mutating func tellNames(_ adoption: Adoption) {
        var losses = adoption.losses
        for change in adoption.nodes {
            guard let name = nodes[change.index].details?.details.name, names[name] == change.index else { continue }
            let losers = losses.removeValue(forKey: name) ?? []
            if change.heldName == name { continue }
            for loser in losers { noteName(name, from: loser, to: change) }
            if losers.isEmpty && (recordsTouches || !change.isNew) { noteName(name, from: nil, to: change) }
        }
        for (name, losers) in losses {
            for loser in losers where lookUp(loser) != nil { noteName(name, from: loser, to: nil) }
        }
    }

    private mutating func noteName(_ name: String, from loser: ProgressID?, to change: Adoption.Change?) {
        log.changes.nameMoves.append(
            Changes.NameMove(
                name: name,
                from: loser,
                to: change.map { nodes[$0.index].id },
                isOfNew: change?.isNew ?? false,
                stamp: log.sequence
            )
        )
    }
}

extension Adoption {
    /// The nodes of the group that were not there before.
    var newNodes: Set<NodeIndex> { Set(nodes.lazy.filter(\.isNew).map(\.index)) }

    var changedNodes: [NodeIndex: Change] { Dictionary(uniqueKeysWithValues: nodes.map { ($0.index, $0) }) }
}

extension ProgressState {
    /// Whether readers are told of it as of another state: whether a total is known is a matter of counts.
    func isOther(than before: ProgressState) -> Bool {
        let works: [ProgressState] = [.running, .indeterminate]
        return self != before && !(works.contains(self) && works.contains(before))
    }
}
