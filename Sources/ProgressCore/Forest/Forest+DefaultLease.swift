/// The lease that the service gives to every node that is created without one (docs/contract.md, section 8). A lease
/// that a client gave always counts; this one counts only where nothing else shows that the work continues.
extension Forest {
    /// Whether the lease of a node counts, if it has one: the service's own does while the node has no children, and for
    /// a child from its start on. Parents live by their children, and steps may wait.
    func leaseCounts(_ index: NodeIndex) -> Bool {
        if !nodes[index].flags.contains(.hasDefaultLease) { return true }
        if nodes[familyOf: index].children.count > 0 { return false }
        return nodes[index].parent == .none || nodes[index].startedAt >= 0
    }

    /// Begins the default lease of a node, or ends it, after a child came or went, after it joined a parent, and after
    /// its own writes, which may have started it. Where it no longer counts, the node is no longer stalled: only a join
    /// can cause that, and it is part of a change.
    mutating func settleDefaultLease(of index: NodeIndex, now: Int64) {
        if !nodes[index].flags.contains(.hasDefaultLease) { return }
        let counts = leaseCounts(index)
        if counts == nodes[index].flags.contains(.hasLease) { return }
        if counts { return startLease(of: index, at: now) }
        endLease(of: index)
        if !nodes[index].flags.contains(.isStalled) { return }
        nodes[index].flags.remove(.isStalled)
        touch(index, .state, now: now)
    }

    /// A client sets the lease of a node, or sets none: from now on it is not the service's.
    mutating func ownLease(of index: NodeIndex) {
        if !nodes[index].flags.contains(.hasDefaultLease) { return }
        nodes[index].flags.remove(.hasDefaultLease)
        nodes[index].flags.insert(.hasLease)
        log.unsaved.note(index)
    }
}
