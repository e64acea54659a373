/// Where a walk over everything that is stored continues.
package enum StoredPlace: Sendable {
    case nodes(slot: Int32)
    /// The names whose gone runs are still to come.
    case runs([String])

    package static let first = StoredPlace.nodes(slot: 0)
}

/// A copy of everything that is stored, in slices, between which the trees change.
extension ProgressTree {
    /// Hands over about `most` stored things, each as it is now: a node, and the reservations against it; then the runs
    /// whose roots are gone. Everything that lives from the first call to the last comes once; a thing that comes, goes
    /// or changes between two calls may be handed over or not, and is also unsaved.
    ///
    /// Copied things stay unsaved; but if one is removed, its removal must be saved.
    /// - Parameters:
    ///   - most: number of places to look at, free ones included.
    ///   - hasRoom: asked after each place; false ends the slice with it, because what was handed over is enough.
    /// - Returns: where to continue; nil: that was all.
    /// - Complexity: O(most), and once O(names with gone runs).
    package mutating func copyStored(
        from place: StoredPlace,
        most: Int,
        while hasRoom: () -> Bool,
        _ body: (Unsaved) -> Void
    ) -> StoredPlace? {
        switch place {
        case .nodes(let slot): copyNodes(from: Int(slot), most: most, while: hasRoom, body)
        case .runs(let names): copyRuns(of: names, most: most, while: hasRoom, body)
        }
    }

    private mutating func copyNodes(
        from first: Int,
        most: Int,
        while hasRoom: () -> Bool,
        _ body: (Unsaved) -> Void
    ) -> StoredPlace? {
        let end = min(first + max(most, 1), forest.nodes.placeCount)
        var slot = first
        while slot < end, slot == first || hasRoom() {
            let index = NodeIndex(rawValue: Int32(slot))
            slot += 1
            if forest.nodes.isFree(index) || forest.isRemoved(index) { continue }
            forest.log.unsaved.noteSaved(index)
            body(.node(forest.stored(index, writers[index])))
            for key in forest[familyOf: index].reservations {
                if let reservation = forest.reservations[key] { body(.reservation(reservation)) }
            }
        }
        if slot < forest.nodes.placeCount { return .nodes(slot: Int32(slot)) }
        let names = runs.names
        return names.isEmpty ? nil : .runs(names)
    }

    private func copyRuns(
        of names: [String],
        most: Int,
        while hasRoom: () -> Bool,
        _ body: (Unsaved) -> Void
    ) -> StoredPlace? {
        var names = names
        var count = 0
        while count < most, count == 0 || hasRoom(), let name = names.popLast() {
            count += 1
            for run in runs.runs(of: name) {
                guard let last = run.last else { continue }
                body(.run(last, name: name))
                count += 1
            }
        }
        return names.isEmpty ? nil : .runs(names)
    }
}
