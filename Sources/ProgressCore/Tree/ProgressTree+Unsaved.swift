/// One thing to be brought to disk. If there are several about the same node, reservation or run, the newest counts.
package enum Unsaved: Sendable {
    case node(StoredProgress)
    case noNode(ProgressID)
    case reservation(Reservation)
    case noReservation(ProgressID)
    /// A run of a name whose root is gone.
    case run(RunItem, name: String)
    case noRun(ProgressID)
}

/// Hands out everything that must be saved. A change is saved whole when everything was taken that is unsaved at one
/// moment, and no removed node is still to be freed then, because its sums have yet to reach its parent.
extension ProgressTree {
    /// Begins to note everything that changes.
    package mutating func beginRecording() {
        forest.log.unsaved.beginRecording()
        runs.beginRecording()
    }

    /// The newest place in lists that was given.
    package var newestOrdinal: UInt64 { forest.nodes.lastOrdinal }

    /// The reservation that was restored as `key` is on disk as `other`: removes `other` there, and saves `key`.
    package mutating func noteReservation(_ key: ProgressID, savedAs other: ProgressID) {
        forest.log.unsaved.note(reservation: other)
        forest.log.unsaved.note(reservation: key)
    }

    package var hasUnsaved: Bool {
        !forest.log.unsaved.isEmpty || runs.hasUnsaved || !forest.pendingRemovals.isEmpty || moments?.isEmpty == false
    }

    /// Takes about `most` unsaved things, each as it is now; before them the moments that were kept.
    /// - Returns: whether more is left.
    package mutating func takeUnsaved(most: Int, _ body: (Unsaved) -> Void) -> Bool {
        if !forest.pendingRemovals.isEmpty { free(most: most) }
        var count = 0
        while count < most, let moment = moments?.take() {
            body(.node(moment))
            count += 1
        }
        while count < most, let id = forest.log.unsaved.takeFreedNode() {
            body(.noNode(id))
            count += 1
        }
        while count < most, let index = forest.log.unsaved.takeNode() {
            body(.node(forest.stored(index, writers[index])))
            count += 1
        }
        while count < most, let key = forest.log.unsaved.takeReservation() {
            body(forest.reservations[key].map { .reservation($0) } ?? .noReservation(key))
            count += 1
        }
        while count < most, let (id, name, last) = runs.takeUnsaved() {
            body(last.map { .run($0, name: name) } ?? .noRun(id))
            count += 1
        }
        return hasUnsaved
    }
}
