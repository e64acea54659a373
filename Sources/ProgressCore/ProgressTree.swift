/// All progress trees of a service, by value: every rule of NSProgress's arithmetic, and no clock, lock or I/O.
///
/// Times are arguments, milliseconds since 1970; ids are arguments, drawn by the caller. A mutation happens whole or
/// throws and changes nothing; only `adopt` may throw halfway. Unless said otherwise one costs O(depth), never
/// O(siblings).
///
/// A change goes to the root at once, and looks change nothing. What a part can know by itself is a type with tests of
/// its own: the links (`NodeStore`), what others are told (`ChangeLog`), deadlines, leases, reservations, writers,
/// walks. The methods here are the calls that workers and readers make, each of which joins several of these parts, and
/// the rules of a change; hence there are more of them than a type should have.
package struct ProgressTree: ~Copyable {
    package let limits: ProgressLimits

    var nodes = NodeStore()
    var log = ChangeLog()
    var ids: IDTable
    var names = NameTable()
    var runs: RunHistory
    /// Bytes of text that clients have given, those of removed nodes included until they are freed.
    var textByteCount = 0
    var writers = WriterTable()
    var reservations = ReservationTable()
    var deadlines = DeadlineQueue()
    var leases = LeaseTable()
    /// What a plain node has that gets the default lease: one copy for all of them. Nil without such a lease.
    let defaultLease: DetailsBox?
    /// When a root became a child last, as `Node.tick(at:)`.
    var attachTick: UInt16 = 0
    /// Where the search for abandoned roots continues.
    var abandonmentCursor = NodeIndex.none
    /// What was removed and is not freed yet, the oldest first.
    var pendingRemovals: [PendingRemoval] = []
    var walks = WalkTable()
    var controlled = ControlledNodes()
    /// Nil unless somebody follows by groups.
    var moments: MomentLog?

    /// - Parameter nodeCount: how many nodes there will be at once, where these are more than the limits allow.
    package init(limits: ProgressLimits = ProgressLimits(), nodeCount: Int = 0) {
        self.limits = limits
        let seconds = limits.defaultLeaseSeconds
        defaultLease = seconds > 0 ? DetailsBox(ProgressDetails(lease: seconds)) : nil
        runs = RunHistory(keptCount: limits.keptRunCount, nameLimit: limits.rememberedNameCount)
        ids = IDTable(maximumCount: max(limits.maximumNodeCount, nodeCount))
    }

    // What is removed and not freed yet does not count; to leave it out costs O(what is not freed yet).
    package var nodeCount: Int { nodes.count - pendingHoldings().nodes }
    package var rootsCount: Int { Int(nodes.roots.count) }
    package var reservationCount: Int { reservations.count - pendingHoldings().reservations }
    package var heldTextByteCount: Int { heldTextAndRuns - pendingHoldings().textBytes }

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

    /// Whether `index` still stands for `id`.
    package func isLiving(_ id: ProgressID, at index: NodeIndex) -> Bool {
        nodes.holds(id, at: index) && !isRemoved(index)
    }

    // MARK: Changing

    /// The stamp of the newest change; every effective mutation is one stamp.
    package var sequence: UInt64 { log.sequence }

    /// What changed since the owner last emptied it.
    package var changes: Changes {
        get { log.changes }
        _modify { yield &log.changes }
    }

    /// Whether touches are worth noting: nobody reads them while nobody watches. Departures are always noted.
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

    /// Stamps the subtrees of `index` and of what is above it, up to the first that the change in progress has stamped:
    /// those above that one it has stamped as well. All the touches of a change together cost O(touched + depth).
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

    /// Marks a node as watched by somebody; the marks save the registry a look-up at each change.
    package mutating func setWatched(_ index: NodeIndex, itself: Bool, descendants: Bool) {
        nodes[index].flags.set(.isWatched, to: itself)
        nodes[index].flags.set(.isWatchedWithDescendants, to: descendants)
    }

    package func isWatched(_ index: NodeIndex) -> Bool { nodes[index].flags.contains(.isWatched) }

    package func isWatchedWithDescendants(_ index: NodeIndex) -> Bool {
        nodes[index].flags.contains(.isWatchedWithDescendants)
    }
}
