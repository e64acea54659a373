import ProgressCore
import TestSupport

extension RandomRun {
    func create(under parent: ModelNode?) throws {
        var new = makeTree()
        let now = model.now
        let reach = reach()
        joinedParent = parent?.id
        guard parent == nil, generator.chance(3), let key = keys.randomElement(using: &generator) else {
            let replaced = generator.chance(2) ? new[0].details?.name.flatMap { model.node(named: $0) } : nil
            let what = "create \(new.count) under \(parent?.id as Any), replacing \(replaced?.id as Any)"
            try both(what) { () throws(ProgressError) in
                try model.insert(new, under: parent, takingNamesIn: reach, replacing: replaced)
            } _: { (run) throws(ProgressError) in
                let place: NodeIndex? = if let parent { try run.index(parent) } else { nil }
                let ending: ReplacedRun? =
                    if let replaced { ReplacedRun(try run.index(replaced), by: Caller(role: .reporter)) } else { nil }
                _ = try run.tree.insert(new, under: place, takingNamesIn: reach, replacing: ending, at: now)
            }
            return
        }
        let reservation = model.reservations[key]
        let isOpen = reservation.map { !$0.isClaimed && $0.expiresAt ?? .max > now } ?? false
        new[0].pendingUnitCount = reservation?.pending ?? 0
        joinedParent = reservation?.parent.id
        try both("create with \(key)") { () throws(ProgressError) in
            try model.insert(new, under: isOpen ? reservation?.parent : nil, takingNamesIn: reach)
            if isOpen { model.reservations[key]?.isClaimed = true }
        } _: { (run) throws(ProgressError) in
            let open = run.tree.openReservation(key, at: now)
            _ = try run.tree.insert(new, under: open?.parent, takingNamesIn: reach, at: now)
            if open != nil { run.tree.claim(key) }
        }
    }

    private func makeTree() -> [NewProgress] {
        var new: [NewProgress] = []
        let size = generator.chance(2) ? 1 : 1 + generator.number(below: 6)
        for position in 0..<size {
            var one = NewProgress(id: freshID())
            one.counts = Counts(total: count(), completed: generator.chance(2) ? 0 : count())
            one.parentPosition = position == 0 ? -1 : generator.number(below: position)
            one.pendingUnitCount = pendingCount()
            one.isCancellable = !generator.chance(8)
            one.isPausable = generator.chance(8)
            one.removeWhenFinished = generator.chance(6)
            one.hasStarted = generator.chance(8)
            if generator.chance(3) {
                var details = ProgressDetails()
                details.name = generator.chance(2) ? name() : nil
                details.kind = generator.chance(2) ? "file" : nil
                details.leaseSeconds = leaseSeconds()
                one.details = details
            }
            new.append(one)
        }
        return new
    }

    func attach(_ node: ModelNode) throws {
        guard let other = model.nodes.randomElement(using: &generator) else { return }
        let child = generator.chance(4) ? node : node.root
        let (pending, now) = (pendingCount(), model.now)
        try both("attach \(child.id) to \(other.id), worth \(pending)") { () throws(ProgressError) in
            try model.attach(child, to: other, pending: pending)
        } _: { (run) throws(ProgressError) in
            let (place, parent) = (try run.index(child), try run.index(other))
            _ = try run.tree.attach(place, to: parent, pendingUnitCount: pending, at: now)
        }
    }

    func complete(_ node: ModelNode) throws {
        let (count, now) = (count(), model.now)
        try both("complete \(node.id) by \(count)") { () throws(ProgressError) in
            try model.complete(node, by: count)
        } _: { (run) throws(ProgressError) in
            _ = try run.tree.complete(try run.index(node), by: count, at: now)
        }
    }

    func setCounts(_ node: ModelNode) throws {
        var counts = Counts(total: node.values.total, completed: node.values.completed)
        let what = generator.number(below: 5)
        if what != 0 { counts.total = count() }
        if what != 1 { counts.completed = count() }
        if what == 2 { counts.completed = counts.total }
        let now = model.now
        try both("set \(node.id) to \(counts)") { () throws(ProgressError) in
            try model.setCounts(node, total: counts.total, completed: counts.completed)
        } _: { (run) throws(ProgressError) in
            _ = try run.tree.setCounts(try run.index(node), counts, at: now)
        }
    }

    func edit(_ node: ModelNode) throws {
        var edits: [ProgressTree.Edit] = []
        for _ in 0...generator.number(below: 3) { edits.append(makeEdit()) }
        let (now, reach) = (model.now, reach())
        try both("edit \(node.id): \(edits)") { () throws(ProgressError) in
            try model.edit(node, edits, takingNamesIn: reach)
        } _: { (run) throws(ProgressError) in
            _ = try run.tree.edit(try run.index(node), edits, takingNamesIn: reach, at: now)
        }
    }

