package import ProgressCore

/// Everything the registry holds: the trees, and the watchers of their changes. Inside the gate only.
///
/// Other modules add methods for the steps that they take in one entry.
package final class RegistryState {
    package var tree: ProgressTree
    var watching = WatchTable()
    package var mailboxes: [Mailbox] = []
    package var departures = DepartureLog()
    package var streams = StreamQuota()
    package var access = AccessTable()
    package var digests = CreateDigests()
    package var keys = CreateKeys()
    package var reaper = ReaperAlarm()

    /// The group of changes that goes to disk next, numbered from 1.
    package var openGroup: UInt64 = 1
    /// A part of it is taken already.
    package var isCollecting = false
    /// Whether the trees follow those of another replica: nothing may be written here.
    package var follows = false
    /// Something was written nevertheless: by a call that was under way when the trees began to follow.
    package var hasStrayWrites = false
    /// Number of times that other trees replaced those that were here.
    package internal(set) var replacementCount: UInt64 = 0

    package init(limits: ProgressLimits) { tree = ProgressTree(limits: limits) }

    package init(restored tree: consuming ProgressTree) { self.tree = tree }

    package func addMailbox(_ mailbox: Mailbox) { mailboxes.append(mailbox) }

    /// The progress after a write, or the last moment of one that the write removed.
    package func snapshot(_ written: Written) -> ProgressSnapshot {
        switch written {
        case .living(let index): tree.snapshot(of: index)
        case .vanished(let snapshot): snapshot
        }
    }

    /// Like `snapshot(_:)`, but only the receipt.
    package func receipt(_ written: Written) -> WriteReceipt {
        switch written {
        case .living(let index): tree.forest.receipt(of: index)
        case .vanished(let snapshot): snapshot.receipt
        }
    }

    /// Hands the changes of the last mutation to the reactors that watch them, and wakes those reactors.
    ///
    /// Runs after each mutation, or after several that only remove: only at that moment is it known where a progress was
    /// and where it is now.
    /// - Parameter reactor: the calling reactor, which reads its mail without being woken.
    func publish(from reactor: Int?) {
        let end = tree.endChange()
        reaper.note(nextDeadline: end.nextDeadline, hasPendingRemovals: end.hasPendingRemovals)
        guard end.hasChanges else { return }
        var publication = Publication(self)
        publication.deliverChanges()
        tree.changes.removeAll()
        for number in Bits(publication.woken) where number != reactor { mailboxes[number].wake() }
    }

    // MARK: The reaper

    /// - Returns: when the reaper has to look next: at a deadline, or for abandoned trees; nil: not before it is woken.
    package func armReaper(at now: Int64) -> Int64? {
        let look = tree.forest.limits.abandonment > 0 ? now + 1_000 : .max
        let next = min(tree.forest.nextDeadline ?? .max, look)
        reaper.arm(next)
        return next == .max ? nil : next
    }

    /// Frees up to `most` removed nodes.
    /// - Returns: whether more remain.
    package func free(most: Int) -> Bool {
        let hasMore = tree.free(most: most)
        reaper.noteFreed(hasMore: hasMore)
        return hasMore
    }
}
