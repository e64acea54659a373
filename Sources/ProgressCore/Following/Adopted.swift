/// One thing of a group that another replica's writer saved, for trees that follow it. The counterpart of `Unsaved`.
package enum Adopted: Sendable {
    /// A node as it is at the end of the group; or, where it says so, at a moment within (`StoredProgress.momentFraction`).
    case node(StoredProgress)
    case noNode(ProgressID)
    case reservation(Reservation)
    case noReservation(ProgressID)
    /// A run of a name whose root is gone.
    case run(RunItem, name: String)
    case noRun(ProgressID)
}

/// A group of the writer, sorted: only the newest entry about each node, reservation or run.
struct AdoptedGroup {
    /// In their final state, in the order in which they joined their siblings.
    private(set) var nodes: [StoredProgress] = []
    /// Ids of nodes that were there before and are gone, even if a new node has the same id.
    private(set) var removed: Set<ProgressID> = []
    /// Each node's moments, in order.
    private(set) var moments: [ProgressID: [StoredProgress]] = [:]
    private(set) var reservations: [ProgressID: Reservation?] = [:]
    private(set) var runs: [ProgressID: (item: RunItem, name: String)?] = [:]

    init(_ group: [Adopted]) {
        var newest: [ProgressID: Int] = [:]
        newest.reserveCapacity(group.count)
        for one in group {
            switch one {
            case .node(let stored) where stored.momentFraction != nil: moments[stored.id, default: []].append(stored)
            case .node(let stored):
                if let place = newest[stored.id] {
                    nodes[place] = stored
                } else {
                    newest[stored.id] = nodes.count
                    nodes.append(stored)
                }
            case .noNode(let id):
                removed.insert(id)
                if let place = newest.removeValue(forKey: id) { drop(place, &newest) }
            case .reservation(let reservation): reservations.updateValue(reservation, forKey: reservation.key)
            case .noReservation(let key): reservations.updateValue(nil, forKey: key)
            case .run(let item, let name): runs.updateValue((item, name), forKey: item.id)
            case .noRun(let id): runs.updateValue(nil, forKey: id)
            }
        }
        nodes.sort { $0.ordinal < $1.ordinal }
    }

    private mutating func drop(_ place: Int, _ newest: inout [ProgressID: Int]) {
        nodes.swapAt(place, nodes.count - 1)
        nodes.removeLast()
        if place < nodes.count { newest[nodes[place].id] = place }
    }
}
