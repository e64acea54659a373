/// The nodes from which a caller may take a name over: those that it may write to.
package enum NameReach: Sendable {
    case everything
    /// This node and everything below it.
    case subtree(ProgressID)
    case nothing
}

/// A name outlives its runs: a node that has ended gives its name up to the next that asks for it, and keeps showing it.
extension ProgressTree {
    package func find(name: String) throws(ProgressError) -> NodeIndex {
        guard let index = lookUp(name: name) else { throw .notFound }
        return index
    }

    func lookUp(name: String) -> NodeIndex? {
        guard let index = names[name], !isRemoved(index) else { return nil }
        return index
    }

    /// Whether `index` is `top` or below it. Cost: O(depth).
    package func isWithin(_ index: NodeIndex, _ top: ProgressID) -> Bool {
        var current: NodeIndex? = index
        while let node = current {
            if id(of: node) == top { return true }
            current = parent(of: node)
        }
        return false
    }

    package func reaches(_ index: NodeIndex, _ reach: NameReach) -> Bool {
        switch reach {
        case .everything: true
        case .subtree(let top): isWithin(index, top)
        case .nothing: false
        }
    }

    /// - Throws: `.nameTaken`, unless nobody has the name, or a node within `reach` that has ended, or ends with its run.
    func checkName(
        _ name: String,
        within reach: NameReach,
        replacing replaced: ReplacedRun? = nil
    ) throws(ProgressError) {
        guard let holder = lookUp(name: name) else { return }
        let ends = nodes[holder].isEnded || replaced.map { nodes.isWithin(holder, $0.holder) } ?? false
        if !ends || !reaches(holder, reach) { throw .nameTaken(name) }
    }

    /// The run that begins when the next node gets `name`.
    func nextRun(of name: String) -> RunPlace {
        guard let holder = lookUp(name: name) else {
            return runs.newest(of: name).map { RunPlace(after: $0.id, number: $0.number) } ?? RunPlace()
        }
        return RunPlace(after: nodes[holder].id, number: nodes[holder].details?.details.run?.number ?? 1)
    }

    /// Lets `name` mean `index`; whoever had it loses it for good. Part of a change that has begun and was checked.
    mutating func give(_ name: String, to index: NodeIndex, isNew: Bool = true) {
        let holder = lookUp(name: name)
        names.give(name, to: index)
        if let holder {
            nodes[holder].flags.insert(.hasLostName)
            rememberLost(holder)
            // Nothing that it shows has changed, but it must not have the name again after a restart.
            log.unsaved.note(holder)
        }
        guard recordsTouches || holder != nil || !isNew else { return }
        log.changes.nameMoves.append(
            Changes.NameMove(
                name: name,
                from: holder.map { nodes[$0].id },
                to: nodes[index].id,
                isOfNew: isNew,
                stamp: log.sequence
            )
        )
    }

    /// Nobody has the name of `index` from now on.
    mutating func releaseName(_ name: String, of index: NodeIndex) {
        names.release(name, of: index)
        log.changes.nameMoves.append(
            Changes.NameMove(name: name, from: nodes[index].id, to: nil, isOfNew: false, stamp: log.sequence)
        )
    }

    /// A node is named otherwise, or not at all.
    mutating func rename(_ index: NodeIndex, from old: String?, to new: String?) {
        leaveRuns(index)
        if let old, names[old] == index { releaseName(old, of: index) }
        nodes[index].flags.remove(.hasLostName)
        if let new { give(new, to: index, isNew: false) }
    }
}
