/// The bytes of a `GroupBuffer` that were read back.
package struct GroupContent {
    private let bytes: UnsafeRawBufferPointer
    private let recordCount: UInt32
    private let place: RecordPlace

    /// - Parameters:
    ///   - bytes: headers of records included; valid while this is used.
    ///   - place: of the first byte.
    package init(_ bytes: UnsafeRawBufferPointer, recordCount: UInt32, at place: RecordPlace) {
        self.bytes = bytes
        self.recordCount = recordCount
        self.place = place
    }

    /// Calls `body` for every record in the order of writing, removals too.
    ///
    /// - Returns: nil, or the flaw: the records do not fill their group.
    package func forEachRecord<Failure>(
        _ body: (RecordHeader, StoredRecord) throws(Failure) -> Void
    ) throws(Failure) -> UnreadableRecord? {
        var offset = 0
        for _ in 0..<recordCount {
            guard let start = bytes.baseAddress.map({ $0 + offset }), bytes.count - offset >= RecordHeader.byteCount
            else { break }
            let header = RecordHeader(at: start)
            let end = offset + header.recordByteCount
            guard end <= bytes.count else { break }
            let payload = UnsafeRawBufferPointer(rebasing: bytes[offset + RecordHeader.byteCount..<end])
            try body(header, StoredRecord(kind: header.kind, id: header.id, payload: payload, place: place(of: offset)))
            offset = end
        }
        if offset == bytes.count { return nil }
        return .damaged(place(of: offset), what: "the records do not fill their group")
    }

    private func place(of offset: Int) -> RecordPlace {
        RecordPlace(source: place.source, offset: place.offset + UInt64(offset))
    }
}
