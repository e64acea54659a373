/// The nodes of all trees, their links, and everything derived from counts, links and times: the arithmetic, control,
/// rates, leases and snapshots. Names, runs, writers and the calls themselves are not known here.
///
/// A change reaches the root at once, and reads change nothing. The caller begins a change and has checked it.
package struct Forest: ~Copyable {
    package let limits: ProgressLimits

    var nodes = NodeStore()
    var log = ChangeLog()
    var ids: IDTable
    /// Bytes of text that clients have given, those of removed nodes included until they are freed.
    var textByteCount = 0
    var reservations = ReservationTable()
    var deadlines = DeadlineQueue()
    var leases = LeaseTable()
    var controlled = ControlledNodes()
    /// Subtrees that were removed and are not freed yet, the oldest first.
    var pendingRemovals: [PendingRemoval] = []
    /// The details of a plain node with the default lease: one copy for all of them. Nil without such a lease.
    let defaultLease: DetailsBox?
    /// When a root became a child last, as `Node.tick(at:)`.
    var attachTick: UInt16 = 0

    init(limits: ProgressLimits, nodeCount: Int) {
        self.limits = limits
        let seconds = limits.defaultLeaseSeconds
        defaultLease = seconds > 0 ? DetailsBox(ProgressDetails(lease: seconds)) : nil
        ids = IDTable(maximumCount: max(limits.maximumNodeCount, nodeCount))
    }

    subscript(index: NodeIndex) -> Node {
        @inline(__always) unsafeAddress { UnsafePointer(nodes.address(of: index)) }
        @inline(__always) unsafeMutableAddress { nodes.address(of: index) }
    }

    subscript(familyOf index: NodeIndex) -> Family {
        @inline(__always) unsafeAddress { UnsafePointer(nodes.address(ofFamilyOf: index)) }
        @inline(__always) unsafeMutableAddress { nodes.address(ofFamilyOf: index) }
    }

    // MARK: Finding

    package func find(_ id: ProgressID) throws(ProgressError) -> NodeIndex {
        guard let index = lookUp(id) else { throw .notFound }
        return index
    }

    @inline(__always)
    func lookUp(_ id: ProgressID) -> NodeIndex? {
        guard let index = ids.find(id, in: nodes) else { return nil }
        return isRemoved(index) ? nil : index
    }

    /// Whether the top above `index` was removed; checked only while something is still to be freed.
    @inline(__always)
    func isRemoved(_ index: NodeIndex) -> Bool { !pendingRemovals.isEmpty && isBelowRemoved(index) }

    @inline(never)
    private func isBelowRemoved(_ index: NodeIndex) -> Bool {
        nodes[nodes.root(of: index)].flags.contains(.isPendingRemoval)
    }

    /// Whether `index` still holds `id`.
    package func isLiving(_ id: ProgressID, at index: NodeIndex) -> Bool {
        nodes.holds(id, at: index) && !isRemoved(index)
    }

    // MARK: Changing

    /// The stamp of the newest change; every effective mutation is one stamp.
    package var sequence: UInt64 { log.sequence }

    /// The changes since the owner last emptied it.
    package var changes: Changes {
        get { log.changes }
        _modify { yield &log.changes }
    }

    /// Whether to note touches; they are not needed while nothing is watched. Departures are always noted.
    package var recordsTouches: Bool {
        get { log.recordsTouches }
        set { log.recordsTouches = newValue }
    }

    /// Notes that `index` is part of the change in progress: its version grows once for a change, and every subtree that
    /// it is part of is new.
    mutating func touch(_ index: NodeIndex, _ kinds: Changes.Kinds, now: Int64) {
        stampSubtrees(from: index)
        log.note(index, &nodes[index], kinds, now: now)
    }

    /// Stamps the subtrees of `index` and of its ancestors, up to the first that the change in progress has already
    /// stamped: it has stamped those above as well. All the touches of a change together cost O(touched + depth).
    private mutating func stampSubtrees(from index: NodeIndex) {
        var index = index
        while index != .none && nodes[index].subtreeStamp != log.sequence {
            nodes[index].subtreeStamp = log.sequence
            index = nodes[index].parent
        }
    }

    /// Ends a change of `index`: the subtrees above are new, and the tree was written to now.
    /// - Parameter working: by how much the count of working nodes changes, here and above.
    mutating func noteTreeWrite(from index: NodeIndex, now: Int64, working: Int32 = 0) {
        var index = index
        while true {
            nodes[index].workingCount += working
            nodes[index].subtreeStamp = log.sequence
            if nodes[index].parent == .none { break }
            index = nodes[index].parent
        }
        nodes[index].treeWrittenAt = now
        log.unsaved.note(index)
        if nodes[index].workingCount == 0 { awaitRetentionIfEnded(index) }
    }

    /// Moves the count of working nodes from `index` up to its root.
    mutating func addWorking(_ change: Int32, at index: NodeIndex) {
        if change == 0 { return }
        var index = index
        while index != .none {
            nodes[index].workingCount += change
            index = nodes[index].parent
        }
    }

    // MARK: Watching

    /// Marks a node as watched; the marks save the registry a look-up at each change.
    package mutating func setWatched(_ index: NodeIndex, itself: Bool, descendants: Bool) {
        nodes[index].flags.set(.isWatched, to: itself)
        nodes[index].flags.set(.isWatchedWithDescendants, to: descendants)
    }

    package func isWatched(_ index: NodeIndex) -> Bool { nodes[index].flags.contains(.isWatched) }

    package func isWatchedWithDescendants(_ index: NodeIndex) -> Bool {
        nodes[index].flags.contains(.isWatchedWithDescendants)
    }
}
