/// The open journal: appends groups, and makes them safe. Confined to one thread at a time, the writer's.
package struct Journal: ~Copyable, Sendable {
    /// Whether a chunk is reserved ahead. If not, the disk is full: what was acknowledged still finds room, new writes
    /// should be refused. `renewReserve` asks again.
    package private(set) var hasReserve: Bool

    /// Whether the journals have grown so much since the last snapshot that `rotate` is worth its cost, and no compaction
    /// is under way. After one that failed it takes another `rotationByteCount`.
    package var needsRotation: Bool { fatalError() }

    /// Whether groups were appended that `sync` has not made safe.
    package var isSynced: Bool { fatalError() }

    /// Writes the group; a crash of the process alone does not lose it, a loss of power may until `sync`.
    ///
    /// - Throws: `.system`. The group is not there then, whatever comes, what was written before is as it was, and the
    ///   same group may be appended later.
    package mutating func append(_ group: borrowing GroupBuffer) throws(JournalError) {
        fatalError()
    }

    /// Makes all appended groups safe: one fdatasync.
    ///
    /// After a failed fdatasync the kernel may have dropped the pages and forgotten that, so trying again on the same
    /// file would report success for data that is gone. The groups since the last good sync are kept in memory; the
    /// next `sync` or `append` writes them into a new journal, and goes on there.
    /// - Throws: `.system`: nothing since the last good sync is safe. Call it again later.
    package mutating func sync() throws(JournalError) {
        fatalError()
    }

    /// Tries to reserve a chunk ahead, if there is none. `append` does it too.
    package mutating func renewReserve() {
        fatalError()
    }

    /// Syncs, begins the next journal, and returns the work of merging all before it into a snapshot: for another
    /// thread. One at a time; say its end by `end`.
    ///
    /// - Throws: `.system`; the journal goes on as before.
    package mutating func rotate() throws(JournalError) -> Compaction {
        fatalError()
    }

    /// The compaction is over: `snapshot` is what `run` returned, nil if it was stopped or threw.
    package mutating func end(_ compaction: Compaction, snapshot: Compaction.Snapshot?) {
        fatalError()
    }

    /// Syncs and records a clean stop, on disk. Nothing may be appended afterwards; after an error it may be tried again.
    package mutating func close() throws(JournalError) {
        fatalError()
    }
}
