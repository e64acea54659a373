/// The open journal: appends groups, and makes them safe. Confined to one thread at a time, the writer's.
package struct Journal: ~Copyable, Sendable {
    let directory: DataDirectory
    let settings: JournalSettings
    private let lock: File

    var file: JournalFile
    /// Before the current file: a snapshot, perhaps, and journals.
    var sources: [SourceFile]
    var isCompacting = false
    /// Bytes since the snapshot at which the next one is due.
    var rotationThreshold: UInt64 = 0

    var nextGroup: UInt64
    /// Groups since the last good sync, as they stand in the file.
    private var unsynced: [UInt8] = []
    /// After a failed sync the file's end is unknown, whatever later calls say.
    private var isBroken = false
    private var isClosed = false

    /// Whether a chunk is reserved ahead. If not, the disk is full: what was acknowledged still finds room for a while,
    /// new writes should be refused. `renewReserve` asks again.
    package private(set) var hasReserve = true

    init(
        _ file: consuming JournalFile,
        sources: [SourceFile],
        nextGroup: UInt64,
        in directory: DataDirectory,
        lock: consuming File,
        settings: JournalSettings
    ) {
        self.file = file
        self.sources = sources
        self.nextGroup = nextGroup
        self.directory = directory
        self.lock = lock
        self.settings = settings
        setRotationThreshold()
        renewReserve()
    }

    /// Whether `sync` has nothing to do.
    package var isSynced: Bool { unsynced.isEmpty && !isBroken }

    /// Writes the group; a crash of the process alone does not lose it, a loss of power may until `sync`. An empty group
    /// is not written.
    ///
    /// - Throws: `.system`. The group is not there then, whatever comes, what was written before is as it was, and the
    ///   same group may be appended later.
    package mutating func append(_ group: borrowing GroupBuffer) throws(JournalError) {
        precondition(!isClosed, "A closed journal is not written to.")
        guard !group.isEmpty else { return }
        if isBroken || unsynced.count >= settings.unsyncedByteCount { try sync() }
        let start = unsynced.count
        let (number, safe, salt) = (nextGroup, file.safeByteCount, file.header.salt)
        GroupHeader.seal(group, number: number, safeByteCount: safe, salt: salt, into: &unsynced)
        do throws(JournalError) {
            try file.append(unsynced, from: start)
        } catch {
            unsynced.removeSubrange(start...)
            throw error
        }
        nextGroup += 1
        if hasReserve { renewReserve() }
    }

    /// Makes all appended groups safe: one fdatasync.
    ///
    /// After a failed fdatasync the kernel may have dropped the pages and forgotten that, so trying again on the same
    /// file would report success for data that is gone. The groups since the last good sync are kept in memory; the
    /// next `sync` or `append` writes them into a new journal, and goes on there.
    /// - Throws: `.system`: nothing since the last good sync is safe. Call it again later.
    package mutating func sync() throws(JournalError) {
        if isBroken { return try beginAgain() }
        guard !unsynced.isEmpty else { return }
        do throws(JournalError) {
            try file.synchronize(nextGroup: nextGroup)
        } catch {
            isBroken = true
            throw error
        }
        unsynced.removeAll(keepingCapacity: true)
    }

    /// Tries to reserve a chunk ahead, if there is none. `append` does it too, as long as there was one.
    package mutating func renewReserve() {
        let chunk = UInt64(settings.chunkByteCount)
        if file.reserveByteCount < chunk {
            // Why it failed is said by the append that needs it and fails, too.
            try? file.reserve(2 * chunk)
        }
        hasReserve = file.reserveByteCount >= chunk
    }

    /// Syncs and records a clean stop, on disk, and gives up the lock. Nothing may be appended afterwards; after an error
    /// it may be tried again.
    package mutating func close() throws(JournalError) {
        try sync()
        do throws(JournalError) {
            try file.mark(.cleanlyClosed)
        } catch {
            isBroken = true
            throw error
        }
        isClosed = true
        lock.unlock()
    }

    /// Writes what the last sync left out into a journal of its own, which supersedes the end of the old one.
    private mutating func beginAgain() throws(JournalError) {
        try beginFile(firstGroup: file.safeGroup, from: unsynced)
        unsynced.removeAll(keepingCapacity: true)
        isBroken = false
    }

    /// Begins the next file with groups that are sealed for the current one. Safe when this returns.
    mutating func beginFile(firstGroup: UInt64, from groups: [UInt8]) throws(JournalError) {
        let number = file.header.number + 1
        let header = FileHeader(kind: .journal, number: number, firstGroup: firstGroup, salt: settings.drawSalt())
        let next = try JournalFile(
            header,
            in: directory,
            holding: GroupHeader.sealAgain(groups, from: file.header.salt, to: header.salt),
            nextGroup: nextGroup,
            chunkByteCount: settings.chunkByteCount
        )
        // It makes a missing file show; nothing needs it.
        try? file.mark(.continued)
        sources.append(
            SourceFile(kind: .journal, number: number - 1, endGroup: firstGroup, byteCount: file.safeByteCount)
        )
        file = next
        renewReserve()
    }
}
