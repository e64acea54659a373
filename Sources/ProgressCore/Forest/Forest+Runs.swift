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
