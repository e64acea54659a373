/// The nodes of a group, and their links.
///
/// The contributions of nodes to their ancestors are taken back before anything changes and added again afterwards,
/// from the leaves up: fractions, sums and counts are then those of the writer to the last bit.
extension Adoption {
    // MARK: Contributions to ancestors

    /// Takes back the contributions of all nodes that change, and of their ancestors, to their parents. Parents first:
    /// a node's contribution follows from its children.
    mutating func takeBack(from forest: inout Forest) {
        for id in group.removed {
            guard let index = forest.lookUp(id) else { continue }
            let parent = forest[index].parent
            if parent != .none && group.removed.contains(forest[parent].id) { continue }
            tops.append(index)
            path.add(from: parent, in: forest.nodes)
        }
        for stored in group.nodes {
            if let index = forest.lookUp(stored.id) { path.add(from: index, in: forest.nodes) }
            if let parent = stored.parentID.flatMap({ forest.lookUp($0) }) { path.add(from: parent, in: forest.nodes) }
        }
        for index in path.nodes {
            takeBack(index, &forest)
            if !forest[index].isEnded { forest[index].workingCount -= 1 }
        }
        for top in tops where !path.contains(top) { takeBack(top, &forest) }
    }

    private func takeBack(_ index: NodeIndex, _ forest: inout Forest) {
        let parent = forest[index].parent
        if parent == .none { return }
        forest[parent].workingCount -= forest[index].workingCount
        // Only a writer keeps these; the next one gathers them again.
        forest.nodes.dropTimes(of: parent)
        if forest[index].flags.contains(.isCredited) { return }
        if forest.countsAsLost(index) { forest[familyOf: parent].lostCount -= 1 }
        forest[familyOf: parent].noteNoMoreUncredited(worth: forest[index].pendingUnitCount)
        forest[familyOf: parent].sum.subtract(forest[index].contribution)
    }

    /// Adds all contributions to the present parents, children first.
    func giveAgain(to forest: inout Forest) {
        var present = AdoptionPath()
        for index in path.nodes where !gone.contains(index) { present.add(from: index, in: forest.nodes) }
        for change in nodes { present.add(from: change.index, in: forest.nodes) }
        for index in present.nodes.reversed() { giveAgain(index, &forest) }
    }

    private func giveAgain(_ index: NodeIndex, _ forest: inout Forest) {
        forest[index].fraction = forest[index].counts.fraction(childSum: forest[familyOf: index].sum.value)
        if !forest[index].isEnded { forest[index].workingCount += 1 }
        forest[index].subtreeStamp = max(forest[index].subtreeStamp, forest[index].changeStamp)
        let parent = forest[index].parent
        if parent == .none { return }
        forest[parent].workingCount += forest[index].workingCount
        forest[parent].subtreeStamp = max(forest[parent].subtreeStamp, forest[index].subtreeStamp)
        forest[parent].treeWrittenAt = max(forest[parent].treeWrittenAt, forest[index].treeWrittenAt)
        if forest[index].flags.contains(.isCredited) { return }
        forest[familyOf: parent].noteUncredited(worth: forest[index].pendingUnitCount)
        forest[familyOf: parent].sum.add(forest[index].contribution)
        if forest.countsAsLost(index) { forest[familyOf: parent].lostCount += 1 }
    }

    // MARK: Nodes

    /// Releases names that nodes no longer have, so that other nodes of the group can take them.
    mutating func releaseNames(of tree: inout ProgressTree) {
        for stored in group.nodes {
            let index = tree.forest.lookUp(stored.id)
            let before = index.flatMap { tree.forest[$0].details?.details.name }
            if let index, let before, tree.names[before] == index, stored.heldName != before {
                tree.names.release(before, of: index)
                noteLoss(of: before, by: stored.id)
            }
            guard stored.marks.contains(.hasLostName), let lost = stored.details?.details.name else { continue }
            // Perhaps it got the name, and lost it again, within the group.
            if before != lost || index == nil { noteLoss(of: lost, by: stored.id) }
        }
    }

    mutating func place(in tree: inout ProgressTree) throws(RestoreError) {
        for stored in group.nodes {
            if let name = stored.heldName, let holder = tree.names[name], tree.forest[holder].id != stored.id {
                throw .sameName(name)
            }
            guard let index = tree.forest.lookUp(stored.id) else {
                let limit = tree.forest.ids.maximumCount
                if tree.forest.nodes.count >= limit { throw .tooMany(limit: limit) }
                nodes.append(Change(tree.place(stored), new: true, tree.forest.nodes))
                continue
            }
            var change = Change(index, new: false, tree.forest.nodes)
            change.lostRun = tree.forest.lostRun(index)
            change.name = tree.forest[index].details?.details.name
            change.heldName = change.name.flatMap { tree.names[$0] == index ? $0 : nil }
            nodes.append(change)
            tree.update(index, stored)
        }
    }

    /// Links new nodes, and roots that joined a parent, below their parents, in the order in which they arrived there.
    mutating func link(in tree: inout ProgressTree) throws(RestoreError) {
        let removals = tree.changes.departures
        tree.changes.departures = []
        for (place, stored) in group.nodes.enumerated() where !nodes[place].isNew {
            let index = nodes[place].index
            let parent = tree.forest[index].parent
            if parent == .none ? stored.parentID == nil : tree.forest[parent].id == stored.parentID { continue }
            guard parent == .none, let parentID = stored.parentID else { throw .anotherPlace(stored.id) }
            nodes[place].isJoined = true
            let before = nodes[place].before
            let changes = tree.forest[index].state.isOther(than: before.state) || group.moments[stored.id] != nil
            let kinds: Changes.Kinds = changes ? [.joined, .details, .state] : [.joined, .details]
            tree.forest.noteJoined(index, to: parentID, before: before.details, kinds)
            tree.unlinkRoot(index)
        }
        // Nodes that left below such a root are reported in its new place, so the move must come first.
        tree.changes.departures += removals
        for (change, stored) in zip(nodes, group.nodes) where change.isNew || change.isJoined {
            try append(change.index, to: stored.parentID, &tree.forest)
        }
    }

    private func append(
        _ index: NodeIndex,
        to parentID: ProgressID?,
        _ forest: inout Forest
    ) throws(RestoreError) {
        guard let parentID else { return try appendRoot(index, &forest) }
        guard let parent = forest.lookUp(parentID) else { throw .noParent(parentID, of: forest[index].id) }
        let isLeaf = forest.nodes.firstChild(of: index) == .none
        if parent == index || !isLeaf && forest.nodes.isWithin(parent, index) { throw .ring(nodeCount: 1) }
        let last = forest[familyOf: parent].children.last
        if last != .none && forest[last].ordinal >= forest[index].ordinal { throw .anotherPlace(forest[index].id) }
        forest.nodes.append(index, to: parent)
        // `giveAgain` counts it with all the others.
        if forest[index].flags.contains(.isCredited) { return }
        forest[familyOf: parent].noteNoMoreUncredited(worth: forest[index].pendingUnitCount)
    }

    private func appendRoot(_ index: NodeIndex, _ forest: inout Forest) throws(RestoreError) {
        let last = forest.nodes.roots.last
        if last != .none && forest[last].ordinal >= forest[index].ordinal { throw .anotherPlace(forest[index].id) }
        forest.nodes.appendRoot(index)
    }
}
