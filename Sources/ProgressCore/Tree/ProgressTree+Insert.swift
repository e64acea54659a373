extension ProgressTree {
    /// Creates a whole tree at once, under `parent` or as a root: all of it or nothing.
    ///
    /// A child that joins finished is credited at once. A node that joins a cancelled or failed parent is cancelled,
    /// one that joins a paused parent is paused.
    /// - Parameters:
    ///   - new: the top first, every parent before its children.
    ///   - reach: names are taken over from ended nodes in it.
    ///   - replaced: a run that ends in the same change, and gives up its names and those below it.
    /// - Throws: `.negativePending`, `.nameTaken`, `.countOverflow`, or a limit.
    /// - Complexity: O(new nodes + depth).
    package mutating func insert(
        _ new: [NewProgress],
        under parent: NodeIndex? = nil,
        takingNamesIn reach: NameReach = .everything,
        replacing replaced: ReplacedRun? = nil,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if !forest.pendingRemovals.isEmpty || !runs.isEmpty {
            makeRoom(nodes: new.count, textBytes: new.reduce(0) { $0 + ($1.box?.details.textByteCount ?? 0) })
        }
        try checkLimits(new, under: parent, replacing: replaced)
        let areFree = try checkNames(new, within: reach, replacing: replaced)
        let (counts, isCredited) = try creditWithin(new)
        let hasStarted = startWithin(new)
        if let parent, counts[0].isFinished {
            try forest.checkCascade(from: parent, counts: forest.credited(parent, by: new[0].pendingUnitCount))
        }
        forest.log.begin()
        if let replaced { end(replaced, before: new, now: now) }
        var indexes: [NodeIndex] = []
        indexes.reserveCapacity(new.count)
        for position in new.indices {
            let index = store(
                new[position],
                counts[position],
                isCredited: isCredited[position],
                nameIsFree: areFree,
                now: now
            )
            indexes.append(index)
            let parentPosition = new[position].parentPosition
            if parentPosition >= 0 {
                forest.nodes.append(index, to: indexes[parentPosition])
            } else if let parent {
                forest.nodes.append(index, to: parent)
            } else {
                forest.nodes.appendRoot(index)
            }
            if hasStarted?[position] == true {
                forest.nodes.noteStartForTimes(index, at: now)
                forest[index].startedAt = now
            }
        }
        forest.settleFractions(indexes)
        forest.settleDefaultLease(of: indexes[0], now: now)
        if let hasStarted {
            for (index, starts) in zip(indexes, hasStarted) where starts {
                forest.settleDefaultLease(of: index, now: now)
            }
        }
        if let parent { inherit(from: parent, top: indexes[0], isNew: true, now: now) } else { learn(indexes[0]) }
        return announce(new, indexes, under: parent, now: now)
    }

    // MARK: Checks

    private func checkLimits(
        _ new: [NewProgress],
        under parent: NodeIndex?,
        replacing replaced: ReplacedRun?
    ) throws(ProgressError) {
        if forest.nodes.count + new.count > forest.limits.maximumNodeCount {
            throw .tooManyNodes(limit: forest.limits.maximumNodeCount)
        }
        var depths = [parent.map { forest.nodes.depth(of: $0) + 1 } ?? 0]
        depths.reserveCapacity(new.count)
        var childCounts = Array(repeating: 0, count: new.count)
        var text = heldTextAndRuns + (replaced.map { textByteCount(ofEnding: $0) } ?? 0)
        // By position: a copy of each would take longer than the checks.
        for position in new.indices {
            let parentPosition = new[position].parentPosition
            if parentPosition >= 0 {
                depths.append(depths[parentPosition] + 1)
                childCounts[parentPosition] += 1
                if childCounts[parentPosition] > forest.limits.maximumChildCount {
                    throw .tooManyChildren(limit: forest.limits.maximumChildCount)
                }
            }
            if depths[position] > forest.limits.maximumDepth {
                throw .tooDeep(limit: forest.limits.maximumDepth, depth: depths[position])
            }
            if (parentPosition >= 0 || parent != nil) && new[position].pendingUnitCount < 0 {
                throw .negativePending(new[position].pendingUnitCount)
            }
            text += new[position].box?.details.textByteCount ?? 0
        }
        if text > forest.limits.maximumTextByteCount { throw .tooMuchText(limit: forest.limits.maximumTextByteCount) }
        if let parent { try forest.checkRoomForChild(parent) }
    }

    private static let manyNodes = 256

    /// - Returns: whether all names are free.
    private func checkNames(
        _ new: [NewProgress],
        within reach: NameReach,
        replacing replaced: ReplacedRun?
    ) throws(ProgressError) -> Bool {
        var areFree = true
        var given: Set<String> = []
        if new.count > Self.manyNodes { given.reserveCapacity(new.lazy.filter { $0.box?.details.name != nil }.count) }
        for position in new.indices {
            guard let name = new[position].box?.details.name else { continue }
            if !given.insert(name).inserted { throw .nameTaken(name) }
            if try !checkName(name, within: reach, replacing: replaced) { areFree = false }
        }
        return areFree
    }

    /// Credits finished children to their parents inside the create, from the leaves up.
    /// - Returns: the counts after that, and the nodes that were credited.
    private func creditWithin(_ new: [NewProgress]) throws(ProgressError) -> (counts: [Counts], isCredited: [Bool]) {
        var counts = new.map(\.counts)
        var isCredited = Array(repeating: false, count: new.count)
        for position in new.indices.reversed() {
            let parent = new[position].parentPosition
            guard parent >= 0, counts[position].isFinished else { continue }
            isCredited[position] = true
            let pending = new[position].pendingUnitCount
            let (sum, overflow) = counts[parent].completed.addingReportingOverflow(pending)
            if overflow {
                throw .countOverflow(id: new[parent].id, count: counts[parent].completed, addend: pending)
            }
            counts[parent].completed = sum
        }
        return (counts, isCredited)
    }

    /// Marks the nodes of a create that have started: those that say so, and those above them.
    /// - Returns: nil if none has started.
    private func startWithin(_ new: [NewProgress]) -> [Bool]? {
        guard new.contains(where: \.hasStarted) else { return nil }
        var hasStarted = new.map(\.hasStarted)
        for position in new.indices.reversed() where hasStarted[position] && new[position].parentPosition >= 0 {
            hasStarted[new[position].parentPosition] = true
        }
        return hasStarted
    }

    // MARK: Storing

    private mutating func store(
        _ new: NewProgress,
        _ counts: Counts,
        isCredited: Bool,
        nameIsFree: Bool,
        now: Int64
    ) -> NodeIndex {
        var node = Node(id: new.id, counts: counts, now: now)
        node.pendingUnitCount = new.pendingUnitCount
        node.changeStamp = forest.log.sequence
        node.subtreeStamp = forest.log.sequence
        node.ordinal = forest.nodes.nextOrdinal()
        if !new.isCancellable { node.flags.remove(.isCancellable) }
        if new.isPausable { node.flags.insert(.isPausable) }
        if new.removeWhenFinished { node.flags.insert(.removesWhenFinished) }
        if isCredited { node.flags.insert(.isCredited) }
        node.details = new.box
        if counts.isFinished, let box = new.box, box.details.reportsSpeed {
            node.details = box.changed { ($0.throughput, $0.estimatedTimeRemaining) = (nil, nil) }
        }
        if let name = new.box?.details.name {
            let run = nextRun(of: name, isFree: nameIsFree)
            if run != new.box?.details.run { node.details = node.details?.changed { $0.run = run } }
        }
        if let defaultLease = forest.defaultLease, new.box?.details.leaseSeconds == nil, !new.declinesLease {
            node.flags.insert(.hasDefaultLease)
            node.details = node.details?.changed { $0.leaseSeconds = defaultLease.details.leaseSeconds } ?? defaultLease
        }
        let index = forest.nodes.insert(node)
        forest.ids.insert(new.id, at: index)
        forest.log.unsaved.note(index)
        if let details = new.box?.details {
            forest.textByteCount += details.textByteCount
            if let name = details.name { give(name, to: index, isFree: nameIsFree) }
            if details.leaseSeconds != nil { forest.startLease(of: index, at: now) }
        }
        return index
    }

    // MARK: Announcing

    /// Brings the change to the parent and to the watchers, after the new nodes are in place.
    private mutating func announce(
        _ new: [NewProgress],
        _ indexes: [NodeIndex],
        under parent: NodeIndex?,
        now: Int64
    ) -> Written {
        forest.countWorking(indexes)
        if let parent { forest.addWorking(forest[indexes[0]].workingCount, at: parent) }
        if forest.recordsTouches {
            for (position, index) in indexes.enumerated() {
                // Nodes below the top join with it: one `child`, then snapshots.
                let kinds: Changes.Kinds = position > 0 ? .createdBelow : parent == nil ? .created : .joined
                forest.log.append(index, &forest.nodes[index], kinds)
            }
        }
        var vanishing = NodeIndex.none
        if let parent {
            if forest[indexes[0]].startedAt >= 0 { forest.start(parent, now: now) }
            vanishing = forest.join(indexes[0], to: parent, now: now)
        } else {
            forest.noteTreeWrite(from: indexes[0], now: now)
        }
        for (position, index) in indexes.enumerated().reversed() where new[position].hasStarted {
            ReportedTimes.follow(index, in: &forest, now: now)
        }
        if vanishing != .none { return settle(indexes[0], vanishing: vanishing, now: now) }
        return settleFinished(new, indexes, now: now)
    }

    /// Removes those of a create that are finished and wish to go; the create is answered with the top's last moment.
    private mutating func settleFinished(_ new: [NewProgress], _ indexes: [NodeIndex], now: Int64) -> Written {
        var written = Written.living(indexes[0])
        for (position, index) in indexes.enumerated() where new[position].removeWhenFinished {
            guard forest.isLiving(new[position].id, at: index), forest[index].counts.isFinished else { continue }
            let outcome = settle(indexes[0], vanishing: index, now: now)
            if case .vanished = outcome {
                written = outcome
                break
            }
        }
        return written
    }
}
