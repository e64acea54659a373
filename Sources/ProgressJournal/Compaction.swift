/// Merges a snapshot and the journals after it into the next snapshot, from files alone, on a thread of its own.
///
/// A crash at any moment loses nothing: the new snapshot appears whole, and only then the old files go.
package struct Compaction: Sendable {
    package struct Snapshot: Equatable, Sendable {
        package let recordCount: Int
        package let byteCount: UInt64
    }

    let header: FileHeader
    let sources: [SourceFile]
    let directory: DataDirectory

    /// - Parameter goesOn: asked for each group; false stops the work, and leaves everything as it was.
    /// - Returns: nil if it was stopped.
    package func run(while goesOn: () -> Bool = { true }) throws(JournalError) -> Snapshot? {
        guard let snapshot = try write(while: goesOn) else { return nil }
        // What cannot be removed now is a leftover when the directory is opened next.
        for source in sources { try? directory.remove(source.name.text) }
        return snapshot
    }

    /// Without removing what it was made of.
    func write(while goesOn: () -> Bool) throws(JournalError) -> Snapshot? {
        guard let living = try LivingRecords(of: sources, in: directory, while: goesOn) else { return nil }
        let name = FileName.snapshot(header.number).text
        do throws(JournalError) {
            var writer = try SnapshotWriter(header, in: directory)
            let finished = try living.forEach(while: goesOn) { record throws(JournalError) in try writer.append(record)
            }
            guard finished else {
                directory.discard(name)
                return nil
            }
            let byteCount = try writer.finish()
            try directory.publish(name)
            return Snapshot(recordCount: living.count, byteCount: byteCount)
        } catch {
            directory.discard(name)
            throw error
        }
    }

    func target(byteCount: UInt64) -> SourceFile {
        SourceFile(kind: .snapshot, number: header.number, endGroup: header.firstGroup, byteCount: byteCount)
    }
}