    private func makeEdit() -> ProgressTree.Edit {
        let number = generator.number(below: 7)
        switch generator.number(below: 13) {
        case 12: return .start
        case 0: return .totalUnitCount(count())
        case 1: return .completedUnitCount(count())
        case 2: return .isCancellable(number < 4)
        case 3: return .isPausable(number < 4)
        case 4: return .removeWhenFinished(number < 4)
        case 5: return .kind(number < 4 ? "file" : nil)
        case 6: return .fileTotalCount(number < 5 ? count() : nil)
        case 7: return .fileCompletedCount(number < 5 ? count() : nil)
        case 8: return .throughput(number < 5 ? Double(number) : nil)
        case 9: return .estimatedTimeRemaining(number < 5 ? Double(number) : nil)
        case 10: return .name(name())
        default: return .leaseSeconds(leaseSeconds())
        }
    }

    func control(_ node: ModelNode) throws {
        let control: Control =
            switch generator.number(below: 5) {
            case 0: .cancel
            case 1, 2: .pause
            default: .resume
            }
        let reason = generator.chance(3) ? "because" : nil
        let (caller, now) = (caller(), model.now)
        try both("\(control) \(node.id)") { () throws(ProgressError) in
            try model.control(node, control, reason: reason, by: caller)
        } _: { (run) throws(ProgressError) in
            try run.tree.control(try run.index(node), control, reason: reason, by: caller, at: now)
        }
    }

    func fail(_ node: ModelNode) throws {
        let (caller, now) = (caller(), model.now)
        try both("fail \(node.id)") { () throws(ProgressError) in
            try model.fail(node, "broken", by: caller)
        } _: { (run) throws(ProgressError) in
            let failure = ProgressDetails.Failure(message: "broken", code: nil)
            try run.tree.fail(try run.index(node), failure, by: caller, at: now)
        }
    }

    func finish(_ node: ModelNode) throws {
        let (caller, now) = (caller(), model.now)
        try both("finish \(node.id)") { () throws(ProgressError) in
            try model.finish(node, by: caller)
        } _: { (run) throws(ProgressError) in
            _ = try run.tree.finish(try run.index(node), by: caller, at: now)
        }
    }

    func remove(_ node: ModelNode) throws {
        let policy: ProgressTree.PendingPolicy = generator.chance(2) ? .credit : .release
        let now = model.now
        try both("remove \(node.id), \(policy)") { () throws(ProgressError) in
            try model.remove(node, pending: policy)
        } _: { (run) throws(ProgressError) in
            try run.tree.remove(try run.index(node), pending: policy, at: now)
        }
    }

    func heartbeat(_ node: ModelNode) throws {
        let now = model.now
        try both("heartbeat \(node.id)") { () throws(ProgressError) in
            model.renew(node)
            if !node.isEnded { model.start(node) }
        } _: { (run) throws(ProgressError) in
            run.tree.heartbeat(try run.index(node), at: now)
        }
    }

    func reserveOrResign(_ node: ModelNode) throws {
        let now = model.now
        if generator.chance(3), let key = keys.randomElement(using: &generator) {
            try both("resign \(key)") { () throws(ProgressError) in
                try model.resign(key)
            } _: { (run) throws(ProgressError) in
                try run.tree.resign(key, at: now)
            }
            return
        }
        let (key, pending) = (freshID(), pendingCount())
        // Nothing else is due at the same moment: which of the two comes first would be anybody's choice.
        var expiresAt: Int64? =
            generator.chance(3) ? nil : now + 1_000 * Int64(idCount % 30) + 8 * Int64(idCount % 101) + 3
        while let moment = expiresAt, model.reservations.values.contains(where: { $0.expiresAt == moment }) {
            expiresAt = moment + 1_000
        }
        keys.append(key)
        if keys.count > 8 { keys.removeFirst() }
        try both("reserve \(pending) of \(node.id)") { () throws(ProgressError) in
            try model.reserve(node, pending: pending, key: key, expiresAt: expiresAt)
        } _: { (run) throws(ProgressError) in
            let parent = try run.index(node)
            let units = pending
            _ = try run.tree.reserve(parent, pendingUnitCount: units, key: key, expiresAt: expiresAt, at: now)
        }
    }

    func forgetRuns() throws {
        guard let name = Self.names.randomElement(using: &generator) else { return }
        let reach = reach()
        operation = "forget the runs of \(name)"
        let (expected, found) = (model.forgetRuns(of: name, within: reach), tree.forgetRuns(of: name, within: reach))
        _ = twin.forgetRuns(of: name, within: reach)
        try require(expected == found, "\(name) remembered \(found)")
    }

    func advance() throws {
        operation = "advance"
        try pass(1_000 * Int64(generator.number(below: generator.chance(10) ? 500 : 20)))
    }

    /// Lets time pass as a clock does: from one deadline to the next.
    func pass(_ milliseconds: Int64) throws {
        isManyChanges = true
        let end = model.now + milliseconds
        while let next = tree.forest.nextDeadline, next <= end {
            try require(next >= model.now && model.nextEvent ?? .max >= next, "something was due before \(next)")
            model.now = next
            _ = tree.advance(to: next)
            noteStates()
            _ = twin.advance(to: next)
            model.advance()
        }
        try require(model.nextEvent ?? .max > end, "something was due until \(end)")
        model.now = end
        _ = tree.advance(to: end)
        noteStates()
        _ = twin.advance(to: end)
        model.advance()
    }
}
