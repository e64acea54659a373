/// One thing to be brought to disk. Of several about the same node, reservation or run the newest holds.
package enum Unsaved: Sendable {
    case node(StoredProgress)
    case noNode(ProgressID)
    case reservation(Reservation)
    case noReservation(ProgressID)
    /// A run of a name whose root is gone.
    case run(RunItem, name: String)
    case noRun(ProgressID)
}

/// What is to be saved. A change is saved whole when everything was taken that is unsaved at one moment, and nothing is
/// still to be freed then: only what a freed node leaves to its parent is still to come.
extension ProgressTree {
    /// From now on everything that changes is noted.
    package mutating func beginRecording() {
        log.unsaved.beginRecording()
        runs.beginRecording()
    }

    /// The newest place in lists that was given.
    package var newestOrdinal: UInt64 { nodes.lastOrdinal }

    /// What was restored as the reservation `key` lies on disk as `other`: that goes, and `key` is saved.
    package mutating func noteReservation(_ key: ProgressID, savedAs other: ProgressID) {
        log.unsaved.note(reservation: other)
        log.unsaved.note(reservation: key)
    }

    package var hasUnsaved: Bool {
        !log.unsaved.isEmpty || runs.hasUnsaved || !pendingRemovals.isEmpty || moments?.isEmpty == false
    }

    /// Takes about `most` of what is unsaved, each thing as it is now; before it the moments that were kept.
    /// - Returns: whether more is left.
    package mutating func takeUnsaved(most: Int, _ body: (Unsaved) -> Void) -> Bool {
        if !pendingRemovals.isEmpty { free(most: most) }
        var count = 0
        while count < most, let moment = moments?.take() {
            body(.node(moment))
            count += 1
        }
        while count < most, let id = log.unsaved.takeFreedNode() {
            body(.noNode(id))
            count += 1
        }
        while count < most, let index = log.unsaved.takeNode() {
            body(.node(stored(index)))
            count += 1
        }
        while count < most, let key = log.unsaved.takeReservation() {
            body(reservations[key].map { .reservation($0) } ?? .noReservation(key))
            count += 1
        }
        while count < most, let (id, name, last) = runs.takeUnsaved() {
            body(last.map { .run($0, name: name) } ?? .noRun(id))
            count += 1
        }
        return hasUnsaved
    }

    /// A node as it has to outlive the process.
    func stored(_ index: NodeIndex) -> StoredProgress {
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
        stored.writers = writers[index]
        if nodes[index].rate != .none { stored.rate = nodes[rateOf: index].stored }
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
