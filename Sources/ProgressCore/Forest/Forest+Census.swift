/// Where a count of all nodes continues.
package struct NodePlace: Sendable {
    let slot: Int32

    package static let first = NodePlace(slot: 0)
}

extension Forest {
    /// Adds the states of the nodes in some places to `counts`, which has a place for each raw value.
    ///
    /// Between two calls nodes may come, go and change: each is counted as it was at its turn.
    /// - Parameter most: number of places to look at, free ones included.
    /// - Returns: where to continue; nil: that was all.
    package func countStates(from place: NodePlace, most: Int, into counts: inout [Int]) -> NodePlace? {
        let end = min(Int(place.slot) + most, nodes.placeCount)
        for slot in Int(place.slot)..<max(end, Int(place.slot)) {
            let index = NodeIndex(rawValue: Int32(slot))
            if nodes.isFree(index) || isRemoved(index) { continue }
            counts[Int(state(of: index).rawValue)] += 1
        }
        return end < nodes.placeCount ? NodePlace(slot: Int32(end)) : nil
    }
}
