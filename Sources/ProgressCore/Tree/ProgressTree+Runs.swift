/// The runs that names remember: of roots that have lost their name or are gone, how they ended.
extension ProgressTree {
    /// The roots that had `name`, the present one included, newest first; at most the number that a name keeps.
    ///
    /// - Parameter reach: the nodes that the caller may read; runs that are gone are in `.everything` alone.
    package func runs(of name: String, within reach: NameReach = .everything) -> [RunItem] {
        var items = runs.runs(of: name).compactMap { run in self.item(run, within: reach) }
        if let holder = presentRun(of: name, within: reach), let item = forest.runItem(holder) { items.append(item) }
        return Array(items.reversed().prefix(forest.limits.keptRunCount))
    }

    /// Like `runs(of:within:)`, with the number of progresses below each root in every state.
    ///
    /// Cost: O(the tree of the present run, and of those that were written to since they lost the name).
    package func runsWithStepCounts(of name: String, within reach: NameReach = .everything) -> [RunItem] {
        var items = runs(of: name, within: reach)
        let lost = Dictionary(uniqueKeysWithValues: runs.runs(of: name).map { ($0.id, $0.countsWhenLost) })
        for place in items.indices {
            // Runs that are gone have them.
            guard let index = forest.lookUp(items[place].id) else { continue }
            let known = lost[items[place].id].flatMap { $0.stamp == forest[index].subtreeStamp ? $0.counts : nil }
            let counts = known ?? forest.nodes.stateCounts(below: index)
            if !counts.isEmpty { items[place].story.stepCounts = counts }
        }
        return items
    }

    /// The run `id` of `name` with its steps; nil if no such run is remembered that the caller reaches.
    ///
    /// - Parameter reach: the nodes that the caller may read; runs that are gone, and their durations, are in
    ///   `.everything` alone.
    package func openedRun(
        _ id: ProgressID,
        of name: String,
        within reach: NameReach = .everything,
        at now: Int64
    ) -> OpenedRun? {
        guard let item = runs(of: name, within: reach).first(where: { $0.id == id }) else { return nil }
        let living = forest.lookUp(id).flatMap { RunItem(withStepsOf: $0, of: name, in: forest, at: now) }
        var opened = OpenedRun(living ?? item)
        var taught: [String: [Double]] = [:]
        for run in runs.runs(of: name) where run.id != id && isReached(run, within: reach) {
            for step in run.stepDurations { taught[step.name, default: []].append(Double(step.milliseconds) / 1_000) }
        }
        opened.typicalDurations = taught.compactMapValues(\.medianOfThree)
        return opened
    }

    private func isReached(_ run: RunHistory.Run, within reach: NameReach) -> Bool {
        if case .everything = reach { return true }
        return living(run, within: reach) != nil
    }

    private func item(_ run: RunHistory.Run, within reach: NameReach) -> RunItem? {
        guard let last = run.last else { return living(run, within: reach).flatMap { forest.runItem($0) } }
        if case .everything = reach { return last }
        return nil
    }

    private func living(_ run: RunHistory.Run, within reach: NameReach) -> NodeIndex? {
        guard run.last == nil, let index = forest.lookUp(run.id), forest.reaches(index, reach) else { return nil }
        return index
    }

    private func presentRun(of name: String, within reach: NameReach) -> NodeIndex? {
        guard let holder = lookUp(name: name), forest.isRemembered(holder), forest.reaches(holder, reach) else {
            return nil
        }
        return holder
    }

    /// Forgets the runs of `name` that have ended.
    ///
    /// - Parameter reach: the nodes that the caller may write to; runs that are gone are in `.everything` alone.
    /// - Returns: false if no run is remembered that the caller reaches.
    package mutating func forgetRuns(of name: String, within reach: NameReach = .everything) -> Bool {
        if runs(of: name, within: reach).isEmpty { return false }
        var forgotten: Set<ProgressID> = []
        for run in runs.runs(of: name) {
            if let index = living(run, within: reach), forest[index].isEnded {
                markForgotten(index)
                forgotten.insert(run.id)
            } else if run.last != nil, case .everything = reach {
                forgotten.insert(run.id)
            }
        }
        runs.remove(of: name) { forgotten.contains($0.id) }
        if let holder = presentRun(of: name, within: reach), forest[holder].isEnded { markForgotten(holder) }
        return true
    }

