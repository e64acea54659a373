import ProgressCore
import TestSupport

extension RandomRun {
    /// Compares every node, and the reported changes of all of them.
    func compare() throws {
        var visible: [ProgressID: Visible] = [:]
        var text = model.runTextByteCount
        for root in model.roots {
            var fractions: [ProgressID: Rational] = [:]
            _ = root.collectFractions(into: &fractions)
            let nodes = root.subtree
            for node in nodes {
                guard let index = try? index(node) else { throw Mismatch(description: "\(seed): \(node.id) is lost") }
                let snapshot = tree.snapshot(of: index)
                visible[node.id] = Visible(snapshot)
                text += node.values.details.textByteCount + node.values.controlTextByteCount
                text += node.values.reason?.utf8.count ?? 0
                try compare(snapshot, with: node, under: root)
                try compareFraction(snapshot, with: node, exact: fractions[node.id]?.value ?? 0)
            }
            try compareSummary(of: root, nodes)
            try compareStamps(nodes)
        }
        for name in Self.names { try compareRuns(of: name) }
        if generator.chance(60) { try compareRates() }
        try require(tree.nodeCount == visible.count, "\(tree.nodeCount) nodes instead of \(visible.count)")
        try require(tree.forest.rootsCount == model.roots.count, "\(tree.forest.rootsCount) roots")
        try require(tree.reservationCount == model.reservations.count, "\(tree.reservationCount) reservations")
        try require(tree.heldTextByteCount == text, "\(tree.heldTextByteCount) bytes of text instead of \(text)")
        if looksSeldom { (isManyChanges, joinedParent) = (true, nil) }
        try compareVersions(visible)
        seen = visible
        hasAllTouches = tree.forest.recordsTouches
        lookedAt = model.now
        if looksSeldom { tree.changes.removeAll() }
    }

    /// Compares one node, and leaves all others to a later look.
    func compareAlone(_ node: ModelNode) throws {
        guard let index = try? index(node) else { throw Mismatch(description: "\(seed): \(node.id) is lost") }
        var fractions: [ProgressID: Rational] = [:]
        _ = node.collectFractions(into: &fractions)
        let snapshot = tree.snapshot(of: index)
        try compare(snapshot, with: node, under: node.root)
        try compareFraction(snapshot, with: node, exact: fractions[node.id]?.value ?? 0)
        try require(snapshot.version == tree.forest.version(of: index), "version of \(node.id)")
    }

    private func compare(_ snapshot: ProgressSnapshot, with node: ModelNode, under root: ModelNode) throws {
        let values = node.values
        let counts = (snapshot.totalUnitCount, snapshot.completedUnitCount)
        try require(counts == (values.total, values.completed), "\(node.id) has \(counts.1) of \(counts.0)")
        try require(snapshot.isIndeterminate == node.isIndeterminate, "isIndeterminate of \(node.id)")
        try require(snapshot.isFinished == node.isFinished, "isFinished of \(node.id)")
        try require(snapshot.finishedAt == values.finishedAt, "finishedAt of \(node.id)")
        try require(snapshot.startedAt == values.startedAt, "\(node.id) started at \(snapshot.startedAt as Any)")
        try require(snapshot.endedAt == values.endedAt, "\(node.id) ended at \(snapshot.endedAt as Any)")
        try require(snapshot.createdAt == values.createdAt, "createdAt of \(node.id)")
        try require(snapshot.state == node.state, "\(node.id) is \(snapshot.state) instead of \(node.state)")
        try require(snapshot.isCancelled == values.isCancelled, "isCancelled of \(node.id)")
        try require(snapshot.isPaused == values.isPaused, "isPaused of \(node.id)")
        try require(snapshot.isCancellable == values.isCancellable, "isCancellable of \(node.id)")
        try require(snapshot.isPausable == values.isPausable, "isPausable of \(node.id)")
        try require(snapshot.removeWhenFinished == values.removesWhenFinished, "removeWhenFinished of \(node.id)")
        try require(snapshot.details ?? ProgressDetails() == values.details, "details of \(node.id)")
        try require(snapshot.trace?.control == values.control, "control of \(node.id)")
        try require(snapshot.trace?.reason == values.reason, "reason of \(node.id)")
        try require(snapshot.parentID == node.parent?.id, "parent of \(node.id)")
        try require(snapshot.pendingUnitCount == node.parent.map { _ in values.pending }, "pending of \(node.id)")
        try require(snapshot.rootID == root.id && snapshot.depth == node.depth, "place of \(node.id)")
        try require(snapshot.childCount == node.children.count, "\(node.id) has \(snapshot.childCount) children")
        let hasUncredited = node.children.contains { !$0.values.isCredited && $0.values.pending > 0 }
        try require(snapshot.hasUncreditedChildren == hasUncredited, "uncredited children of \(node.id)")
        try compareRate(snapshot, with: node)
        try require(snapshot.expiresAt == model.expiry(of: node), "\(node.id) expires at \(snapshot.expiresAt as Any)")
    }

