/// A name outlives its runs: a node that has ended gives its name up to the next that asks for it, and keeps showing it.
extension ProgressTree {
    package func find(name: String) throws(ProgressError) -> NodeIndex {
        guard let index = lookUp(name: name) else { throw .notFound }
        return index
    }

    func lookUp(name: String) -> NodeIndex? {
        guard let index = names[name], !forest.isRemoved(index) else { return nil }
        return index
    }

    /// - Returns: whether the name is free.
    /// - Throws: `.nameTaken`, unless the name is free, or its holder is within `reach` and has ended or ends with its
    ///   run.
    @discardableResult
    func checkName(
        _ name: String,
        within reach: NameReach,
        replacing replaced: ReplacedRun? = nil
    ) throws(ProgressError) -> Bool {
        guard let holder = lookUp(name: name) else { return true }
        let ends = forest[holder].isEnded || replaced.map { forest.nodes.isWithin(holder, $0.holder) } ?? false
        if !ends || !forest.reaches(holder, reach) { throw .nameTaken(name) }
        return false
    }

    /// The run that begins when the next node gets `name`.
    /// - Parameter isFree: the name is known to be free.
    func nextRun(of name: String, isFree: Bool = false) -> RunPlace {
        guard !isFree, let holder = lookUp(name: name) else {
            return runs.newest(of: name).map { RunPlace(after: $0.id, number: $0.number) } ?? RunPlace()
        }
        return RunPlace(after: forest[holder].id, number: forest[holder].details?.details.run?.number ?? 1)
    }

    /// Lets `name` mean `index`; the node that had it loses it for good. Part of a change that has begun and was
    /// checked.
    /// - Parameter isFree: the name is known to be free.
    mutating func give(_ name: String, to index: NodeIndex, isNew: Bool = true, isFree: Bool = false) {
        let holder = isFree ? nil : lookUp(name: name)
        names.give(name, to: index)
        if let holder {
            forest[holder].flags.insert(.hasLostName)
            rememberLost(holder)
            // Nothing that it shows has changed, but it must not have the name again after a restart.
            forest.log.unsaved.note(holder)
        }
        guard forest.recordsTouches || holder != nil || !isNew else { return }
        let loser = holder.map { forest[$0].id }
        forest.log.noteName(name, from: loser, to: forest[index].id, isOfNew: isNew)
    }

    /// Frees the name of `index`.
    mutating func releaseName(_ name: String, of index: NodeIndex) {
        names.release(name, of: index)
        forest.log.noteName(name, from: forest[index].id, to: nil, isOfNew: false)
    }

    /// A node gets another name, or none.
    mutating func rename(_ index: NodeIndex, from old: String?, to new: String?) {
        leaveRuns(index)
        if let old, names[old] == index { releaseName(old, of: index) }
        forest[index].flags.remove(.hasLostName)
        if let new { give(new, to: index, isNew: false) }
    }
}
