/// Trees that follow a writer elsewhere: they take over what it saved, group by group, and nothing else changes them.
///
/// What a node shows of its children is taken back from those above it before anything changes, and given to them again
/// afterwards, from the leaves up: fractions, sums and counts are then those of the writer to the last bit.
extension ProgressTree {
    /// Follows the writer by one group: everything that it had changed when `sequence` was its newest stamp.
    ///
    /// Afterwards versions, stamps, places in lists and all that is shown are the writer's. Touches, departures and names
    /// that go over are noted as by changes made here; what came and went within the group is not told.
    /// - Parameters:
    ///   - ordinal: the newest place in lists that the writer had given.
    ///   - now: of this replica, for what it notes about itself.
    /// - Throws: if the group does not continue these trees. They may then be half changed: discard them.
    /// - Complexity: O(what the group changes and removes + what is above that).
    package mutating func adopt(
        _ group: [Adopted],
        sequence: UInt64,
        ordinal: UInt64,
        at now: Int64
    ) throws(RestoreError) {
        if sequence < log.sequence { throw .older(sequence: sequence) }
        var adoption = Adoption(AdoptedGroup(group), after: log.sequence)
        if changes.adoptedAfter == nil { changes.adoptedAfter = log.sequence }
        log.resume(after: sequence)
        nodes.lastOrdinal = max(nodes.lastOrdinal, ordinal)
        takeBack(&adoption)
        try removeGone(&adoption)
        releaseNames(&adoption)
        try place(&adoption)
        try link(&adoption)
        giveAgain(&adoption)
        adoptRuns(adoption)
        adoptReservations(adoption)
        tell(adoption)
    }

    // MARK: What nodes are for those above them

    /// Takes back what everything that changes, or is above that, is for its parent. Parents first: what a node is for its
    /// parent follows from its children.
    private mutating func takeBack(_ adoption: inout Adoption) {
        for id in adoption.group.removed {
            guard let index = lookUp(id) else { continue }
            let parent = nodes[index].parent
            if parent != .none && adoption.group.removed.contains(nodes[parent].id) { continue }
            adoption.tops.append(index)
            adoption.path.add(from: parent, in: nodes)
        }
        for stored in adoption.group.nodes {
            if let index = lookUp(stored.id) { adoption.path.add(from: index, in: nodes) }
            if let parent = stored.parentID.flatMap({ lookUp($0) }) { adoption.path.add(from: parent, in: nodes) }
        }
        for index in adoption.path.nodes {
            takeBack(index)
            if !nodes[index].isEnded { nodes[index].workingCount -= 1 }
        }
        for top in adoption.tops where !adoption.path.contains(top) { takeBack(top) }
    }

