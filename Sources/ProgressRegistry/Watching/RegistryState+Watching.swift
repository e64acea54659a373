package import ProgressCore

extension RegistryState {
    /// What a reactor's subscriptions ask to be told of.
    package enum WatchTarget: Hashable, Sendable {
        case node(ProgressID)
        /// A node's whole subtree, itself included.
        case subtree(ProgressID)
        case roots
        case everything
        /// What is below a root whose labels or file URL change.
        case relabelings
    }

    package func addMailbox(_ mailbox: Mailbox) { mailboxes.append(mailbox) }

    /// One more subscription of `reactor` watches `target`.
    package func watch(_ target: WatchTarget, reactor: Int) {
        switch target {
        case .roots:
            rootsCounts[reactor, default: 0] += 1
            rootsMask |= 1 << UInt64(reactor)
        case .everything:
            everythingCounts[reactor, default: 0] += 1
            everythingMask |= 1 << UInt64(reactor)
        case .relabelings: relabelingWatchCount += 1
        case .node(let id):
            watches[id, default: Watch()].itselfCounts[reactor, default: 0] += 1
            watches[id]?.itself |= 1 << UInt64(reactor)
            markWatched(id)
        case .subtree(let id):
            watches[id, default: Watch()].descendantsCounts[reactor, default: 0] += 1
            watches[id]?.descendants |= 1 << UInt64(reactor)
            descendantWatchCount += 1
            markWatched(id)
        }
        noteWhetherWatched()
    }

    package func unwatch(_ target: WatchTarget, reactor: Int) {
        let bit = UInt64(1) << UInt64(reactor)
        switch target {
        case .roots: if Self.leave(&rootsCounts, reactor) { rootsMask &= ~bit }
        case .everything: if Self.leave(&everythingCounts, reactor) { everythingMask &= ~bit }
        case .relabelings: relabelingWatchCount -= 1
        case .node(let id):
            if Self.leave(&watches[id, default: Watch()].itselfCounts, reactor) { watches[id]?.itself &= ~bit }
            markWatched(id)
        case .subtree(let id):
            descendantWatchCount -= 1
            if Self.leave(&watches[id, default: Watch()].descendantsCounts, reactor) {
                watches[id]?.descendants &= ~bit
            }
            markWatched(id)
        }
        noteWhetherWatched()
    }

    /// - Returns: whether nobody of this reactor is left.
    private static func leave(_ counts: inout [Int: Int], _ reactor: Int) -> Bool {
        guard let count = counts[reactor] else { return true }
        counts[reactor] = count == 1 ? nil : count - 1
        return count == 1
    }

    private func markWatched(_ id: ProgressID) {
        let watch = watches[id] ?? Watch()
        if watch.itself == 0 && watch.descendants == 0 { watches[id] = nil }
        guard let index = try? tree.find(id) else { return }
        watches[id]?.awaitsDeparture = watch.itself != 0
        tree.setWatched(index, itself: watch.itself != 0, descendants: watch.descendants != 0)
    }

    /// Whether those who watch a node that cannot be found have yet to hear that it is gone: it went with a tree that is
    /// freed bit by bit.
    package func isDeparting(_ id: ProgressID) -> Bool {
        watches[id]?.awaitsDeparture == true && (try? tree.find(id)) == nil
    }

    private func noteWhetherWatched() {
        tree.recordsTouches = rootsMask | everythingMask != 0 || !watches.isEmpty
    }

    /// When the reaper has something to do next: a deadline, or the next look for abandoned trees.
    package func nextReaping(after now: Int64) -> Int64? {
        let deadline = tree.nextDeadline ?? .max
        let look = tree.limits.abandonment > 0 ? now + 1_000 : .max
        return min(deadline, look) == .max ? nil : min(deadline, look)
    }

    /// Frees some of what was removed.
    /// - Returns: whether there is more.
    package func free(most: Int) -> Bool {
        isFreeing = tree.free(most: most)
        return isFreeing
    }
}
