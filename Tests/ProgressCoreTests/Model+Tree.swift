import ProgressCore

extension Model {
    // MARK: Joining

    func insert(
        _ new: [NewProgress],
        under parent: ModelNode?,
        takingNamesIn reach: NameReach,
        replacing replaced: ModelNode? = nil
    ) throws(ProgressError) {
        try change { () throws(ProgressError) in
            try check(new, under: parent)
            let runs = try takeNames(of: new, within: reach, replacing: replaced)
            if let replaced { end(replaced, before: new) }
            var made: [ModelNode] = []
            for one in new {
                let node = ModelNode(id: one.id, values: makeValues(one))
                node.values.details.run = one.details?.name.flatMap { runs[$0] }
                startLease(node)
                if one.parentPosition >= 0 { link(node, to: made[one.parentPosition]) }
                made.append(node)
            }
            for node in made.reversed() where node.isFinished {
                if !node.values.isCredited, let above = node.parent {
                    node.values.isCredited = true
                    try credit(above, by: node.values.pending)
                }
                node.values.finishedAt = now
                willVanishIfItWishes(node)
            }
            // Units that are already completed in a create are no work.
            for node in made { node.values.startedAt = nil }
            for (node, one) in zip(made, new) where one.hasStarted { start(node) }
            guard let parent else {
                roots.append(made[0])
                return
            }
            if made[0].values.startedAt != nil { start(parent) }
            try join(made[0], to: parent, isNew: true)
        }
    }

    private func makeValues(_ one: NewProgress) -> ModelNode.Values {
        var values = ModelNode.Values()
        values.total = one.counts.total
        values.completed = one.counts.completed
        values.pending = one.pendingUnitCount
        values.isCancellable = one.isCancellable
        values.isPausable = one.isPausable
        values.removesWhenFinished = one.removeWhenFinished
        values.details = one.details ?? ProgressDetails()
        values.createdAt = now
        values.writtenAt = now
        values.movedAt = now
        return values
    }

    private func check(_ new: [NewProgress], under parent: ModelNode?) throws(ProgressError) {
        if nodes.count + new.count > limits.nodes { throw .tooManyNodes(limit: limits.nodes) }
        var depths: [Int] = []
        for (position, one) in new.enumerated() {
            if one.parentPosition >= 0 {
                let siblings = new[...position].count { $0.parentPosition == one.parentPosition }
                if siblings > limits.children { throw .tooManyChildren(limit: limits.children) }
                depths.append(depths[one.parentPosition] + 1)
            } else {
                depths.append(parent.map { $0.depth + 1 } ?? 0)
            }
            if depths[position] > limits.depth { throw .tooDeep(limit: limits.depth, depth: depths[position]) }
            let hasParent = one.parentPosition >= 0 || parent != nil
            if hasParent && one.pendingUnitCount < 0 { throw .negativePending(one.pendingUnitCount) }
        }
        if let parent, parent.children.count >= limits.children { throw .tooManyChildren(limit: limits.children) }
    }

    func attach(_ child: ModelNode, to parent: ModelNode, pending: Int64) throws(ProgressError) {
        if let present = child.parent { throw .alreadyHasParent(child: child.id, parent: present.id) }
        if parent.isOrIsBelow(child) { throw .cycle(child: child.id, parent: parent.id) }
        if pending < 0 { throw .negativePending(pending) }
        if parent.children.count >= limits.children { throw .tooManyChildren(limit: limits.children) }
        let deepest = parent.depth + 1 + child.height
        if deepest > limits.depth { throw .tooDeep(limit: limits.depth, depth: deepest) }
        try change { () throws(ProgressError) in
            roots.removeAll { $0 === child }
            child.values.pending = pending
            if child.values.startedAt != nil { start(parent) }
            try join(child, to: parent, isNew: false)
        }
    }

    private func link(_ child: ModelNode, to parent: ModelNode) {
        child.parent = parent
        parent.children.append(child)
    }

    private func join(_ child: ModelNode, to parent: ModelNode, isNew: Bool) throws(ProgressError) {
        link(child, to: parent)
        for node in child.subtree where !node.isEnded {
            let isCancelled = parent.values.isCancelled || parent.values.isFailed
            let isPaused = parent.values.isPaused && !node.values.isPaused
            if isCancelled || isPaused { node.values.control = controlPassedOn(by: parent) }
            if isCancelled || isPaused && !isNew { node.forgetSpeed() }
            if isCancelled { node.values.isCancelled = true }
            if parent.values.isPaused { setPaused(node, true) }
            if isCancelled || parent.values.isPaused { node.values.isStalled = false }
        }
        noteWrite(parent)
        guard child.isFinished else { return }
        child.values.isCredited = true
        try credit(parent, by: child.values.pending)
    }

    private func controlPassedOn(by parent: ModelNode) -> LastControl? {
        guard let failure = parent.values.details.failure, let caller = failure.by, let at = failure.at else {
            return parent.values.control
        }
        return LastControl(action: .cancel, reason: nil, by: caller, at: at)
    }

