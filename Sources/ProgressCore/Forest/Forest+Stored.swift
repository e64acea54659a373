/// Nodes in the form that outlives the process.
extension Forest {
    /// A node in the form that outlives the process.
    func stored(_ index: NodeIndex, _ writers: [Writer]) -> StoredProgress {
        var stored = StoredProgress(
            id: nodes[index].id,
            counts: nodes[index].counts,
            ordinal: nodes[index].ordinal,
            createdAt: nodes[index].createdAt
        )
        if nodes[index].parent != .none { stored.parentID = nodes[nodes[index].parent].id }
        stored.marks = nodes[index].flags.stored
        if nodes[index].details?.details.run?.isForgotten == true { stored.marks.insert(.isForgottenRun) }
        stored.pendingUnitCount = nodes[index].pendingUnitCount
        stored.version = nodes[index].version
        stored.changeStamp = nodes[index].changeStamp
        stored.updatedAt = nodes[index].updatedAt
        stored.finishedAt = nodes[index].finishedAt
        stored.startedAt = nodes[index].startedAt
        stored.endedAt = nodes[index].endedAt
        stored.treeWrittenAt = nodes[index].treeWrittenAt
        stored.details = nodes[index].details
        stored.trace = nodes[index].trace
        stored.retired = nodes[familyOf: index].retired
        stored.writers = writers
        if nodes[index].rate != .none {
            stored.rate = nodes[rateOf: index].stored
            stored.rate?.foretelling = nodes.foretellings[index].map { ForetellingBox($0) }
        }
        return stored
    }
}

extension Node.Flags {
    private static let pairs: [(Node.Flags, StoredProgress.Marks)] = [
        (.isCredited, .isCredited), (.isCancelled, .isCancelled), (.isPaused, .isPaused), (.isStalled, .isStalled),
        (.isFailed, .isFailed), (.isCancellable, .isCancellable), (.isPausable, .isPausable),
        (.removesWhenFinished, .removesWhenFinished), (.isSilent, .isSilent),
        (.hasDefaultLease, .hasDefaultLease), (.hasLostName, .hasLostName),
    ]

    fileprivate var stored: StoredProgress.Marks {
        var marks: StoredProgress.Marks = []
        for (flag, mark) in Self.pairs where contains(flag) { marks.insert(mark) }
        return marks
    }

    init(_ marks: StoredProgress.Marks) {
        self = []
        for (flag, mark) in Self.pairs where marks.contains(mark) { insert(flag) }
    }
}
