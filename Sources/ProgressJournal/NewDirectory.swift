package import ProgressRecords

/// A data directory that an import fills: all of it appears at once, or nothing does.
///
/// Records go into a snapshot that is renamed when everything else is in place. Until then a crash leaves a directory
/// without data. Used by one thread; holds the lock until it goes out of scope.
package struct NewDirectory: ~Copyable, Sendable {
    private static let number: UInt64 = 1

    private let directory: DataDirectory
    private let lock: File
    private let settings: JournalSettings
    private var writer: SnapshotWriter
    private var isFinished = false

    /// Opens `path`, which must be empty, or absent with an existing parent.
    ///
    /// - Throws: `.notEmpty`, with nothing changed, or what `Recovery` throws.
    package static func begin(
        path: String,
        settings: JournalSettings = JournalSettings()
    ) throws(JournalError) -> NewDirectory {
        try checkEmpty(path)
        return try Recovery(path: path, settings: settings).fill()
    }

    init(
        _ directory: DataDirectory,
        _ lock: consuming File,
        _ settings: JournalSettings
    ) throws(JournalError) {
        let header = FileHeader(kind: .snapshot, number: Self.number, firstGroup: 1, salt: settings.drawSalt())
        do throws(JournalError) {
            writer = try SnapshotWriter(header, in: directory)
        } catch {
            Self.empty(directory)
            throw error
        }
        self.directory = directory
        self.lock = lock
        self.settings = settings
    }

    deinit {
        if !isFinished { Self.empty(directory) }
    }

    /// Removes whatever was written, and the directory if it was created for this.
    private static func empty(_ directory: DataDirectory) {
        for file in [FileName.snapshot(number), .journal(number)] {
            directory.discard(file.text)
            try? directory.remove(file.text)
        }
        for name in [DataDirectory.formatName, DataDirectory.lockName] {
            directory.discard(name)
            try? directory.remove(name)
        }
        if directory.isNew { directory.removeItself() }
    }

    /// Adds a record, whose key must be new.
    package mutating func append(
        kind: UInt8,
        id: RecordID,
        writing write: (inout [UInt8]) -> Void
    ) throws(JournalError) {
        try writer.append(kind: kind, id: id, writing: write)
    }

    /// Makes all of it safe, as after a clean stop, and then visible.
    /// - Parameter form: of the records.
    package mutating func finish(_ form: RecordForm) throws(JournalError) {
        _ = try writer.finish()
        let header = FileHeader(kind: .journal, number: Self.number, firstGroup: 1, salt: settings.drawSalt())
        let journal = try JournalFile(header, in: directory, nextGroup: 1, chunkByteCount: settings.chunkByteCount)
        try journal.mark(.cleanlyClosed)
        try Recovery.write(form, to: directory)
        try directory.publish(FileName.snapshot(Self.number).text)
        isFinished = true
    }

    /// A lock, leftovers of a crashed import, and `lost+found` do not count.
    private static func checkEmpty(_ path: String) throws(JournalError) {
        guard DataDirectory.exists(path) else { return }
        for name in try DataDirectory.entries(of: path) {
            if FileName(name)?.isTemporary == true { continue }
            guard name == DataDirectory.lockName || name == "lost+found" else {
                throw .notEmpty(path: path, found: name)
            }
        }
    }
}
