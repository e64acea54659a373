internal import ProgressRecords

/// The totals in the end of a snapshot.
struct SnapshotSum {
    private(set) var groupCount: UInt64 = 0
    private(set) var recordCount: UInt64 = 0
    private var checksum: UInt32 = 0

    mutating func add(_ group: GroupHeader, salt: UInt64) {
        groupCount += 1
        recordCount += UInt64(group.recordCount)
        withUnsafeTemporaryAllocation(byteCount: GroupHeader.byteCount, alignment: 8) { bytes in
            guard let start = bytes.baseAddress else { return }
            group.write(to: start, salt: salt)
            checksum = Checksum.of(UnsafeRawBufferPointer(bytes), after: checksum)
        }
    }

    var end: GroupHeader {
        GroupHeader(
            kind: .end,
            payloadByteCount: 0,
            number: groupCount,
            safeByteCount: recordCount,
            recordCount: 0,
            payloadChecksum: checksum,
            fillCount: 0
        )
    }

    /// Compares with `group`, the last that was read.
    func check(_ group: GroupHeader, _ reader: borrowing GroupReader) throws(JournalError) {
        guard reader.header.kind == .snapshot, group == end else {
            throw reader.damaged("this is not the end of what is before it")
        }
        guard reader.offset == reader.byteCount else { throw reader.damaged("there is something after the end") }
    }
}
