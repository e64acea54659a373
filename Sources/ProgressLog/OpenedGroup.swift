package import ProgressRecords

/// The group of an entry, or of a part of a snapshot, that was found undamaged.
package struct OpenedGroup: Sendable {
    package let recordCount: UInt32
    /// The chain that the next one has to continue.
    package let chain: UInt32
    /// `entry 17 of the log`.
    package let source: String

    private let bytes: [UInt8]

    init(_ bytes: [UInt8], recordCount: UInt32, source: String, chain: UInt32) {
        self.bytes = bytes
        self.recordCount = recordCount
        self.source = source
        self.chain = chain
    }

    package var byteCount: Int { bytes.count }

    /// Calls `body` for every record in the order of writing, removals too. A payload is valid while `body` runs.
    ///
    /// - Throws: `.damaged`, with the source.
    package func forEachRecord(
        _ body: (RecordHeader, StoredRecord) throws(UnreadableRecord) -> Void
    ) throws(LogFailure) {
        do throws(UnreadableRecord) {
            try bytes.withUnsafeBufferPointer { bytes throws(UnreadableRecord) in
                let place = RecordPlace(source: source, offset: 0)
                let content = GroupContent(UnsafeRawBufferPointer(bytes), recordCount: recordCount, at: place)
                if let damage = try content.forEachRecord(body) { throw damage }
            }
        } catch {
            throw LogFailure(error)
        }
    }
}
