/// Departures of nodes: removals, joins, new names or labels, and changes by a tree that replaced another.
extension Forest {
    private func departure(
        _ kind: Changes.Departure.Kind,
        of index: NodeIndex,
        from parentID: ProgressID?,
        _ details: DetailsBox?
    ) -> Changes.Departure {
        Changes.Departure(
            kind: kind,
            id: nodes[index].id,
            place: index,
            parentID: parentID,
            details: details,
            stamp: log.sequence
        )
    }

    /// The departure of a removed `top`.
    func removal(of top: NodeIndex) -> Changes.Departure {
        let parent = nodes[top].parent
        let parentID = parent == .none ? nil : nodes[parent].id
        var departure = departure(.removed, of: top, from: parentID, nodes[top].details)
        if parent != .none { departure.rootDetails = nodes[nodes.root(of: parent)].details }
        departure.hasLostName = nodes[top].flags.contains(.hasLostName)
        return departure
    }

    /// Notes the removal of a node below the top of a removed subtree that departs by itself, once.
    mutating func noteRemoval(below index: NodeIndex) {
        nodes[index].flags.remove(.isWatched)
        nodes[index].flags.insert(.isPendingRemoval)
        var departure = departure(.removedBelow, of: index, from: nil, nodes[index].details)
        departure.hasLostName = nodes[index].flags.contains(.hasLostName)
        departure.last = lastMoment(of: index)
        log.changes.departures.append(departure)
    }

    /// A node's snapshot where the change in progress has touched it.
    func lastMoment(of index: NodeIndex) -> (snapshot: ProgressSnapshot, kinds: Changes.Kinds)? {
        guard recordsTouches, nodes[index].changeStamp == sequence, let position = log.touchPosition(of: nodes[index])
        else { return nil }
        return (snapshot(of: index), log.changes.touches[position].kinds)
    }

    /// Notes the removal of watched nodes below `top` that the change in progress has touched: now, because when they
    /// are freed, their touches and ancestors are no longer known.
    mutating func noteWatchedTouches(below top: NodeIndex) {
        // Nodes that this change created cannot be watched yet; a create may remove thousands of them at once.
        let touch = log.touchPosition(of: nodes[top]).map { log.changes.touches[$0] }
        if nodes.firstChild(of: top) == .none || touch?.isNew == true && touch?.stamp == sequence { return }
        for touch in log.changes.touches where touch.index != top {
            guard nodes[touch.index].id == touch.id, nodes[touch.index].flags.contains(.isWatched) else { continue }
            if nodes.isWithin(touch.index, top) { noteRemoval(below: touch.index) }
        }
    }

    /// Notes that a root joined a parent.
    /// - Parameter kinds: other kinds of change to it, where a group is adopted.
    mutating func noteJoined(
        _ index: NodeIndex,
        to parentID: ProgressID,
        before details: DetailsBox?,
        _ kinds: Changes.Kinds = []
    ) {
        var departure = departure(.joined, of: index, from: parentID, details)
        departure.kinds = kinds
        log.changes.departures.append(departure)
    }

    /// Notes that a root has other labels, another file URL or another name than before.
    mutating func noteLabels(of index: NodeIndex, before old: DetailsBox?) {
        let (new, plain) = (nodes[index].details, ProgressDetails())
        guard nodes[index].parent == .none, old !== new,
            (new?.details ?? plain).isLabelled(unlike: old?.details ?? plain)
        else { return }
        var departure = departure(.relabelled, of: index, from: nil, old)
        departure.newDetails = new
        log.changes.departures.append(departure)
    }

    /// Notes that anything about a node may differ from before; its version stays.
    package mutating func noteReplaced(_ index: NodeIndex) {
        log.append(index, &nodes[index], [.progress, .details, .state])
    }

    /// Notes that a watched node is not here.
    package mutating func noteMissing(_ id: ProgressID, _ details: DetailsBox?) {
        log.changes.departures.append(
            Changes.Departure(kind: .removedBelow, id: id, parentID: nil, details: details, stamp: log.sequence)
        )
    }
}

extension Node {
    /// Whether its removal below the top of a removed subtree is noted on its own: it is watched, or has a name, by which
    /// a reader may come back.
    var departsByItself: Bool {
        if flags.contains(.isPendingRemoval) { return false }
        return flags.contains(.isWatched) || (!flags.contains(.hasLostName) && details?.details.name != nil)
    }
}
