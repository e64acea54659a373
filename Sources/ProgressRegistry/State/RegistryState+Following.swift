package import ProgressCore

/// A registry that follows the writer of another replica, and one that rules after it. Inside the gate.
extension RegistryState {
    /// Takes over a group of the writer, and notifies the watchers.
    /// - Throws: if the group does not continue the state here; then everything has to be loaded again.
    /// - Complexity: O(nodes that the group changes or removes + their ancestors); if a right ends, O(rights).
    package func adopt(_ changes: AdoptedChanges, at now: Int64) throws(RestoreError) {
        publish(from: nil)
        do {
            try tree.adopt(changes.things, sequence: changes.sequence, ordinal: changes.ordinal, at: now)
        } catch {
            // Changes that are half done are not reported.
            tree.changes.removeAll()
            throw error
        }
        access.adopt(changes.rights, ended: ended(changes), tree, at: now)
        for (id, digest) in changes.digests { digests.insert(digest, of: id, in: tree.forest) }
        for (id, key) in changes.keys { keys.insert(key, of: id, in: tree.forest) }
        publish(from: nil)
        tree.changes.adoptedAfter = nil
    }

    private func ended(_ changes: AdoptedChanges) -> [TokenDigest] {
        if changes.endedRights.isEmpty { return [] }
        return access.recordedDigests(Set(changes.endedRights.map { ProgressID(high: $0.0, low: $0.1) }))
    }

    /// Follows a writer from now on, with trees that were restored for that: nothing is saved here.
    package func beginFollowing() {
        access.unsaved = nil
        access.endsUnusedSessions = false
    }

    /// Rules from now on: the present state is saved, and changes are noted. Leases, silences, sessions and retention
    /// begin as after a restart.
    /// - Parameters:
    ///   - versionGap: added to all versions, where the previous writer may have shown some that are lost.
    ///   - sequence: a stamp above that of every change that any client has seen.
    ///   - ordinal: the newest place in lists that any client has seen.
    /// - Complexity: O(nodes).
    package func beginRule(versionGap: Int64, sequence: UInt64, ordinal: UInt64, at now: Int64) {
        publish(from: nil)
        access.unsaved = []
        access.endsUnusedSessions = true
        access.noteUse(at: now)
        tree.beginRule(versionGap: versionGap, sequence: sequence, ordinal: ordinal, at: now)
    }
}

/// The changes that another replica's writer saved as one group, for a registry that follows it.
package struct AdoptedChanges: Sendable {
    package var things: [Adopted] = []
    package var rights: [RightRecord] = []
    /// The first halves of the digests of tokens whose rights ended.
    package var endedRights: [(UInt64, UInt64)] = []
    package var digests: [(id: ProgressID, digest: BodyDigest)] = []
    package var keys: [(id: ProgressID, key: CreateKey)] = []
    /// The writer's newest stamp, and the newest place in lists that it had given.
    package var sequence: UInt64 = 0
    package var ordinal: UInt64 = 0

    package init() {}
}
