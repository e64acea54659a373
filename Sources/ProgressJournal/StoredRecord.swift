/// One record from disk: the newest of its key.
package struct StoredRecord {
    package let kind: UInt8
    package let id: RecordID

    /// Valid only while the closure that gets the record runs.
    package let payload: UnsafeRawBufferPointer

    let path: String
    let offset: UInt64

    /// An error for a payload that the caller cannot read; names file and place.
    package func damaged(_ what: String) -> JournalError {
        .damaged(path: path, offset: offset, what: what)
    }
}
