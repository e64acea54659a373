import ProgressCore

/// The data that a random run has saved: the newest of each node, reservation and run, as a store on disk keeps it.
struct Disk {
    private var nodes: [ProgressID: StoredProgress] = [:]
    private var reservations: [ProgressID: Reservation] = [:]
    private var runs: [ProgressID: (item: RunItem, name: String)] = [:]

    mutating func keep(_ unsaved: Unsaved) {
        switch unsaved {
        case .node(let stored): nodes[stored.id] = stored
        case .noNode(let id): nodes[id] = nil
        case .reservation(let reservation): reservations[reservation.key] = reservation
        case .noReservation(let key): reservations[key] = nil
        case .run(let item, let name): runs[item.id] = (item, name)
        case .noRun(let id): runs[id] = nil
        }
    }

    /// The trees, restored from saved data alone, in whatever order a dictionary has.
    func restored(
        like tree: borrowing ProgressTree,
        sequence: UInt64,
        ordinal: UInt64 = 0,
        at now: Int64?
    ) throws(RestoreError) -> ProgressTree {
        var restoration = Restoration(limits: tree.forest.limits, nodeCount: nodes.count)
        for stored in nodes.values { try restoration.add(stored) }
        for (item, name) in runs.values { restoration.add(item, of: name) }
        return try restoration.finish(Array(reservations.values), sequence: sequence, ordinal: ordinal, at: now)
    }
}