    private mutating func takeBack(_ index: NodeIndex) {
        let parent = nodes[index].parent
        if parent == .none { return }
        nodes[parent].workingCount -= nodes[index].workingCount
        if nodes[index].flags.contains(.isCredited) { return }
        if countsAsLost(index) { nodes[familyOf: parent].lostCount -= 1 }
        nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[index].pendingUnitCount)
        nodes[familyOf: parent].sum.subtract(nodes[index].contribution)
    }

    /// Gives all of it to the parents that they have now, children first.
    private mutating func giveAgain(_ adoption: inout Adoption) {
        var path = AdoptionPath()
        for index in adoption.path.nodes where !adoption.isGone(index) { path.add(from: index, in: nodes) }
        for change in adoption.nodes { path.add(from: change.index, in: nodes) }
        for index in path.nodes.reversed() { giveAgain(index) }
    }

    private mutating func giveAgain(_ index: NodeIndex) {
        nodes[index].fraction = nodes[index].counts.fraction(childSum: nodes[familyOf: index].sum.value)
        if !nodes[index].isEnded { nodes[index].workingCount += 1 }
        nodes[index].subtreeStamp = max(nodes[index].subtreeStamp, nodes[index].changeStamp)
        let parent = nodes[index].parent
        if parent == .none { return }
        nodes[parent].workingCount += nodes[index].workingCount
        nodes[parent].subtreeStamp = max(nodes[parent].subtreeStamp, nodes[index].subtreeStamp)
        nodes[parent].treeWrittenAt = max(nodes[parent].treeWrittenAt, nodes[index].treeWrittenAt)
        if nodes[index].flags.contains(.isCredited) { return }
        nodes[familyOf: parent].noteUncredited(worth: nodes[index].pendingUnitCount)
        nodes[familyOf: parent].sum.add(nodes[index].contribution)
        if countsAsLost(index) { nodes[familyOf: parent].lostCount += 1 }
    }

    // MARK: Nodes

    /// Gives up the names that nodes do not have any more, so that others of the group may have them.
    private mutating func releaseNames(_ adoption: inout Adoption) {
        for stored in adoption.group.nodes {
            let index = lookUp(stored.id)
            let before = index.flatMap { nodes[$0].details?.details.name }
            if let index, let before, names[before] == index, stored.heldName != before {
                names.release(before, of: index)
                adoption.noteLoss(of: before, by: stored.id)
            }
            guard stored.marks.contains(.hasLostName), let lost = stored.details?.details.name else { continue }
            // Perhaps it came by the name, and lost it again, within the group.
            if before != lost || index == nil { adoption.noteLoss(of: lost, by: stored.id) }
        }
    }

    private mutating func place(_ adoption: inout Adoption) throws(RestoreError) {
        for stored in adoption.group.nodes {
            if let name = stored.heldName, let holder = names[name], nodes[holder].id != stored.id {
                throw .sameName(name)
            }
            guard let index = lookUp(stored.id) else {
                if nodes.count >= ids.maximumCount { throw .tooMany(limit: ids.maximumCount) }
                adoption.nodes.append(Adoption.Change(place(stored), new: true, nodes))
                continue
            }
            var change = Adoption.Change(index, new: false, nodes)
            change.lostRun = lostRun(index)
            change.name = nodes[index].details?.details.name
            change.heldName = change.name.flatMap { names[$0] == index ? $0 : nil }
            adoption.nodes.append(change)
            update(index, stored)
        }
    }

    private mutating func update(_ index: NodeIndex, _ stored: StoredProgress) {
        let (before, traceBefore) = (nodes[index].details, nodes[index].trace)
        nodes[index].take(stored)
        nodes[index].details = restoredDetails(stored)
        textByteCount += nodes[index].details?.details.textByteCount ?? 0
        textByteCount -= before?.details.textByteCount ?? 0
        textByteCount += stored.trace.textByteCount - traceBefore.textByteCount
        if let name = stored.heldName { names.give(name, to: index) }
        let known = writers[index]
        if known != stored.writers {
            textByteCount += stored.writers.textByteCount - known.textByteCount
            writers[index] = stored.writers
        }
        if stored.retired != SummarySums() { nodes.makeFamily(of: index) }
        if nodes[index].family != .none { nodes[familyOf: index].retired = stored.retired }
        guard let rate = stored.rate else { return }
        if nodes[index].rate == .none {
            nodes.makeRate(of: index, Rate(rate))
        } else {
            nodes[rateOf: index] = Rate(rate)
        }
    }

    /// Hangs what is new, and roots that joined a parent, below their parents, in the order in which they came there.
    private mutating func link(_ adoption: inout Adoption) throws(RestoreError) {
        let removals = log.changes.departures
        log.changes.departures = []
        for (place, stored) in adoption.group.nodes.enumerated() where !adoption.nodes[place].isNew {
            let index = adoption.nodes[place].index
            let parent = nodes[index].parent
            if parent == .none ? stored.parentID == nil : nodes[parent].id == stored.parentID { continue }
            guard parent == .none, let parentID = stored.parentID else { throw .anotherPlace(stored.id) }
            adoption.nodes[place].isJoined = true
            noteJoined(index, to: parentID, adoption.nodes[place].before, adoption)
            unlinkRoot(index)
        }
        // Readers are told of what left below it where it is now, which they have to hear of first.
        log.changes.departures += removals
        for (place, stored) in adoption.group.nodes.enumerated() {
            let change = adoption.nodes[place]
            if change.isNew || change.isJoined { try append(change.index, to: stored.parentID) }
        }
    }

    private mutating func append(_ index: NodeIndex, to parentID: ProgressID?) throws(RestoreError) {
        guard let parentID else { return try appendRoot(index) }
        guard let parent = lookUp(parentID) else { throw .noParent(parentID, of: nodes[index].id) }
        let isLeaf = nodes.firstChild(of: index) == .none
        if parent == index || !isLeaf && nodes.isWithin(parent, index) { throw .ring(nodeCount: 1) }
        let last = nodes[familyOf: parent].children.last
        if last != .none && nodes[last].ordinal >= nodes[index].ordinal { throw .anotherPlace(nodes[index].id) }
        nodes.append(index, to: parent)
        // `giveAgain` counts it with all the others.
        if nodes[index].flags.contains(.isCredited) { return }
        nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[index].pendingUnitCount)
    }

    private mutating func appendRoot(_ index: NodeIndex) throws(RestoreError) {
        let last = nodes.roots.last
        if last != .none && nodes[last].ordinal >= nodes[index].ordinal { throw .anotherPlace(nodes[index].id) }
        nodes.appendRoot(index)
    }

    private mutating func noteJoined(
        _ index: NodeIndex,
        to parentID: ProgressID,
        _ before: Adoption.Before,
        _ adoption: Adoption
    ) {
        let isOther = nodes[index].state.isOther(than: before.state)
        let hasMoments = adoption.group.moments[nodes[index].id] != nil
        log.changes.departures.append(
            Changes.Departure(
                kind: .joined,
                id: nodes[index].id,
                parentID: parentID,
                details: before.details,
                stamp: log.sequence,
                kinds: isOther || hasMoments ? [.joined, .details, .state] : [.joined, .details]
            )
        )
    }
}
