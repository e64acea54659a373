/// One thing to be brought to disk. Of several about the same node or reservation the newest holds.
package enum Unsaved: Sendable {
    case node(StoredProgress)
    case noNode(ProgressID)
    case reservation(Reservation)
    case noReservation(ProgressID)
}

/// What is to be saved. A change is saved whole when everything was taken that is unsaved at one moment, and nothing is
/// condemned then: only what a freed node leaves to its parent is still to come.
extension ProgressTree {
    /// From now on everything that changes is noted.
    package mutating func beginRecording() { unsaved.beginRecording() }

    /// The newest place in lists that was given.
    package var newestOrdinal: UInt64 { lastOrdinal }

    /// What was restored as the reservation `key` lies on disk as `other`: that goes, and `key` is saved.
    package func noteReservation(_ key: ProgressID, savedAs other: ProgressID) {
        unsaved.note(reservation: other)
        unsaved.note(reservation: key)
    }

    package var hasUnsaved: Bool { !unsaved.isEmpty || !condemned.isEmpty }

    /// Takes about `most` of what is unsaved, each thing as it is now.
    /// - Returns: whether more is left.
    package mutating func takeUnsaved(most: Int, _ body: (Unsaved) -> Void) -> Bool {
        if !condemned.isEmpty { free(most: most) }
        var count = 0
        while count < most, let id = unsaved.takeFreedNode() {
            body(.noNode(id))
            count += 1
        }
        while count < most, let index = unsaved.takeNode() {
            body(.node(stored(index)))
            count += 1
        }
        while count < most, let key = unsaved.takeReservation() {
            body(reservations[key].map { .reservation($0) } ?? .noReservation(key))
            count += 1
        }
        return hasUnsaved
    }

    /// A node as it has to outlive the process.
    func stored(_ index: NodeIndex) -> StoredProgress {
        let node = nodes[index]
        var stored = StoredProgress(
            id: node.pointee.id,
            counts: node.pointee.counts,
            ordinal: node.pointee.ordinal,
            createdAt: node.pointee.createdAt
        )
        if node.pointee.parent != .none { stored.parentID = nodes[node.pointee.parent].pointee.id }
        stored.marks = node.pointee.flags.stored
        stored.pendingUnitCount = node.pointee.pendingUnitCount
        stored.version = node.pointee.version
        stored.changeStamp = node.pointee.changeStamp
        stored.updatedAt = node.pointee.updatedAt
        stored.finishedAt = node.pointee.finishedAt
        stored.treeWrittenAt = node.pointee.treeWrittenAt
        stored.details = node.pointee.details
        if let family = node.pointee.family { stored.retired = family.pointee.retired }
        if !writers.isEmpty, let known = writers[index] { stored.writers = known }
        if node.pointee.rate != .none { stored.rate = rates[node.pointee.rate].pointee.stored }
        return stored
    }
}

extension Node.Flags {
    private static let pairs: [(Node.Flags, StoredProgress.Marks)] = [
        (.isCredited, .isCredited), (.isCancelled, .isCancelled), (.isPaused, .isPaused), (.isStalled, .isStalled),
        (.isFailed, .isFailed), (.isCancellable, .isCancellable), (.isPausable, .isPausable),
        (.removesWhenFinished, .removesWhenFinished),
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
