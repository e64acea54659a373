internal import Glibc
package import ProgressRecords

/// A data directory that was opened, locked and checked completely, and not yet changed.
///
/// Used by one thread at a time. This, or the `Journal` made of it, holds the lock until it goes out of scope.
package struct Recovery: ~Copyable, Sendable {
    /// A torn end: bytes after the last whole group that were never known to be safe.
    package struct Cut: Equatable, Sendable {
        package let path: String
        package let offset: UInt64
        package let byteCount: UInt64
    }

    /// The form in the file `format`; nil in a new directory.
    package let form: RecordForm?
    /// Whether the last run ended with `Journal.close`, or there was none.
    package let wasCleanlyClosed: Bool

    private let directory: DataDirectory
    private let lock: File
    private let settings: JournalSettings
    private let leftovers: [FileName]
    private let living: LivingRecords
    /// The files before the newest journal.
    private let sources: [SourceFile]
    /// Nil in a new directory.
    private let tail: Tail?

    /// Opens `path`, or creates it (0700) in an existing parent; reads and checks all. Never waits for the lock.
    ///
    /// - Throws: `.inUse`, `.notADirectory`, `.notWritable`, `.newer`, `.damaged` or `.system`.
    package init(path: String, settings: JournalSettings = JournalSettings()) throws(JournalError) {
        let directory = try DataDirectory(path: path)
        try directory.checkWritable()
        let lock = try File(directory.path(of: DataDirectory.lockName), O_RDWR | O_CREAT)
        // A failed import deletes the lock file, so an earlier handle may no longer be the lock.
        guard try lock.lock(), lock.isInPlace() else { throw .inUse(path: path) }
        let files = try directory.files()
        let form = try Self.readFormat(of: directory, files)
        let content = form == nil ? nil : try DirectoryContent(files, in: directory)
        let tail = try content?.newestTail(in: directory)
        let sources = try content?.closedFiles(in: directory) ?? []
        let all = tail.map { sources + [$0.source] } ?? sources
        guard let living = try LivingRecords(of: all, in: directory) else { preconditionFailure("Nothing stops this.") }
        self.form = form
        wasCleanlyClosed = tail?.isCleanlyClosed ?? true
        leftovers = content?.leftovers ?? files.filter(\.isTemporary)
        self.directory = directory
        self.lock = lock
        self.settings = settings
        self.living = living
        self.sources = sources
        self.tail = tail
    }

    /// Whether there is a data directory at `path`, in whatever condition.
    package static func holdsData(_ path: String) -> Bool {
        DataDirectory.exists("\(path)/\(DataDirectory.formatName)")
    }

    /// The end that `start` will cut, for the log.
    package var cut: Cut? { tail?.cut }

    /// The number of living records.
    package var recordCount: Int { living.count }

    /// Calls `body` once for each living record, in the order in which their newest values were written.
    ///
    /// - Throws: `.damaged` with what `body` throws (see `StoredRecord.damaged`), or `.damaged` if a file reads differently now.
    package borrowing func forEachRecord(
        _ body: (StoredRecord) throws(UnreadableRecord) -> Void
    ) throws(JournalError) {
        _ = try living.forEach { record throws(JournalError) in
            do throws(UnreadableRecord) { try body(record) } catch { throw JournalError(error) }
        }
    }

    /// Cuts a torn end, makes the rest safe, removes leftovers and withdraws the clean stop, all on disk when it returns:
    /// from then on every end but `Journal.close` is unclean. Show no change to any client before.
    ///
    /// - Parameter written: the form of the records that will be written. Programs that do not read it stop at the file
    ///   `format` from now on.
    /// - Throws: `.newerThanAsked`, with nothing changed, if the directory has a newer form than that.
    package consuming func start(writing written: RecordForm = .newest) throws(JournalError) -> Journal {
        if let form, form > written { throw .newerThanAsked(path: directory.path, form: form, asked: written) }
        for file in leftovers { try directory.remove(file.text) }
        guard let tail else {
            let header = FileHeader(kind: .journal, number: 1, firstGroup: 1, salt: settings.drawSalt())
            let file = try JournalFile(header, in: directory, nextGroup: 1, chunkByteCount: settings.chunkByteCount)
            try Self.write(written, to: directory)
            return Journal(file, sources: [], nextGroup: 1, in: directory, lock: lock, settings: settings)
        }
        if form != written { try Self.write(written, to: directory) }
        let file = try JournalFile(continuing: tail, in: directory)
        let nextGroup = tail.nextGroup
        return Journal(file, sources: sources, nextGroup: nextGroup, in: directory, lock: lock, settings: settings)
    }

    /// Hands the directory over to an import.
    consuming func fill() throws(JournalError) -> NewDirectory {
        guard tail == nil else { throw .notEmpty(path: directory.path, found: DataDirectory.formatName) }
        return try NewDirectory(directory, lock, settings)
    }

    /// The format is written last, after the first journal: a directory without it is new, or was left half made.
    ///
    /// - Returns: nil for a new directory.
    static func readFormat(of directory: DataDirectory, _ files: Set<FileName>) throws(JournalError)
        -> RecordForm?
    {
        guard directory.contains(DataDirectory.formatName) else {
            try checkUnused(directory, files)
            return nil
        }
        let file = try File(directory.path(of: DataDirectory.formatName), O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: FormatFile.mostBytes)
        let count = try bytes.withUnsafeMutableBufferPointer { room throws(JournalError) in
            try file.read(into: UnsafeMutableRawBufferPointer(room), at: 0)
        }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        guard let told = FormatFile(text: text) else {
            throw .damaged(path: file.path, offset: 0, what: "it names no format of a data directory")
        }
        let form = RecordForm(rawValue: told.number)
        guard form <= .newest else {
            let known = "formats up to \(RecordForm.newest)"
            throw .newer(NewerForm(file.path, "it has the format \(form)", known: known, reader: told.reader))
        }
        return form
    }

    private static func checkUnused(_ directory: DataDirectory, _ files: Set<FileName>) throws(JournalError) {
        let written = files.filter { !$0.isTemporary }
        if written.isEmpty { return }
        guard written == [.journal(1)] else { throw missingFormat(directory) }
        let tail = try Tail(ofJournal: 1, in: directory)
        guard tail.nextGroup == tail.header.firstGroup, tail.cut == nil else { throw missingFormat(directory) }
    }

    private static func missingFormat(_ directory: DataDirectory) -> JournalError {
        .damaged(path: directory.path(of: DataDirectory.formatName), offset: 0, what: "it is not there")
    }

    static func write(_ form: RecordForm, to directory: DataDirectory) throws(JournalError) {
        let file = try directory.create(DataDirectory.formatName)
        try file.write(Array(FormatFile(form).text.utf8), at: 0)
        try file.synchronize()
        try directory.publish(DataDirectory.formatName)
    }
}
