/// A run whose root is gone is stored as that root was, as far as the run shows it.
extension StoredProgress {
    package init(_ item: RunItem, of name: String) {
        self.init(id: item.id, counts: item.counts, ordinal: 0, createdAt: item.createdAt)
        marks = StoredProgress.Marks(item.state)
        startedAt = item.startedAt ?? -1
        endedAt = item.endedAt ?? -1
        finishedAt = item.counts.isFinished ? item.endedAt ?? item.createdAt : -1
        var details = ProgressDetails()
        details.name = name
        details.run = RunPlace(number: item.number)
        details.failure = item.failure
        self.details = DetailsBox(details)
        trace = ControlTrace(item.control, reason: nil)
    }
}

extension RunItem {
    /// - Returns: nil if `stored` has no name, and so is no run.
    package static func stored(
        _ stored: StoredProgress,
        fractionCompleted: Double
    ) -> (item: RunItem, name: String)? {
        guard let details = stored.details?.details, let name = details.name else { return nil }
        var node = Node(id: stored.id, counts: stored.counts, now: stored.createdAt)
        node.flags = Node.Flags(stored.marks)
        var item = RunItem(
            id: stored.id,
            number: details.run?.number ?? 1,
            state: node.state,
            counts: stored.counts,
            fractionCompleted: fractionCompleted,
            createdAt: stored.createdAt
        )
        item.startedAt = stored.startedAt < 0 ? nil : stored.startedAt
        item.endedAt = stored.endedAt < 0 ? nil : stored.endedAt
        item.failure = details.failure
        item.control = stored.trace?.control
        return (item, name)
    }
}

extension StoredProgress.Marks {
    /// What the counts of a node in `state` do not tell.
    fileprivate init(_ state: ProgressState) {
        switch state {
        case .failed: self = .isFailed
        case .cancelled: self = .isCancelled
        case .paused: self = .isPaused
        case .stalled: self = .isStalled
        case .finished, .indeterminate, .running: self = []
        }
    }
}
