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
        let story = item.story
        (details.labels, details.urls) = (story.labels, story.urls)
        details.localizedDescription = story.localizedDescription
        details.localizedAdditionalDescription = story.localizedAdditionalDescription
        details.userInfo = story.userInfo ?? []
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
        var story = RunStory(details)
        story.userInfo = details.userInfo
        item.story = story
        return (item, name)
    }
}

/// A step is stored as a progress that nothing else belongs to.
extension StoredProgress {
    package init(_ step: RunStep) {
        self.init(id: step.id, counts: step.counts, ordinal: 0, createdAt: step.createdAt)
        parentID = step.parentID
        marks = StoredProgress.Marks(step.state)
        startedAt = step.startedAt ?? -1
        endedAt = step.endedAt ?? -1
        finishedAt = step.counts.isFinished ? step.endedAt ?? step.createdAt : -1
        var details = ProgressDetails()
        details.localizedDescription = step.localizedDescription
        details.failure = step.failure
        self.details = details == ProgressDetails() ? nil : DetailsBox(details)
    }
}

extension RunStep {
    /// - Parameter name: without the name of the root.
    /// - Returns: nil if `stored` has no parent, and so is no step.
    package init?(_ stored: StoredProgress, name: String?, depth: Int) {
        guard let parentID = stored.parentID else { return nil }
        var node = Node(id: stored.id, counts: stored.counts, now: stored.createdAt)
        node.flags = Node.Flags(stored.marks)
        self.init(
            id: stored.id,
            parentID: parentID,
            depth: depth,
            state: node.state,
            counts: stored.counts,
            createdAt: stored.createdAt
        )
        self.name = name
        startedAt = stored.startedAt < 0 ? nil : stored.startedAt
        endedAt = stored.endedAt < 0 ? nil : stored.endedAt
        localizedDescription = stored.details?.details.localizedDescription
        failure = stored.details?.details.failure
    }
}

extension StoredProgress.Marks {
    /// The marks of `state` that cannot be derived from the counts.
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
