/// From following to ruling.
extension ProgressTree {
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
        log.resume(after: max(sequence, log.sequence))
        nodes.lastOrdinal = max(nodes.lastOrdinal, ordinal)
        runs.setFollowing(false)
        deadlines.putOffSweeps()
        for slot in 0..<nodes.placeCount {
            let index = NodeIndex(rawValue: Int32(slot))
            if nodes.isFree(index) { continue }
            nodes[index].version += versionGap
            beginTimes(of: index, at: now)
        }
        for reservation in reservations.all { awaitExpiry(reservation) }
        deadlines.resumeSweeps()
        beginRecording()
    }
}
