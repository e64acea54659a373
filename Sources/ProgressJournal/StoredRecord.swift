/// One record as it was found on disk: the newest of its key.
package struct StoredRecord {
    package let kind: UInt8
    package let id: RecordID

    /// Valid only while the closure runs that was given the record.
    package let payload: UnsafeRawBufferPointer

    let path: String
    let offset: UInt64

    /// For payloads that their reader does not understand: names file and place.
    package func damaged(_ what: String) -> JournalError {
        .damaged(path: path, offset: offset, what: what)
    }
}
