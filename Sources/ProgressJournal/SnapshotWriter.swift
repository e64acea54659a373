internal import ProgressRecords

/// Writes a snapshot under its temporary name.
struct SnapshotWriter: ~Copyable {
    private static let groupByteCount = 1 << 20
    /// Unsynced bytes delay the syncs of the journal on the same disk, so they stay few.
    private static let syncByteCount: UInt64 = 8 << 20

    private let file: File
    private let header: FileHeader
    private var group = GroupBuffer()
    private var sealed: [UInt8] = []
    private var sum = SnapshotSum()
    private var offset = UInt64(FileHeader.byteCount)
    private var syncedByteCount: UInt64 = 0

    init(_ header: FileHeader, in directory: DataDirectory) throws(JournalError) {
        let file = try directory.create(FileName.snapshot(header.number).text)
        try file.write(header.block(), at: 0)
        self.file = file
        self.header = header
    }

    mutating func append(_ record: StoredRecord) throws(JournalError) {
        try append(kind: record.kind, id: record.id) { $0.append(contentsOf: record.payload) }
    }

    mutating func append(kind: UInt8, id: RecordID, writing write: (inout [UInt8]) -> Void) throws(JournalError) {
        group.append(kind: kind, id: id, writing: write)
        if group.byteCount >= Self.groupByteCount { try writeGroup() }
    }

    /// Writes the end, and makes the file safe.
    ///
    /// - Returns: the size of the file.
    mutating func finish() throws(JournalError) -> UInt64 {
        if !group.isEmpty { try writeGroup() }
        var end = [UInt8](repeating: 0, count: GroupHeader.byteCount)
        end.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            sum.end.write(to: start, salt: header.salt)
        }
        try file.write(end, at: offset)
        try file.synchronize()
        return offset + UInt64(end.count)
    }

    private mutating func writeGroup() throws(JournalError) {
        sealed.removeAll(keepingCapacity: true)
        let (number, salt) = (sum.groupCount, header.salt)
        let seal = GroupHeader.seal(group, number: number, safeByteCount: 0, salt: salt, into: &sealed)
        try file.write(sealed, at: offset)
        sum.add(seal, salt: salt)
        offset += UInt64(sealed.count)
        group.removeAll()
        guard offset - syncedByteCount >= Self.syncByteCount else { return }
        try file.synchronize()
        syncedByteCount = offset
    }
}
