/// One record as it was saved: the newest of its key.
package struct StoredRecord {
    package let kind: UInt8
    package let id: RecordID

    /// Valid only while the closure that gets the record runs.
    package let payload: UnsafeRawBufferPointer

    package let place: RecordPlace

    /// An error for a payload that the caller cannot read; names the place.
    package func damaged(_ what: String) -> RecordDamage { RecordDamage(place: place, what: what) }
}