    private func compareFraction(_ snapshot: ProgressSnapshot, with node: ModelNode, exact: Double) throws {
        let fraction = snapshot.fractionCompleted
        let error = abs(fraction - exact)
        try require(fraction.isFinite && fraction.sign == .plus, "\(node.id) reads \(fraction)")
        try require(error <= 1e-12 * max(1, exact), "\(node.id) reads \(fraction) instead of \(exact)")
        let values = node.values
        let isWhole = values.completed == values.total && values.total > 0 && !snapshot.hasUncreditedChildren
        if isWhole { try require(fraction == 1, "\(node.id) is whole and reads \(fraction)") }
        var percent = 0
        if snapshot.hasUncreditedChildren {
            percent = Int(min(fraction * 100 + 1e-9, 999_999))
            if fraction < 1 { percent = min(percent, 99) }
        } else if values.total == 0 {
            percent = node.isIndeterminate ? 0 : 100
        } else if !node.isIndeterminate {
            percent = Int(min(Int128(values.completed) * 100 / Int128(values.total), 999_999))
        }
        try require(snapshot.percentCompleted == percent, "\(node.id) is at \(snapshot.percentCompleted) %")
    }

    /// The stamp of each subtree is that of the newest change in it: ETags, waiting requests and resumed streams go by it.
    private func compareStamps(_ nodes: [ModelNode]) throws {
        var newest: [ProgressID: UInt64] = [:]
        for node in nodes {
            let stamp = tree.forest.changeStamp(of: try index(node))
            var above: ModelNode? = node
            while let one = above {
                newest[one.id] = max(newest[one.id] ?? 0, stamp)
                above = one.parent
            }
        }
        for node in nodes {
            let (stamp, expected) = (tree.forest.subtreeStamp(of: try index(node)), newest[node.id] ?? 0)
            // After a restart everything restored has the stamp of that moment.
            let isRestored = stamp == restoredStamp && expected <= stamp
            try require(stamp == expected || isRestored, "subtree of \(node.id) has stamp \(stamp), not \(expected)")
        }
    }

    /// A version grows, by one for a change, where something visible became other, and nowhere else.
    private func compareVersions(_ visible: [ProgressID: Visible]) throws {
        var touched: Set<ProgressID> = []
        for touch in tree.changes.touches where tree.forest.isLiving(touch.id, at: touch.index) {
            touched.insert(touch.id)
        }
        for (id, new) in visible {
            guard let old = seen[id] else {
                try require(new.version == 1 || isManyChanges, "\(id) is new with version \(new.version)")
                try require(touched.contains(id) || !hasAllTouches, "\(id) is new and nobody is told")
                continue
            }
            let isChanged = new.unversioned != old.unversioned
            let growth = new.version - old.version
            if growth == 1 && id == joinedParent {
                // A child that vanished as it came leaves no trace when it was worth nothing; the parent changed twice.
                try require(new.updatedAt == model.now, "updatedAt of \(id)")
            } else if isManyChanges {
                try require(isChanged ? growth > 0 : growth >= 0, "version of \(id) grew by \(growth)")
                // A change that no call made leaves `updatedAt` alone.
                let isMoment = growth > 0 && new.updatedAt >= lookedAt || new.updatedAt == old.updatedAt
                try require(isMoment && new.updatedAt <= model.now, "updatedAt of \(id)")
            } else {
                try require(growth == (isChanged ? 1 : 0), "version of \(id) grew by \(growth): \(old) to \(new)")
                try require(new.updatedAt == (isChanged ? model.now : old.updatedAt), "updatedAt of \(id)")
            }
            if touched.contains(id) == (growth > 0) { continue }
            // A touch may be missing only if it was not recorded; a recorded one always comes with a new version.
            try require(!hasAllTouches && growth > 0, "\(id) changed: \(growth > 0), told: \(!(growth > 0))")
        }
    }
}
