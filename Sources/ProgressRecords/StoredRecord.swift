/// One record as it was saved: the newest of its key.
package struct StoredRecord {
    package let kind: UInt8
    package let id: RecordID

    /// Valid only while the closure that gets the record runs.
    package let payload: UnsafeRawBufferPointer

    package let place: RecordPlace

    /// An error for a payload that the caller cannot read; names the place.
    package func damaged(_ what: String) -> UnreadableRecord { .damaged(place, what: what) }

    /// The same for what only a newer version can have written; see `NewerForm`.
    package func newer(_ found: String, known: String) -> UnreadableRecord {
        .newer(NewerForm(place.source, "at byte \(place.offset) \(found)", known: known))
    }
}
