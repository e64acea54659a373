/// Merges a snapshot and the journals after it into the next snapshot: reads files only, on a separate thread.
///
/// A crash at any moment loses nothing: the old files go only when the new snapshot is complete and in place.
package struct Compaction: Sendable {
    package struct Snapshot: Equatable, Sendable {
        package let recordCount: Int
        package let byteCount: UInt64
    }

    let header: FileHeader
    let sources: [SourceFile]
    let directory: DataDirectory

    /// - Parameter goesOn: called for each group; false stops the work and leaves everything as it was.
    /// - Returns: nil if it was stopped.
    package func run(while goesOn: () -> Bool = { true }) throws(JournalError) -> Snapshot? {
        guard let snapshot = try write(while: goesOn) else { return nil }
        // A file that cannot be removed now is a leftover at the next start.
        for source in sources { try? directory.remove(source.name.text) }
        return snapshot
    }

    /// Writes the snapshot, and keeps its sources.
    func write(while goesOn: () -> Bool) throws(JournalError) -> Snapshot? {
        guard let living = try LivingRecords(of: sources, in: directory, while: goesOn) else { return nil }
        let name = FileName.snapshot(header.number).text
        do throws(JournalError) {
            var writer = try SnapshotWriter(header, in: directory)
            let finished = try living.forEach(while: goesOn) { record throws(JournalError) in
                try writer.append(record)
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