    // MARK: Control

    func control(
        _ top: ModelNode,
        _ control: Control,
        reason: String?,
        by caller: Caller
    ) throws(ProgressError) {
        if top.values.isFailed { throw .alreadyFailed(top.id) }
        if top.values.isCancelled && control != .cancel { throw .alreadyCancelled(top.id) }
        if top.isFinished && !top.values.isCancelled { throw .alreadyFinished(top.id) }
        noteWrite(top)
        for node in top.subtree where !node.isEnded {
            switch control {
            case .cancel: node.values.isCancelled = true
            case .pause:
                if node.values.isPaused { continue }
                setPaused(node, true)
            case .resume:
                if !node.values.isPaused { continue }
                setPaused(node, false)
                startLease(node)
            }
            if control != .resume { node.forgetSpeed() }
            node.values.isStalled = false
            node.values.reason = reason
            node.values.control = LastControl(action: control, reason: reason, by: caller, at: now)
        }
    }

    func fail(_ top: ModelNode, _ message: String, by caller: Caller) throws(ProgressError) {
        if top.values.isFailed { throw .alreadyFailed(top.id) }
        if top.values.isCancelled { throw .alreadyCancelled(top.id) }
        if top.isFinished { throw .alreadyFinished(top.id) }
        renew(top)
        cancelRest(below: top, reason: message, by: caller)
        top.values.isFailed = true
        top.forgetSpeed()
        top.values.isStalled = false
        top.values.reason = message
        top.values.details.failure = ProgressDetails.Failure(message: message, code: nil)
        top.values.details.failure?.by = caller
        top.values.details.failure?.at = now
    }

    func cancelRest(below top: ModelNode, reason: String?, by caller: Caller) {
        for node in top.subtree where node !== top && !node.isEnded {
            node.values.isCancelled = true
            node.forgetSpeed()
            node.values.isStalled = false
            node.values.reason = reason
            node.values.control = LastControl(action: .cancel, reason: nil, by: caller, at: now)
        }
    }

    func finish(_ top: ModelNode, by caller: Caller) throws(ProgressError) {
        if top.values.isFailed { throw .alreadyFailed(top.id) }
        if top.values.isCancelled { throw .alreadyCancelled(top.id) }
        if top.isFinished { return renew(top) }
        try change { () throws(ProgressError) in
            var completed = top.values.completed
            for child in top.children where !child.values.isCredited {
                let (sum, overflow) = completed.addingReportingOverflow(child.values.pending)
                if overflow { throw .countOverflow(id: top.id, count: completed, addend: child.values.pending) }
                completed = sum
                child.values.isCredited = true
            }
            renew(top)
            cancelRest(below: top, reason: nil, by: caller)
            if top.values.total > 0 {
                try write(top, total: top.values.total, completed: max(completed, top.values.total))
            } else {
                try write(top, total: max(completed, 1), completed: max(completed, 1))
            }
        }
    }

    // MARK: Editing

    func edit(
        _ node: ModelNode,
        _ edits: [ProgressTree.Edit],
        takingNamesIn reach: NameReach
    ) throws(ProgressError) {
        try change { () throws(ProgressError) in
            var (total, completed) = (node.values.total, node.values.completed)
            let leaseBefore = node.values.details.leaseSeconds
            var name = node.values.details.name
            var starts = false
            let hadEnded = node.isEnded
            for edit in edits {
                switch edit {
                case .name(let text): name = text
                case .totalUnitCount(let count): total = count
                case .completedUnitCount(let count): completed = count
                case .isCancellable(let value): node.values.isCancellable = value
                case .isPausable(let value): node.values.isPausable = value
                case .removeWhenFinished(let value): node.values.removesWhenFinished = value
                case .kind(let kind): node.values.details.kind = kind
                case .fileTotalCount(let count): node.values.details.fileTotalCount = count
                case .fileCompletedCount(let count): node.values.details.fileCompletedCount = count
                case .throughput(let throughput): node.values.details.throughput = throughput
                case .estimatedTimeRemaining(let time): node.values.details.estimatedTimeRemaining = time
                case .leaseSeconds(let seconds): node.values.details.leaseSeconds = seconds
                case .start: starts = true
                default: fatalError("the random run draws no such edit")
                }
            }
            if name != node.values.details.name {
                node.values.details.run = try name.map { name throws(ProgressError) in try takeName(name, within: reach)
                }
                (node.values.details.name, node.values.hasLostName) = (name, false)
            }
            renew(node)
            if leaseBefore != nil && node.values.details.leaseSeconds == nil { node.values.leaseEnd = nil }
            try write(node, total: total, completed: completed)
            if starts && !(hadEnded && node.isEnded) { start(node) }
            if node.isEnded { node.forgetSpeed() }
            if node.isFinished { willVanishIfItWishes(node) }
        }
    }
}
