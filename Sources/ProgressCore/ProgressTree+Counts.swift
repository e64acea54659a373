/// What a write leaves behind: a node, or the last moment of one that vanished as it finished.
package enum Written: Sendable {
    case living(NodeIndex)
    /// In a box: every write returns one of the two, and hardly one this.
    indirect case vanished(ProgressSnapshot)
}

extension ProgressTree {
    /// Completes `count` more units of `index`; a negative count takes back.
    ///
    /// A child hands over its pending units once, at the moment it finishes; the finish cascades upwards.
    /// - Throws: `.countOverflow`, with nothing changed.
    /// - Complexity: O(depth).
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        let (completed, overflow) = nodes[index].counts.completed.addingReportingOverflow(count)
        if overflow {
            throw .countOverflow(id: nodes[index].id, count: nodes[index].counts.completed, addend: count)
        }
        let counts = Counts(total: nodes[index].counts.total, completed: completed)
        return try setCounts(index, counts, at: now)
    }

    /// Replaces both counts in one transition.
    package mutating func setCounts(
        _ index: NodeIndex,
        _ counts: Counts,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if counts.isFinished { try checkCascade(from: index, counts: counts) }
        let isRevived = nodes[index].flags.contains(.hasLease) && renewLease(of: index, at: now)
        guard counts != nodes[index].counts || isRevived else {
            noteWrite(index, at: now)
            return .living(index)
        }
        log.begin()
        if isRevived { touch(index, .state, now: now) }
        let vanishing = apply(counts, to: index, now: now)
        if nodes[index].flags.contains(.hasDefaultLease) { settleDefaultLease(of: index, now: now) }
        return settle(index, vanishing: vanishing, now: now)
    }

    /// Refuses counts whose cascade would take a count out of int64.
    func checkCascade(from index: NodeIndex, counts: Counts) throws(ProgressError) {
        var index = index
        var counts = counts
        while counts.isFinished {
            let parent = nodes[index].parent
            if nodes[index].flags.contains(.isCredited) || parent == .none { return }
            counts = try credited(parent, by: nodes[index].pendingUnitCount)
            index = parent
        }
    }

    /// The counts of `parent` with `pendingUnitCount` more units completed.
    func credited(_ parent: NodeIndex, by pendingUnitCount: Int64) throws(ProgressError) -> Counts {
        var counts = nodes[parent].counts
        let (completed, overflow) = counts.completed.addingReportingOverflow(pendingUnitCount)
        if overflow {
            throw .countOverflow(id: nodes[parent].id, count: counts.completed, addend: pendingUnitCount)
        }
        counts.completed = completed
        return counts
    }

    /// Gives `index` its counts and carries what follows to the root; the caller has begun the change and checked it.
    ///
    /// Also brings a node up to date whose own counts stay and whose children changed.
    /// - Parameter shift: where a child comes or goes: by how much that moves the units of `index`, without work.
    /// - Returns: the highest node that finished and is to be removed for it, or `.none`; for `settle`.
    mutating func apply(_ counts: Counts, to index: NodeIndex, shift: Double? = nil, now: Int64) -> NodeIndex {
        var current = index
        var counts = counts
        let isUpdate = counts != nodes[index].counts
        let isWork = counts.completed != nodes[index].counts.completed
        if isWork { start(index, now: now) }
        var walk = RateWalk(now: now, isWork: isWork, shift: shift)
        var vanishing = NodeIndex.none
        var working: Int32 = 0
        while true {
            let old = (counts: nodes[current].counts, fraction: nodes[current].fraction)
            let before = nodes[current].contribution
            nodes[current].counts = counts
            let follows = nodes[current].follow(childSum: nodes[familyOf: current].sum.value, stamp: log.sequence)
            let moves = follows || counts != old.counts
            if moves { log.note(current, &nodes[current], .progress, now: now) }
            let isFinished = counts.isFinished
            let turns = isFinished != (nodes[current].finishedAt >= 0)
            if turns { working += turn(current, isFinished: isFinished, now: now) }
            if walk.isWork || walk.shift != 0 { followRate(of: current, &walk, moves: moves, now: now) }
            if counts.total != old.counts.total { followTotal(of: current, &walk, from: old) }
            if turns { settleRest(of: current, now: now) }
            if turns && isFinished && nodes[current].flags.contains(.removesWhenFinished) { vanishing = current }

            let parent = nodes[current].parent
            if parent == .none || nodes[current].flags.contains(.isCredited) { break }
            if !isFinished {
                let after = nodes[current].contribution
                if after != before {
                    nodes[current].workingCount += working
                    current = carry(before, after, to: parent, &walk, working: working, now: now)
                }
                break
            }
            counts = nodes[parent].counts
            counts.completed += nodes[current].pendingUnitCount
            if counts.completed != nodes[parent].counts.completed { start(parent, now: now) }
            credit(current, worth: before, to: parent, now: now)
            nodes[current].workingCount += working
            current = parent
        }
        if isUpdate {
            // What moves is sampled, unless what is below was sampled in this tick, before it joined.
            let isSampled = isWork && shift == nil && walk.tick != attachTick
            noteUpdate(from: isSampled ? current : index, walk.tick, now: now)
        }
        noteTreeWrite(from: current, now: now, working: working)
        return vanishing
    }

    /// The units of a child that finished are its parent's own from now on.
    mutating func credit(_ child: NodeIndex, worth before: Double, to parent: NodeIndex, now: Int64) {
        noteNoMoreLost(child, now: now)
        nodes[child].flags.insert(.isCredited)
        nodes[familyOf: parent].noteNoMoreUncredited(worth: nodes[child].pendingUnitCount)
        nodes[familyOf: parent].sum.subtract(before)
    }

    /// Carries what a child stands for up the tree, to nodes whose own counts stay.
    /// - Returns: the first that hands nothing on.
    private mutating func carry(
        _ before: Double,
        _ after: Double,
        to parent: NodeIndex,
        _ walk: inout RateWalk,
        working: Int32,
        now: Int64
    ) -> NodeIndex {
        var (before, after, current) = (before, after, parent)
        while true {
            let family = nodes[current].family
            nodes[family].sum.replace(before, with: after)
            before = nodes[current].contribution
            let moves = nodes[current].follow(childSum: nodes[family].sum.value, stamp: log.sequence)
            if moves { log.note(current, &nodes[current], .progress, now: now) }
            if walk.isWork || walk.shift != 0 { followRate(of: current, &walk, moves: moves, now: now) }
            after = nodes[current].contribution
            let parent = nodes[current].parent
            if after == before || parent == .none || nodes[current].flags.contains(.isCredited) { return current }
            nodes[current].workingCount += working
            current = parent
        }
    }

    /// A node finishes, or is not finished any more.
    /// - Returns: by how much the count of working nodes changes.
    private mutating func turn(_ index: NodeIndex, isFinished: Bool, now: Int64) -> Int32 {
        nodes[index].finishedAt = isFinished ? now : -1
        // A finish may come from below, with no write that renews the lease.
        nodes[index].flags.remove(.isStalled)
        log.note(index, &nodes[index], .state, now: now)
        if !nodes[index].flags.isDisjoint(with: [.isCancelled, .isFailed]) { return 0 }
        nodes[index].endedAt = nodes[index].finishedAt
        forgetReason(of: index)
        return isFinished ? -1 : 1
    }

    /// Ends a write to `index`: what finished and is to vanish goes, after the answer's snapshot was taken.
    mutating func settle(_ index: NodeIndex, vanishing top: NodeIndex, now: Int64) -> Written {
        if top == .none { return .living(index) }
        let snapshot = snapshot(of: index)
        let isWithin = nodes.isWithin(index, top)
        unlink(top, keepsSums: true, now: now)
        return isWithin ? .vanished(snapshot) : .living(index)
    }

    /// A numbered write: `complete(_:by:at:)` for a number above the last one accepted from `writer`. For any other it
    /// is a repetition, which adds nothing and is a sign of life.
    /// - Throws: `.countOverflow`, or `.tooMuchText` for the name of a new writer; the number is then still free.
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        writer: String,
        sequence: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        let known = writers.find(writer, of: index)
        if let known, sequence <= known.sequence {
            writers.noteUse(of: writer, at: index)
            log.unsaved.note(index)
            noteSignOfLife(of: index, startsWork: false, at: now)
            return .living(index)
        }
        if known == nil { try checkText(replacing: nil, by: writer.utf8.count) }
        let id = id(of: index)
        let written = try complete(index, by: count, at: now)
        if isLiving(id, at: index) {
            let accepted = Writer(name: writer, sequence: sequence)
            textByteCount += writers.accept(accepted, at: index, limit: limits.maximumWriterCount)
            log.unsaved.note(index)
        }
        return written
    }
}