    // MARK: Remembering

    /// The name of `index` means another node from now on.
    mutating func rememberLost(_ index: NodeIndex) {
        guard let run = RunHistory.Run(lost: index, in: forest), let name = forest[index].details?.details.name else {
            return
        }
        remember(run, of: name)
    }

    /// Restores the runs of all names: those that are gone, and the roots that lost their names. The name whose newest
    /// run began last counts as used last.
    mutating func restoreRuns(_ gone: [(item: RunItem, name: String)], isRecording: Bool) {
        var known = gone.map { (item, name) in
            (run: RunHistory.Run(id: item.id, number: item.number, last: item), name: name, createdAt: item.createdAt)
        }
        var root = forest.nodes.roots.first
        while root != .none {
            if let run = RunHistory.Run(lost: root, in: forest), let name = forest[root].details?.details.name {
                known.append((run, name, forest[root].createdAt))
            }
            root = forest[root].nextSibling
        }
        known.sort { $0.createdAt < $1.createdAt }
        // Runs that the limits no longer allow are removed from disk.
        if isRecording { runs.beginRecording() }
        for one in known {
            for run in runs.insert(one.run, of: one.name, isSaved: true) { markForgotten(run) }
        }
        if isRecording { learnAgain() }
    }

    /// The root `index` is about to go; once it has, `giveUpRunsAboveLimit` follows.
    ///
    /// A run that has not ended is cancelled by that: work on it that continues can no longer be seen.
    mutating func rememberGone(_ index: NodeIndex, now: Int64) {
        guard forest.isRemembered(index), let name = forest[index].details?.details.name,
            var item = RunItem(withStepsOf: index, of: name, in: forest, at: now, isGone: true)
        else {
            return
        }
        item.profile = forest.nodes.runProfile(of: index)
        if item.endedAt == nil {
            item.state = .cancelled
            item.endedAt = now
        }
        for run in runs.insert(RunHistory.Run(id: item.id, number: item.number, last: item), of: name) {
            markForgotten(run)
        }
    }

    /// The node is no longer a run of its present name: it gets another name, or joins a parent.
    mutating func leaveRuns(_ index: NodeIndex) {
        guard forest[index].flags.contains(.hasLostName), let name = forest[index].details?.details.name else { return }
        let id = forest[index].id
        runs.remove(of: name) { $0.id == id }
    }

    private mutating func remember(_ run: RunHistory.Run, of name: String) {
        for run in runs.insert(run, of: name) { markForgotten(run) }
        giveUpRunsAboveLimit()
    }

    /// Text of nodes that are removed and not freed yet does not count.
    mutating func giveUpRunsAboveLimit() {
        if heldTextAndRuns <= forest.limits.maximumTextByteCount { return }
        let leaving = pendingHoldings().textBytes
        while heldTextAndRuns - leaving > forest.limits.maximumTextByteCount && giveUpRuns() {}
    }

    /// Bytes of client text, that of the runs included.
    var heldTextAndRuns: Int { forest.textByteCount + runs.textByteCount }

    /// Gives up the runs of one name.
    /// - Returns: false if there were none.
    mutating func giveUpRuns() -> Bool {
        let runs = runs.giveUpName()
        for run in runs { markForgotten(run) }
        return !runs.isEmpty
    }

    private mutating func markForgotten(_ run: RunHistory.Run) {
        if run.last == nil, let index = forest.lookUp(run.id) { markForgotten(index) }
    }

    /// A run that was forgotten once does not come back after a restart, nor when it goes.
    private mutating func markForgotten(_ index: NodeIndex) {
        forest.editDetails(of: index) { $0.run?.isForgotten = true }
        forest.log.unsaved.note(index)
    }
}
