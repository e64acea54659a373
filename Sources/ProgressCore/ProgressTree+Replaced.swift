/// What a tree that replaced another tells those who watched.
extension ProgressTree {
    /// Notes that all of a node may be another than before; its version stays.
    package mutating func noteReplaced(_ index: NodeIndex) {
        log.append(index, &nodes[index], [.progress, .details, .state])
    }

    /// Notes that a node which was watched is not here.
    package mutating func noteMissing(_ id: ProgressID, _ details: DetailsBox?) {
        log.changes.departures.append(
            Changes.Departure(kind: .removedBelow, id: id, parentID: nil, details: details, stamp: log.sequence)
        )
    }
}
