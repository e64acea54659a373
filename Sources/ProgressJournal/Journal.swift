package import ProgressRecords

/// The open journal: appends groups, and makes them safe. Used by one thread at a time, the writer's.
package struct Journal: ~Copyable, Sendable {
    private let directory: DataDirectory
    private let settings: JournalSettings
    private let lock: File

    private var file: JournalFile
    /// The files before the current one: perhaps a snapshot, and journals.
    private var sources: [SourceFile]
    private var isCompacting = false
    /// Bytes since the snapshot at which the next one is due.
    private var rotationThreshold: UInt64 = 0

    private var nextGroup: UInt64
    /// The groups since the last good sync, as in the file.
    private var unsynced: [UInt8] = []
    /// A sync failed: the end of the file is unknown, whatever later calls report.
    private var isBroken = false
    private var isClosed = false

    /// Whether a chunk is reserved ahead. If not, the disk is full: acknowledged writes still find room for a while, new
    /// ones should be refused. `renewReserve` tries again.
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
    /// - Throws: `.system`. Then the group is not in the file and never will be, earlier groups are untouched, and the
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
    /// next `sync` or `append` writes them into a new journal and continues there.
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

    /// Tries to reserve a chunk ahead, unless there is one. `append` does it too, until it fails once.
    package mutating func renewReserve() {
        let chunk = UInt64(settings.chunkByteCount)
        if file.reserveByteCount < chunk {
            // The append that needs the room reports why there is none.
            try? file.reserve(2 * chunk)
        }
        hasReserve = file.reserveByteCount >= chunk
    }

    /// Syncs, records a clean stop on disk, and releases the lock. Append nothing afterwards; after an error it may be
    /// tried again.
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

    /// Writes the unsynced groups into a new journal, which supersedes the end of the old one.
    private mutating func beginAgain() throws(JournalError) {
        try beginFile(firstGroup: file.safeGroup, from: unsynced)
        unsynced.removeAll(keepingCapacity: true)
        isBroken = false
    }

    /// Begins the next file with groups that were sealed for the current one. They are safe when this returns.
    private mutating func beginFile(firstGroup: UInt64, from groups: [UInt8]) throws(JournalError) {
        let number = file.header.number + 1
        let header = FileHeader(kind: .journal, number: number, firstGroup: firstGroup, salt: settings.drawSalt())
        let next = try JournalFile(
            header,
            in: directory,
            holding: GroupHeader.sealAgain(groups, from: file.header.salt, to: header.salt),
            nextGroup: nextGroup,
            chunkByteCount: settings.chunkByteCount
        )
        // Lets a later start notice that a file is missing; nothing else needs it.
        try? file.mark(.continued)
        sources.append(
            SourceFile(kind: .journal, number: number - 1, endGroup: firstGroup, byteCount: file.safeByteCount)
        )
        file = next
        renewReserve()
    }
}

/// Rotation: journals become snapshots.
extension Journal {
    /// Whether the journals have grown enough since the last snapshot for `rotate` to be worth its cost, and no compaction
    /// runs. After one that failed they must grow by another `rotationByteCount`.
    package var needsRotation: Bool { !isCompacting && byteCountSinceSnapshot >= rotationThreshold }

    /// Makes `needsRotation` true as soon as no compaction runs: the files hold something that must disappear.
    package mutating func requestRotation() { rotationThreshold = 0 }

    /// Syncs, begins the next journal, and returns the work of merging all files before it into a snapshot, for another
    /// thread. One at a time; report its end with `end`.
    ///
    /// - Throws: `.system`; the journal continues as before.
    package mutating func rotate() throws(JournalError) -> Compaction {
        precondition(!isCompacting, "One compaction at a time.")
        try sync()
        try beginFile(firstGroup: nextGroup, from: [])
        isCompacting = true
        let header = FileHeader(
            kind: .snapshot,
            number: file.header.number,
            firstGroup: nextGroup,
            salt: settings.drawSalt()
        )
        return Compaction(header: header, sources: sources, directory: directory)
    }

    /// The compaction ended. `snapshot`: the result of `run`; nil if it was stopped or threw.
    package mutating func end(_ compaction: Compaction, snapshot: Compaction.Snapshot?) {
        isCompacting = false
        guard let snapshot else {
            rotationThreshold = byteCountSinceSnapshot + UInt64(settings.rotationByteCount)
            return
        }
        sources.removeFirst(compaction.sources.count)
        sources.insert(compaction.target(byteCount: snapshot.byteCount), at: 0)
        setRotationThreshold()
    }

    /// The size of the snapshot, so that the bytes written for snapshots stay a small multiple of those for journals.
    private mutating func setRotationThreshold() {
        let snapshot = sources.first { $0.kind == .snapshot }?.byteCount ?? 0
        rotationThreshold = max(snapshot, UInt64(settings.rotationByteCount))
    }

    private var byteCountSinceSnapshot: UInt64 {
        sources.reduce(file.offset) { $1.kind == .journal ? $0 + $1.byteCount : $0 }
    }
}
