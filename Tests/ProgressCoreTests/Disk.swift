import ProgressCore

/// What a run has saved: the newest of each node and reservation, as a store on disk keeps it.
struct Disk {
    private var nodes: [ProgressID: StoredProgress] = [:]
    private var reservations: [ProgressID: Reservation] = [:]

    mutating func keep(_ unsaved: Unsaved) {
        switch unsaved {
        case .node(let stored): nodes[stored.id] = stored
        case .noNode(let id): nodes[id] = nil
        case .reservation(let reservation): reservations[reservation.key] = reservation
        case .noReservation(let key): reservations[key] = nil
        }
    }

    /// The trees, put together from nothing but what was saved; in whatever order a dictionary has.
    func restored(
        like tree: borrowing ProgressTree,
        sequence: UInt64,
        at now: Int64
    ) throws(RestoreError) -> ProgressTree {
        var restoration = Restoration(limits: tree.limits, nodeCount: nodes.count)
        for stored in nodes.values { try restoration.add(stored) }
        return try restoration.finish(Array(reservations.values), sequence: sequence, ordinal: 0, at: now)
    }
}
