internal import Glibc
package import ProgressRecords

/// The data before the first damage of a data directory: if that is in a journal, the content of an earlier moment; if
/// it is in the snapshot, a part of one.
///
/// Only reads, so a directory that cannot be written to will do.
package struct Salvage: ~Copyable, Sendable {
    /// nil: all of it can be read.
    package let damage: JournalError?
    /// Whether only the file `format` is damaged, without which everything can be read.
    package let isOfFormatAlone: Bool
    /// The files after the damage, of which nothing is read.
    package let omitted: [String]
    private let living: LivingRecords
    /// nil: the directory has no file for it, as a copy may not.
    private let lock: File?

    /// - Throws: `.inUse`, `.newer`, `.notADirectory` or `.system`; damage is no error here.
    package init(path: String) throws(JournalError) {
        let directory = try DataDirectory(path: path)
        let lock = try Self.lock(directory)
        let files = try directory.files()
        let flaw = try Self.flawOfFormat(directory, files)
        let scan = try DamageScan(of: files, in: directory)
        guard let living = try LivingRecords(of: scan.sources, in: directory) else {
            preconditionFailure("Nothing stops this.")
        }
        damage = scan.damage ?? flaw
        isOfFormatAlone = scan.damage == nil && flaw != nil
        omitted = scan.omitted
        self.living = living
        self.lock = lock
    }

    /// Whether there is any file of a data directory at `path`.
    package static func holdsData(_ path: String) -> Bool {
        guard let names = try? DataDirectory.entries(of: path) else { return false }
        return names.contains { $0 == DataDirectory.formatName || FileName($0)?.isTemporary == false }
    }

    /// Like `Recovery.forEachRecord`.
    package borrowing func forEachRecord(
        _ body: (StoredRecord) throws(UnreadableRecord) -> Void
    ) throws(JournalError) {
        _ = try living.forEach { record throws(JournalError) in
            do throws(UnreadableRecord) { try body(record) } catch { throw JournalError(error) }
        }
    }

    /// - Throws: `.newer`, or `.system`.
    private static func flawOfFormat(_ directory: DataDirectory, _ files: Set<FileName>) throws(JournalError)
        -> JournalError?
    {
        do throws(JournalError) { _ = try Recovery.readFormat(of: directory, files) } catch {
            guard case .damaged = error else { throw error }
            return error
        }
        return nil
    }

    private static func lock(_ directory: DataDirectory) throws(JournalError) -> File? {
        guard directory.contains(DataDirectory.lockName) else { return nil }
        let file = try File(directory.path(of: DataDirectory.lockName), O_RDONLY)
        guard try file.lock() else { throw .inUse(path: directory.path) }
        return file
    }
}
