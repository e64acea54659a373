/// The result of a write: a node, or the last moment of one that vanished as it finished.
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
        let (completed, overflow) = forest[index].counts.completed.addingReportingOverflow(count)
        if overflow {
            throw .countOverflow(id: forest[index].id, count: forest[index].counts.completed, addend: count)
        }
        let counts = Counts(total: forest[index].counts.total, completed: completed)
        return try setCounts(index, counts, at: now)
    }

    /// Completes units, and sets members in the same change.
    /// - Parameters:
    ///   - edits: neither counts nor a name.
    ///   - textByteCount: bytes of text that the change adds besides.
    /// - Throws: `.countOverflow`, `.tooMuchText`, with nothing changed.
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        _ edits: [Edit],
        beside textByteCount: Int = 0,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if edits.isEmpty { return try complete(index, by: count, at: now) }
        let (completed, overflow) = forest[index].counts.completed.addingReportingOverflow(count)
        if overflow {
            throw .countOverflow(id: forest[index].id, count: forest[index].counts.completed, addend: count)
        }
        return try edit(index, edits + [.completedUnitCount(completed)], beside: textByteCount, at: now)
    }

    /// Replaces both counts in one transition.
    package mutating func setCounts(
        _ index: NodeIndex,
        _ counts: Counts,
        at now: Int64
    ) throws(ProgressError) -> Written {
        if counts.isFinished { try forest.checkCascade(from: index, counts: counts) }
        let isRevived = forest[index].flags.contains(.hasLease) && forest.renewLease(of: index, at: now)
        guard counts != forest[index].counts || isRevived else {
            forest.noteWrite(index, at: now)
            return .living(index)
        }
        forest.log.begin()
        if isRevived { forest.touch(index, .state, now: now) }
        let vanishing = forest.apply(counts, to: index, now: now)
        if forest[index].flags.contains(.hasDefaultLease) { forest.settleDefaultLease(of: index, now: now) }
        return settle(index, vanishing: vanishing, now: now)
    }

    /// Ends a write to `index`: takes the answer's snapshot, then removes `top`, which finished and must vanish.
    mutating func settle(_ index: NodeIndex, vanishing top: NodeIndex, now: Int64) -> Written {
        if top == .none { return .living(index) }
        let snapshot = forest.snapshot(of: index)
        let isWithin = forest.nodes.isWithin(index, top)
        unlink(top, keepsSums: true, now: now)
        return isWithin ? .vanished(snapshot) : .living(index)
    }

    /// Whether a number is not above the last one accepted from a writer.
    package func hasAccepted(_ sequence: Int64, of writer: String, at index: NodeIndex) -> Bool {
        writers.find(writer, of: index).map { sequence <= $0.sequence } ?? false
    }

    /// A numbered write: `complete(_:by:at:)` for a number above the last one accepted from `writer`. For any other it
    /// is a repetition, which adds nothing, sets nothing and is a sign of life.
    /// - Throws: `.countOverflow`, or `.tooMuchText` for the name of a new writer; the number is then still free.
    package mutating func complete(
        _ index: NodeIndex,
        by count: Int64,
        _ edits: [Edit] = [],
        writer: String,
        sequence: Int64,
        at now: Int64
    ) throws(ProgressError) -> Written {
        let known = writers.find(writer, of: index)
        if let known, sequence <= known.sequence {
            writers.noteUse(of: writer, at: index)
            forest.log.unsaved.note(index)
            forest.noteSignOfLife(of: index, startsWork: false, at: now)
            return .living(index)
        }
        let textByteCount = known == nil ? writer.utf8.count : 0
        if known == nil { try checkText(replacing: nil, by: textByteCount) }
        let id = forest.id(of: index)
        let written = try complete(index, by: count, edits, beside: textByteCount, at: now)
        if forest.isLiving(id, at: index) {
            let accepted = Writer(name: writer, sequence: sequence)
            forest.textByteCount += writers.accept(accepted, at: index, limit: forest.limits.maximumWriterCount)
            forest.log.unsaved.note(index)
        }
        return written
    }
}
