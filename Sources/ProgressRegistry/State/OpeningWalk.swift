package import ProgressCore
package import ProgressStreams

/// The position of a stream's walk over all that it selects: the roots, the newest first, or the tops as they were
/// named; each tree parents first. Inside the gate only; `end` frees its places in the trees.
///
/// Roots that come later are newer than all that are ahead, and children come last among their siblings; so only a node
/// that joins a parent changes sides, and the stream is notified of that.
package struct OpeningWalk {
    /// The walk over the roots.
    private var roots: Int?
    /// The walk over a subtree, kept from one to the next.
    private var subtree: Int?
    /// The top of the subtree that is walked over; nil between two.
    private var top: ProgressID?
    /// The ordinal of the root that was met last.
    private var rootOrdinal: UInt64 = .max
    /// As they were named, then those that were selected later, or until a name went over.
    private var tops: [ProgressID] = []
    private var beganCount = 0

    /// The most nodes and subtrees that one entry looks at.
    private static let looksAtOnce = 512

    package init(over selection: Selection, in registry: RegistryState) { begin(selection, whole: [], registry) }

    private mutating func begin(_ selection: Selection, whole: Set<ProgressID>, _ registry: RegistryState) {
        endRoots(registry)
        (top, rootOrdinal, beganCount) = (nil, .max, 0)
        tops = selection.tops + whole.subtracting(selection.tops)
        guard case .roots = selection else { return }
        // Roots that come before the first step are newer than the place where it begins.
        rootOrdinal = registry.tree.forest.newestRoot.map { registry.tree.forest.ordinal(of: $0) + 1 } ?? 0
        roots = registry.tree.beginWalk(overRootsFrom: registry.tree.forest.newestRoot)
    }

    package mutating func end(in registry: RegistryState) {
        endRoots(registry)
        if let subtree { registry.tree.endWalk(subtree) }
        (subtree, top) = (nil, nil)
    }

    private mutating func endRoots(_ registry: RegistryState) {
        if let roots { registry.tree.endWalk(roots) }
        roots = nil
    }

    // MARK: Walking

    /// The next nodes to tell, at most `most`; perhaps none, though the walk is not over.
    package mutating func next(
        _ most: Int,
        of selection: Selection,
        showsSummary: Bool,
        _ cursor: inout OpeningCursor,
        in registry: RegistryState
    ) -> (found: [Forest.Visit], isOver: Bool) {
        var found: [Forest.Visit] = []
        for _ in 0..<Self.looksAtOnce where found.count < most {
            if let top, let subtree {
                switch registry.tree.nextVisit(subtree, changedAfter: cursor.passesUnchanged(below: top)) {
                case .node(let visit):
                    if cursor.tells(visit, below: top, showsSummary: showsSummary) { found.append(visit) }
                case .nothing: continue
                case .over: self.top = nil
                }
            } else if !beginNext(selection, cursor, registry) {
                guard cursor.isLapping else { return (found, true) }
                cursor.isLapping = false
                begin(selection, whole: cursor.whole, registry)
            }
        }
        return (found, false)
    }

    /// The walk does not continue in a tree that the reader has lost, or that is no longer selected by its top. In a
    /// lap it meets the rest of any tree again, and may have come to something below a lost node. Call it before asking
    /// what is ahead.
    package mutating func leaveLost(
        _ selection: Selection,
        _ cursor: inout OpeningCursor,
        in registry: RegistryState
    ) {
        defer { cursor.lost = [] }
        guard let top else { return }
        if cursor.lost.contains(top) || (cursor.isLapping && !cursor.lost.isEmpty) { self.top = nil }
        guard let index = try? registry.tree.find(top), isTop(top, index, of: selection, cursor, registry) else {
            self.top = nil
            return
        }
        guard case .nodes = selection, let parent = selectedParent(of: index, selection, registry)
        else { return }
        if cursor.whole.contains(top) && !cursor.isLapping {
            guard isAheadInPass(parent, of: selection, cursor, in: registry) else { return }
            tops.append(top)
        }
        self.top = nil
    }

    private func isTop(
        _ id: ProgressID,
        _ index: NodeIndex,
        of selection: Selection,
        _ cursor: OpeningCursor,
        _ registry: RegistryState
    ) -> Bool {
        guard case .roots(let filter, _) = selection else {
            if selection.names(id) { return true }
            return cursor.whole.contains(id) && registry.tree.forest.isSelected(index, by: selection)
        }
        guard registry.tree.forest.parent(of: index) == nil else { return false }
        return filter.matches(registry.tree.forest.details(of: index))
    }

    /// The parent of a top, if a walk that includes the parent meets the top, too.
    private func selectedParent(
        of index: NodeIndex,
        _ selection: Selection,
        _ registry: RegistryState
    ) -> NodeIndex? {
        guard selection.includesDescendants, let parent = registry.tree.forest.parent(of: index) else { return nil }
        return registry.tree.forest.isSelected(parent, by: selection) ? parent : nil
    }

    /// - Returns: false if there is no further top.
    private mutating func beginNext(
        _ selection: Selection,
        _ cursor: OpeningCursor,
        _ registry: RegistryState
    ) -> Bool {
        if let roots {
            guard case .node(let index, _, _) = registry.tree.step(roots) else { return false }
            rootOrdinal = registry.tree.forest.ordinal(of: index)
            let id = registry.tree.forest.id(of: index)
            if isTop(id, index, of: selection, cursor, registry) { begin(id, index, selection, registry) }
            return true
        }
        guard beganCount < tops.count else { return false }
        let id = tops[beganCount]
        beganCount += 1
        guard let index = try? registry.tree.find(id), isTop(id, index, of: selection, cursor, registry) else {
            return true
        }
        if let parent = selectedParent(of: index, selection, registry) {
            if cursor.isLapping || !cursor.whole.contains(id) { return true }
            if isAheadInPass(parent, of: selection, cursor, in: registry) {
                tops.append(id)
                return true
            }
        }
        begin(id, index, selection, registry)
        return true
    }

    private mutating func begin(_ id: ProgressID, _ index: NodeIndex, _ selection: Selection, _ registry: RegistryState)
    {
        top = id
        if let subtree { return registry.tree.restartWalk(subtree, over: index) }
        subtree = registry.tree.beginWalk(over: index, depth: selection.includesDescendants ? .max : 0)
    }

    /// Adds tops that have been selected since, or that the reader has lost.
    package mutating func add(_ more: Set<ProgressID>) { tops += more }

    // MARK: Places

    /// The nodes above the place where it is, from the top down.
    package func path(in registry: RegistryState) -> [ProgressID] {
        guard top != nil, let subtree else { return [] }
        return registry.tree.openLevels(ofWalk: subtree)
    }

    /// Whether it has yet to come to a node that is selected. It has come to the nodes above its place, even where
    /// another top leads there again: they are told before those below them. Cost: O(depth).
    package func isAhead(
        _ index: NodeIndex,
        of selection: Selection,
        _ cursor: OpeningCursor,
        in registry: RegistryState
    ) -> Bool {
        if cursor.isLapping { return true }
        return isAheadInPass(index, of: selection, cursor, in: registry)
            && !path(in: registry).contains(registry.tree.forest.id(of: index))
    }

    private func isAheadInPass(
        _ index: NodeIndex,
        of selection: Selection,
        _ cursor: OpeningCursor,
        in registry: RegistryState
    ) -> Bool {
        guard case .nodes(_, let descendants) = selection else {
            let root = registry.tree.forest.root(of: index)
            if registry.tree.forest.ordinal(of: root) < rootOrdinal { return true }
            return registry.tree.forest.id(of: root) == top && isAheadInSubtree(index, registry)
        }
        var current: NodeIndex? = index
        while let one = current {
            let id = registry.tree.forest.id(of: one)
            let parent = registry.tree.forest.parent(of: one)
            if id == top && isAheadInSubtree(index, registry) { return true }
            if tops[beganCount...].contains(id), isTop(id, one, of: selection, cursor, registry) {
                let isMetElsewhere = selectedParent(of: one, selection, registry) != nil
                if !isMetElsewhere || cursor.whole.contains(id) { return true }
            }
            current = descendants ? parent : nil
        }
        return false
    }

    private func isAheadInSubtree(_ index: NodeIndex, _ registry: RegistryState) -> Bool {
        subtree.map { registry.tree.isAhead(index, ofWalk: $0) } ?? false
    }
}
