/// What a group of the writer removes.
extension ProgressTree {
    /// Removes and frees everything that the group says is gone: the writer has freed all of it.
    mutating func removeGone(_ adoption: inout Adoption) throws(RestoreError) {
        for id in adoption.group.removed where lookUp(id) == nil { noteUnknown(id) }
        for top in adoption.tops {
            var below: [NodeIndex] = []
            var current: NodeIndex? = top
            while let index = current {
                let id = nodes[index].id
                if !adoption.group.removed.contains(id) { throw .staysBelow(id) }
                below.append(index)
                current = nodes.next(after: index, within: top)
            }
            noteGone(top, adoption)
            for index in below.dropFirst() where nodes[index].flags.contains(.isWatched) {
                noteGone(below: index, adoption)
            }
            walks.leave(top, in: nodes)
            if nodes[top].parent == .none { unlinkRoot(top) } else { nodes.unlink(top) }
            for index in below.reversed() {
                if index != top { nodes.unlink(index) }
                adoption.gone.insert(index)
                forgetLostRun(index)
                freeNode(index)
            }
        }
    }

    private mutating func noteUnknown(_ id: ProgressID) {
        var departure = Changes.Departure(kind: .removed, id: id, parentID: nil, stamp: log.sequence)
        departure.isOfUnknown = true
        log.changes.departures.append(departure)
    }

    private mutating func forgetLostRun(_ index: NodeIndex) {
        guard let run = lostRun(index), let name = nodes[index].details?.details.name else { return }
        runs.remove(of: name) { $0.id == run.id && $0.last == nil }
    }

    private mutating func noteGone(_ top: NodeIndex, _ adoption: Adoption) {
        let parent = nodes[top].parent
        var departure = Changes.Departure(
            kind: .removed,
            id: nodes[top].id,
            parentID: parent == .none ? nil : nodes[parent].id,
            details: nodes[top].details,
            rootDetails: parent == .none ? nil : nodes[nodes.root(of: parent)].details,
            hasLostName: nodes[top].flags.contains(.hasLostName),
            stamp: log.sequence
        )
        addMoments(of: top, adoption, to: &departure)
        log.changes.departures.append(departure)
    }

    private mutating func noteGone(below index: NodeIndex, _ adoption: Adoption) {
        noteRemoval(below: index)
        guard var departure = log.changes.departures.popLast() else { return }
        addMoments(of: index, adoption, to: &departure)
        log.changes.departures.append(departure)
    }

    /// The states that a node had before it went, for readers that keep up.
    private func addMoments(of index: NodeIndex, _ adoption: Adoption, to departure: inout Changes.Departure) {
        guard recordsTouches, let moments = adoption.group.moments[departure.id], let last = moments.last else {
            return
        }
        departure.moments = moments.dropLast().map { snapshot(of: index, as: $0) }
        departure.last = (snapshot(of: index, as: last), [.progress, .state])
    }

    /// A node as it was at a moment of the group: where it is, with what was stored of it.
    func snapshot(of index: NodeIndex, as moment: StoredProgress) -> ProgressSnapshot {
        var node = Node(id: moment.id, counts: moment.counts, now: moment.createdAt)
        node.take(moment)
        var snapshot = snapshot(of: index)
        snapshot.totalUnitCount = moment.counts.total
        snapshot.completedUnitCount = moment.counts.completed
        snapshot.fractionCompleted = moment.momentFraction ?? node.fraction
        snapshot.isCancellable = node.flags.contains(.isCancellable)
        snapshot.isPausable = node.flags.contains(.isPausable)
        snapshot.isCancelled = node.flags.contains(.isCancelled)
        snapshot.isPaused = node.flags.contains(.isPaused)
        snapshot.isStalled = node.flags.contains(.isStalled)
        snapshot.removeWhenFinished = node.flags.contains(.removesWhenFinished)
        snapshot.version = node.version
        snapshot.updatedAt = node.updatedAt
        snapshot.finishedAt = node.finishedAt < 0 ? nil : node.finishedAt
        snapshot.startedAt = node.startedAt < 0 ? nil : node.startedAt
        snapshot.endedAt = node.endedAt < 0 ? nil : node.endedAt
        snapshot.box = restoredDetails(moment)
        snapshot.trace = moment.trace
        // A computed one is that of another moment.
        snapshot.throughput = snapshot.box?.details.throughput
        snapshot.estimatedTimeRemaining = snapshot.box?.details.estimatedTimeRemaining
        return snapshot
    }
}
