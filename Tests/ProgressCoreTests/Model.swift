import ProgressCore

/// The tree's behavior, done the long way round. An operation that throws has changed nothing: all is put back.
final class Model {
    struct Limits {
        let nodes = 14
        let children = 6
        let depth = 5
        let retention: Int64 = 60_002
        let abandonment: Int64 = 400_000
        let keptRuns = 2
    }

    struct Reservation {
        var parent: ModelNode
        var pending: Int64
        var expiresAt: Int64?
        var isClaimed = false
    }

    let limits = Limits()
    var now: Int64 = 1_000_000
    var roots: [ModelNode] = []
    var reservations: [ProgressID: Reservation] = [:]
    var goneRuns: [GoneRun] = []
    /// Nodes that finished in the current operation.
    private var newlyFinished: [ModelNode] = []

    var nodes: [ModelNode] {
        var nodes: [ModelNode] = []
        for root in roots { nodes += root.subtree }
        return nodes
    }

    /// The node that a name means: of those that show it the one that has not lost it.
    func node(named name: String) -> ModelNode? {
        nodes.first { $0.values.details.name == name && !$0.values.hasLostName }
    }

    /// Does `body` whole or not at all; nodes that finished in it and are to be removed then vanish at its end.
    func change(_ body: () throws(ProgressError) -> Void) throws(ProgressError) {
        let kept = nodes.map { ($0, $0.values, $0.parent, $0.children) }
        let (keptRoots, keptReservations, keptRuns) = (roots, reservations, goneRuns)
        newlyFinished = []
        do {
            try body()
        } catch {
            for (node, values, parent, children) in kept {
                node.values = values
                node.parent = parent
                node.children = children
            }
            (roots, reservations, goneRuns) = (keptRoots, keptReservations, keptRuns)
            throw error
        }
        // A node finishes after those below it, and takes them along when it goes: its run shows them among its steps.
        for node in newlyFinished.reversed() where node.values.removesWhenFinished && node.isFinished {
            if nodes.contains(where: { $0 === node }) { unlink(node, keepsSums: true) }
        }
    }

    func willVanishIfItWishes(_ node: ModelNode) { newlyFinished.append(node) }

    // MARK: Counts

    func complete(_ node: ModelNode, by count: Int64) throws(ProgressError) {
        let (completed, overflow) = node.values.completed.addingReportingOverflow(count)
        if overflow { throw .countOverflow(id: node.id, count: node.values.completed, addend: count) }
        try setCounts(node, total: node.values.total, completed: completed)
    }

    func setCounts(_ node: ModelNode, total: Int64, completed: Int64) throws(ProgressError) {
        try change { () throws(ProgressError) in
            renew(node)
            try write(node, total: total, completed: completed)
        }
    }

    func write(_ node: ModelNode, total: Int64, completed: Int64) throws(ProgressError) {
        let (wasFinished, hadEnded) = (node.isFinished, node.isEnded)
        let isWork = completed != node.values.completed
        if (total, completed) != (node.values.total, node.values.completed) { noteMove(node) }
        node.values.total = total
        node.values.completed = completed
        if isWork && !(hadEnded && node.isEnded) { start(node) }
        if node.isFinished != wasFinished {
            if node.isFinished { node.forgetSpeed() }
            node.values.finishedAt = node.isFinished ? now : nil
            node.values.isStalled = false
            if !node.values.isCancelled && !node.values.isFailed {
                node.values.reason = nil
                if !node.isFinished && !node.values.hasLostName { node.values.details.run?.isForgotten = false }
            }
        }
        guard node.isFinished else { return }
        if !wasFinished { newlyFinished.append(node) }
        guard let parent = node.parent, !node.values.isCredited else { return }
        node.values.isCredited = true
        try credit(parent, by: node.values.pending)
    }

    func credit(_ parent: ModelNode, by pending: Int64) throws(ProgressError) {
        let (completed, overflow) = parent.values.completed.addingReportingOverflow(pending)
        if overflow { throw .countOverflow(id: parent.id, count: parent.values.completed, addend: pending) }
        try write(parent, total: parent.values.total, completed: completed)
    }

    // MARK: Removal

    func remove(_ node: ModelNode, pending: ProgressTree.PendingPolicy) throws(ProgressError) {
        try change { () throws(ProgressError) in
            let parent = node.parent
            unlink(node, keepsSums: pending == .credit)
            guard let parent, pending == .credit, !node.values.isCredited else { return }
            try credit(parent, by: node.values.pending)
        }
    }

    func unlink(_ node: ModelNode, keepsSums: Bool) {
        if let parent = node.parent {
            noteWrite(parent)
            parent.children.removeAll { $0 === node }
            for gone in node.subtree where keepsSums { parent.values.retired.add(gone.sums) }
        } else {
            if roots.contains(where: { $0 === node }) { rememberGone(node) }
            roots.removeAll { $0 === node }
        }
        for (key, reservation) in reservations where reservation.parent.isOrIsBelow(node) {
            reservations[key] = nil
        }
        node.parent = nil
    }

    // MARK: Signs of life

    func noteWrite(_ node: ModelNode) { node.root.values.writtenAt = now }

    /// The node's counts moved, which is an update of everything above it as well.
    private func noteMove(_ node: ModelNode) {
        var next: ModelNode? = node
        while let one = next {
            one.values.movedAt = now
            if one.values.isPaused { one.values.restsSince = now }
            next = one.parent
        }
    }

    /// Pauses or resumes; computed values stay as they are meanwhile.
    func setPaused(_ node: ModelNode, _ isPaused: Bool) {
        if isPaused == node.values.isPaused { return }
        node.values.isPaused = isPaused
        if let since = node.values.restsSince { node.values.movedAt += now - since }
        node.values.restsSince = isPaused ? now : nil
    }

    /// Work began on it, and so on everything above.
    func start(_ node: ModelNode) {
        node.values.startedAt = node.values.startedAt ?? now
        if let parent = node.parent { start(parent) }
    }

    /// Notes at the end of an operation which nodes it ended, and which work again.
    func noteEnds() {
        for node in nodes { node.values.endedAt = node.isEnded ? node.values.endedAt ?? now : nil }
    }

    /// A write to the node itself.
    func renew(_ node: ModelNode) {
        noteWrite(node)
        node.values.isStalled = false
        startLease(node)
    }

    func startLease(_ node: ModelNode) {
        node.values.leaseEnd = node.values.details.leaseSeconds.map { now + Int64($0 * 1_000) }
    }
}
