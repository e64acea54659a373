/// The reason why stored nodes do not form trees.
package enum RestoreError: Error, Equatable, Sendable {
    case twice(ProgressID)
    case sameName(String)
    case noParent(ProgressID, of: ProgressID)
    /// So many nodes form a ring.
    case ring(nodeCount: Int)
    /// A group does not continue these trees: it is older, a node is at a place that it cannot have come to, or stays
    /// below one that is gone.
    case older(sequence: UInt64)
    case anotherPlace(ProgressID)
    case staysBelow(ProgressID)
    case tooMany(limit: Int)
}
