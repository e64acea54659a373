/// Until when nodes must be written to. The queue of deadlines holds one entry for each, which may come too early: then
/// another takes its place, so that a lease that is renewed often costs no entry each time.
struct LeaseTable {
    /// Times are milliseconds since 1970, as in `Deadline`.
    private struct Lease {
        var end: Int64
        /// When the queue looks at it next.
        var entryDue: Int64
    }

    private var byNode: [NodeIndex: Lease] = [:]

    /// So many more begin at once.
    mutating func expect(_ count: Int) { byNode.reserveCapacity(byNode.count + count) }

    /// A lease begins, or begins again.
    /// - Returns: whether an entry is to be queued for its end.
    mutating func begin(_ index: NodeIndex, end: Int64) -> Bool {
        if let known = byNode[index], known.entryDue <= end {
            byNode[index]?.end = end
            return false
        }
        byNode[index] = Lease(end: end, entryDue: end)
        return true
    }

    mutating func end(_ index: NodeIndex) { byNode[index] = nil }

    /// Whether the entry that is due then is the one that counts.
    func awaits(_ index: NodeIndex, entryDue: Int64) -> Bool { byNode[index]?.entryDue == entryDue }

    /// The entry that counts is due.
    /// - Returns: when the next one is; nil: the lease has run out, and is forgotten.
    mutating func renewEntry(of index: NodeIndex, at now: Int64) -> Int64? {
        guard let end = byNode[index]?.end, end > now else {
            byNode[index] = nil
            return nil
        }
        byNode[index]?.entryDue = end
        return end
    }
}
