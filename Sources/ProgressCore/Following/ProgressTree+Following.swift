/// Trees that follow the writer of another replica: they take over what it saved, group by group, and nothing else
/// changes them.
extension ProgressTree {
    /// Follows the writer by one group: everything that it had changed when `sequence` was its newest stamp.
    ///
    /// Afterwards versions, stamps, places in lists and all that is shown are the writer's. Touches, departures and
    /// names that go over are noted as by changes made here; of nodes that came and went within the group only the
    /// removal is, for readers that return from another replica.
    /// - Parameters:
    ///   - ordinal: the newest place in lists that the writer had given.
    ///   - now: the time of this replica, for its own notes.
    /// - Throws: if the group does not continue these trees. They may then be half changed: discard them.
    /// - Complexity: O(nodes that the group changes or removes + their ancestors).
    package mutating func adopt(
        _ group: [Adopted],
        sequence: UInt64,
        ordinal: UInt64,
        at now: Int64
    ) throws(RestoreError) {
        if sequence < forest.log.sequence { throw .older(sequence: sequence) }
        var adoption = Adoption(AdoptedGroup(group), after: forest.log.sequence)
        if changes.adoptedAfter == nil { changes.adoptedAfter = forest.log.sequence }
        forest.log.resume(after: sequence)
        forest.nodes.lastOrdinal = max(forest.nodes.lastOrdinal, ordinal)
        try adoption.run(on: &self)
    }

    /// Stops following: the trees are changed here from now on, as after a restart. Leases and retention begin; rates
    /// continue as if no time had passed since the last write. Everything counts as saved, and what changes is noted as
    /// unsaved.
    ///
    /// - Parameters:
    ///   - versionGap: added to all versions.
    ///   - sequence: a stamp above that of every change that any client has seen.
    ///   - ordinal: the newest place in lists that any client has seen.
    /// - Complexity: O(nodes).
    package mutating func beginRule(versionGap: Int64, sequence: UInt64, ordinal: UInt64, at now: Int64) {
        changes.adoptedAfter = nil
        forest.log.resume(after: max(sequence, forest.log.sequence))
        forest.nodes.lastOrdinal = max(forest.nodes.lastOrdinal, ordinal)
        runs.setFollowing(false)
        forest.deadlines.putOffSweeps()
        for slot in 0..<forest.nodes.placeCount {
            let index = NodeIndex(rawValue: Int32(slot))
            if forest.nodes.isFree(index) { continue }
            forest[index].version += versionGap
            forest.beginTimes(of: index, at: now)
        }
        for reservation in forest.reservations.all { forest.awaitExpiry(reservation) }
        forest.deadlines.resumeSweeps()
        learnAgain()
        beginRecording()
    }
}
