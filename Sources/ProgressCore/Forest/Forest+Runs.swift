/// Nodes as runs of their names.
extension Forest {
    /// The run that `index` is; nil without a name.
    func runItem(_ index: NodeIndex) -> RunItem? {
        guard let details = nodes[index].details?.details, let run = details.run else { return nil }
        var item = RunItem(
            id: nodes[index].id,
            number: run.number,
            state: nodes[index].state,
            counts: nodes[index].counts,
            fractionCompleted: nodes[index].fraction,
            createdAt: nodes[index].createdAt
        )
        if nodes[index].startedAt >= 0 { item.startedAt = nodes[index].startedAt }
        if nodes[index].isEnded { item.endedAt = nodes[index].endedAt }
        item.failure = details.failure
        item.failure?.cutTexts()
        item.control = nodes[index].trace?.control
        item.control?.cutTexts()
        item.story = RunStory(details)
        return item
    }

    /// Whether a root that was named is one of the runs of its name.
    func isRemembered(_ index: NodeIndex) -> Bool {
        guard nodes[index].parent == .none, let run = nodes[index].details?.details.run else { return false }
        return !run.isForgotten
    }

    /// The run that a root was before its name meant another node.
    func lostRun(_ index: NodeIndex) -> RunHistory.Run? {
        guard nodes[index].flags.contains(.hasLostName), isRemembered(index),
            let run = nodes[index].details?.details.run
        else { return nil }
        return RunHistory.Run(id: nodes[index].id, number: run.number, last: nil)
    }
}

extension RunItem {
    /// A run with its steps; nil without a name. Cost: O(subtree).
    ///
    /// - Parameter isGone: it is about to go, which cancels all steps that have not ended.
    init?(
        withStepsOf index: NodeIndex,
        of name: String,
        in forest: borrowing Forest,
        at now: Int64,
        isGone: Bool = false
    ) {
        guard let item = forest.runItem(index) else { return nil }
        self = item
        var story = item.story
        let userInfo = forest[index].details?.details.userInfo ?? []
        story.userInfo = userInfo.count <= RunStep.longestUserInfo || !isGone ? userInfo : nil
        if forest.nodes.firstChild(of: index) != .none {
            var scan = StepScan(below: index, in: forest, at: now, isGone: isGone)
            (story.stepCounts, story.steps) = (scan.counts, scan.steps(of: name, in: forest))
        }
        self.story = story
    }
}

extension RunHistory.Run {
    /// The run that a root was before its name meant another node, with the step durations that later runs learn from.
    /// Cost: O(subtree).
    init?(lost index: NodeIndex, in forest: borrowing Forest) {
        guard let run = forest.lostRun(index), let name = forest[index].details?.details.name else { return nil }
        self = run
        if forest.nodes.firstChild(of: index) == .none { return }
        // Steps that have not ended teach nothing, so the time does not matter.
        var scan = StepScan(below: index, in: forest, at: 0)
        durationsWhenLost = scan.steps(of: name, in: forest).durations
        // The change in progress may continue below it.
        let stamp = forest[index].subtreeStamp
        if stamp != forest.log.sequence { countsWhenLost = (stamp, scan.counts) }
    }
}
