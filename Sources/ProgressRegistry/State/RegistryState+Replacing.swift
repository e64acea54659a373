import ProgressCore

extension RegistryState {
    /// Takes the trees, the rights, the digests and the keys of `other`, which was loaded from where they are saved; `other` has
    /// the old ones then, to be released outside the gate: a million nodes take a while.
    ///
    /// Watches and mailboxes stay, and mail about the old trees is thrown away. Streams must begin again, which the
    /// caller sees to: their readers are not sent the differences between the trees, and get `reset` if they return
    /// with an id from before; also where the new trees are older, and have read up to it again by then: such readers
    /// may have seen more than their ids promise. Requests that wait for a progress look again; walks continue in the
    /// new trees as far as they can.
    /// - Complexity: O(watched progress + walks).
    package func replaceContents(with other: RegistryState) {
        publish(from: nil)
        swap(&tree, &other.tree)
        swap(&access, &other.access)
        swap(&digests, &other.digests)
        swap(&keys, &other.keys)
        tree.continueWalks(of: other.tree)
        replacementCount += 1
        departures = DepartureLog(after: max(tree.sequence, other.tree.sequence))
        isCollecting = false
        for number in mailboxes.indices { mailboxes[number].empty() }
        tree.forest.recordsTouches = !watching.isEmpty || tree.keepsMoments
        for id in watching.watchedIDs { tellReplaced(id, other.tree) }
    }

    /// Wakes the requests that wait for a watched progress: anything about it may have changed, or it is gone.
    private func tellReplaced(_ id: ProgressID, _ old: borrowing ProgressTree) {
        if let index = try? tree.find(id) {
            let watched = watching.noteFound(id)
            tree.forest.setWatched(index, itself: watched.itself, descendants: watched.subtree)
            tree.forest.noteReplaced(index)
        } else if watching.awaitsDeparture(of: id) {
            let details = (try? old.find(id)).flatMap { old.forest.details(of: $0) }
            tree.forest.noteMissing(id, details)
        }
    }
}
