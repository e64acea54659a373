/// All progress trees of a service, by value: every rule of NSProgress's arithmetic, and no clock, lock or I/O.
///
/// Times are arguments, milliseconds since 1970; ids are arguments, drawn by the caller. A mutation happens whole or
/// throws and changes nothing. Unless said otherwise one costs O(depth), never O(siblings).
package struct ProgressTree: ~Copyable {
    package let limits: ProgressLimits

    /// The stamp of the newest change; every effective mutation is one stamp.
    package internal(set) var sequence: UInt64 = 0
    /// What changed since the owner last emptied it.
    package var changes = Changes()
    /// Whether touches are worth noting: nobody reads them while nobody watches. Departures are always noted.
    package var recordsTouches = false

    var nodes = NodeStore()
    var table: IDTable
    var families = BlockStore<FamilyIndex, Family>()
    var rates = BlockStore<RateIndex, Rate>()
    var unsaved = UnsavedMarks()
    var names: [String: NodeIndex] = [:]
    var writers: [NodeIndex: [Writer]] = [:]
    var firstRoot = NodeIndex.none
    var lastRoot = NodeIndex.none
    var rootCount = 0
    var lastOrdinal: UInt64 = 0
    var textByteCount = 0
    var reservations = ReservationTable()
    var deadlines = DeadlineQueue()
    var deadlineSweepCount = 1_024
    var leases: [NodeIndex: Lease] = [:]
    /// Where the search for abandoned roots goes on.
    var abandonmentCursor = NodeIndex.none
    /// What was removed and is not freed yet, the oldest first.
    var condemned: [Condemned] = []
    /// Walks that go on between changes, by their number; free places are nil.
    var walks: [Walk?] = []
    var walkCount = 0
    var controlled = ControlledNodes()

    /// - Parameter nodeCount: how many nodes there will be at once, where these are more than the limits allow.
    package init(limits: ProgressLimits = ProgressLimits(), nodeCount: Int = 0) {
        self.limits = limits
        table = IDTable(maximumCount: max(limits.maximumNodeCount, nodeCount))
        let empty = families.insert(Family())
        assert(empty == .none)
    }

    // What is removed and not freed yet does not count; to leave it out costs O(what is not freed yet).
    package var nodeCount: Int { nodes.count - condemnedHoldings().nodes }
    package var rootsCount: Int { rootCount }
    package var reservationCount: Int { reservations.count - condemnedHoldings().reservations }
    package var heldTextByteCount: Int { textByteCount - condemnedHoldings().textBytes }

    // MARK: Finding

    package func find(_ id: ProgressID) throws(ProgressError) -> NodeIndex {
        guard let index = lookUp(id) else { throw .notFound }
        return index
    }

    @inline(__always)
    func lookUp(_ id: ProgressID) -> NodeIndex? {
        guard let index = table.find(id, in: nodes) else { return nil }
        return condemned.isEmpty || !isCondemned(index) ? index : nil
    }

    package func find(name: String) throws(ProgressError) -> NodeIndex {
        guard let index = lookUp(name: name) else { throw .notFound }
        return index
    }

    func lookUp(name: String) -> NodeIndex? {
        guard let index = names[name] else { return nil }
        return condemned.isEmpty || !isCondemned(index) ? index : nil
    }

    /// Whether `index` still stands for `id`.
    package func isLiving(_ id: ProgressID, at index: NodeIndex) -> Bool {
        nodes.holds(id, at: index) && (condemned.isEmpty || !isCondemned(index))
    }

    package func id(of index: NodeIndex) -> ProgressID { nodes[index].id }

    package func parent(of index: NodeIndex) -> NodeIndex? {
        let parent = nodes[index].parent
        return parent == .none ? nil : parent
    }

    package func root(of index: NodeIndex) -> NodeIndex {
        var index = index
        while nodes[index].parent != .none { index = nodes[index].parent }
        return index
    }

    func depth(of index: NodeIndex) -> Int {
        var depth = 0
        var index = nodes[index].parent
        while index != .none {
            depth += 1
            index = nodes[index].parent
        }
        return depth
    }

    func firstChild(of index: NodeIndex) -> NodeIndex {
        families[nodes[index].family].firstChild
    }

    // MARK: Changing

    /// Notes that `index` is part of the change in progress: its version grows once for a change, and every subtree that
    /// it is part of is new.
    mutating func touch(_ index: NodeIndex, _ kinds: Changes.Kinds, now: Int64) {
        stampSubtrees(from: index)
        touchAlone(index, kinds, now: now)
    }

    /// The same without the subtrees, for a walk that ends in `noteTreeWrite` and stamps them itself.
    @inline(__always)
    mutating func touchAlone(_ index: NodeIndex, _ kinds: Changes.Kinds, now: Int64) {
        let isFirst = nodes[index].join(change: sequence, at: now)
        if isFirst { unsaved.note(index) }
        guard recordsTouches else { return }
        if !isFirst, let position = touchPosition(of: index) {
            changes.touches[position].kinds.formUnion(kinds)
        } else {
            note(index, kinds)
        }
    }

    /// Appends the first touch of `index` in the change in progress.
    mutating func note(_ index: NodeIndex, _ kinds: Changes.Kinds) {
        nodes[index].touchPosition = Int32(truncatingIfNeeded: changes.touches.count)
        let id = nodes[index].id
        changes.touches.append(Changes.Touch(id: id, index: index, kinds: kinds, stamp: sequence))
    }

    /// Where the newest touch of `index` is noted; the node remembers, because a search would be O(change).
    func touchPosition(of index: NodeIndex) -> Int? {
        let position = Int(nodes[index].touchPosition)
        guard changes.touches.indices.contains(position), changes.touches[position].id == nodes[index].id else {
            return nil
        }
        return position
    }

    /// Stamps the subtrees of `index` and of what is above it, up to the first that the change in progress has stamped:
    /// those above that one it has stamped as well. All the touches of a change together cost O(touched + depth).
    private mutating func stampSubtrees(from index: NodeIndex) {
        var index = index
        while index != .none {
            if nodes[index].subtreeStamp == sequence { return }
            nodes[index].subtreeStamp = sequence
            index = nodes[index].parent
        }
    }

    /// Ends a write to `index`: its tree was written to now.
    /// - Parameter working: by how much the count of working nodes changes, here and above.
    mutating func noteTreeWrite(from index: NodeIndex, now: Int64, working: Int32 = 0) {
        var index = index
        while true {
            nodes[index].workingCount += working
            nodes[index].subtreeStamp = sequence
            if nodes[index].parent == .none {
                nodes[index].treeWrittenAt = now
                unsaved.note(index)
                awaitRetentionIfEnded(index)
                return
            }
            index = nodes[index].parent
        }
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

    // MARK: Walking

    /// The node after `index` in a walk over the subtree of `top`, parents first, children as they joined.
    func next(after index: NodeIndex, within top: NodeIndex) -> NodeIndex? {
        let child = firstChild(of: index)
        if child != .none { return child }
        return nextOutside(index, within: top)
    }

    /// As `next(after:within:)`, without what is below `index`.
    func nextOutside(_ index: NodeIndex, within top: NodeIndex) -> NodeIndex? {
        var index = index
        while index != top {
            let sibling = nodes[index].nextSibling
            if sibling != .none { return sibling }
            index = nodes[index].parent
        }
        return nil
    }

    // MARK: Watching

    /// Marks a node as watched by somebody; the marks save the registry a look-up at each change.
    package mutating func setWatched(_ index: NodeIndex, itself: Bool, descendants: Bool) {
        var flags = nodes[index].flags
        flags.subtract([.isWatched, .isWatchedWithDescendants])
        if itself { flags.insert(.isWatched) }
        if descendants { flags.insert(.isWatchedWithDescendants) }
        nodes[index].flags = flags
    }

    package func isWatched(_ index: NodeIndex) -> Bool { nodes[index].flags.contains(.isWatched) }

    package func isWatchedWithDescendants(_ index: NodeIndex) -> Bool {
        nodes[index].flags.contains(.isWatchedWithDescendants)
    }
}
