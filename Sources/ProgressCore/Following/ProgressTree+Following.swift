/// Trees that follow a writer elsewhere: they take over what it saved, group by group, and nothing else changes them.
extension ProgressTree {
    /// Follows the writer by one group: everything that it had changed when `sequence` was its newest stamp.
    ///
    /// Afterwards versions, stamps, places in lists and all that is shown are the writer's. Touches, departures and names
    /// that go over are noted as by changes made here; what came and went within the group is not told.
    /// - Parameters:
    ///   - ordinal: the newest place in lists that the writer had given.
    ///   - now: of this replica, for what it notes about itself.
    /// - Throws: if the group does not continue these trees. They may then be half changed: discard them.
    /// - Complexity: O(what the group changes and removes + what is above that).
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

    /// These trees follow nobody any more, and are changed here from now on, as after a restart: leases begin, rates
    /// continue as if no time had passed since the last write, retention counts. Everything counts as saved, and what
    /// changes is noted as unsaved.
    ///
    /// - Parameters:
    ///   - versionGap: added to all versions.
    ///   - sequence: a stamp above that of every change that anybody was told of.
    ///   - ordinal: the newest place in lists that anybody was told of.
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
