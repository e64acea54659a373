/// One record as it was saved: the newest of its key.
package struct StoredRecord {
    package let kind: UInt8
    package let id: RecordID

    /// Valid only while the closure that gets the record runs.
    package let payload: UnsafeRawBufferPointer

    package let place: RecordPlace

    /// An error for a payload that the caller cannot read; names the place.
    package func damaged(_ what: String) -> UnreadableRecord { .damaged(place, what: what) }

    /// Like `damaged`, for a payload that only a newer version can have written; see `NewerForm`.
    package func newer(_ found: String, known: String) -> UnreadableRecord {
        .newer(NewerForm(place.source, "at byte \(place.offset) \(found)", known: known))
    }
}

/// The 16 bytes that, with a record's kind, are its key.
package struct RecordID: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Where a record was read, for messages.
package struct RecordPlace: Equatable, Sendable {
    /// The path of a file, or the entry or part of a log: `entry 17`.
    package let source: String
    /// Bytes from the start of that.
    package let offset: UInt64

    package init(source: String, offset: UInt64) {
        self.source = source
        self.offset = offset
    }
}

/// A record that cannot be read, although its checksum was right. The store that it came from makes its own error of it.
package enum UnreadableRecord: Error, Equatable, Sendable {
    case damaged(RecordPlace, what: String)
    case newer(NewerForm)
}
