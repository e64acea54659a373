/// Merges a snapshot and the journals after it into the next snapshot, from files alone, on a thread of its own.
///
/// A crash at any moment loses nothing: the new snapshot appears whole, and only then the old files go.
package struct Compaction: Sendable {
    package struct Snapshot: Sendable {
        package let recordCount: Int
        package let byteCount: UInt64
    }

    /// - Parameter goesOn: asked some hundred times a second; false stops the work, and leaves everything as it was.
    /// - Returns: nil if it was stopped.
    package func run(while goesOn: () -> Bool) throws(JournalError) -> Snapshot? {
        fatalError()
    }
}
