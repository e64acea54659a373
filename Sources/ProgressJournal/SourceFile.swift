/// A snapshot, or a journal up to some group.
struct SourceFile: Equatable, Sendable {
    let kind: FileHeader.Kind
    let number: UInt64
    /// Of a journal: the number after its last group. Later groups in the file were written again elsewhere.
    let endGroup: UInt64
    /// The useful part.
    let byteCount: UInt64

    var name: FileName { kind == .journal ? .journal(number) : .snapshot(number) }

    /// Calls `body` for every record in the order of writing, removals too; calls `goesOn` at each group.
    ///
    /// - Returns: false if it was stopped.
    func forEachRecord(
        in directory: DataDirectory,
        while goesOn: () -> Bool,
        _ body: (RecordHeader, StoredRecord) throws(JournalError) -> Void
    ) throws(JournalError) -> Bool {
        var reader = try GroupReader(kind, number, in: directory)
        var sum = SnapshotSum()
        var expected = kind == .journal ? reader.header.firstGroup : 0
        while kind == .snapshot || expected < endGroup {
            guard goesOn() else { return false }
            guard let group = try reader.next(), group.number == expected else {
                throw reader.damaged("group \(expected) is not here")
            }
            if group.kind == .end {
                try sum.check(group, reader)
                return true
            }
            sum.add(group, salt: reader.header.salt)
            expected += 1
            let start = reader.offset - UInt64(group.groupByteCount - GroupHeader.byteCount)
            try Self.split(reader.payload, of: group, at: start, in: reader.path, body)
        }
        return true
    }

    private static func split(
        _ payload: UnsafeRawBufferPointer,
        of group: GroupHeader,
        at offset: UInt64,
        in path: String,
        _ body: (RecordHeader, StoredRecord) throws(JournalError) -> Void
    ) throws(JournalError) {
        var place = 0
        for _ in 0..<group.recordCount {
            guard let start = payload.baseAddress.map({ $0 + place }), payload.count - place >= RecordHeader.byteCount
            else { break }
            let header = RecordHeader(at: start)
            let end = place + header.recordByteCount
            guard end <= payload.count else { break }
            let content = UnsafeRawBufferPointer(rebasing: payload[place + RecordHeader.byteCount..<end])
            let record = StoredRecord(
                kind: header.kind,
                id: header.id,
                payload: content,
                path: path,
                offset: offset + UInt64(place)
            )
            try body(header, record)
            place = end
        }
        guard place == payload.count else {
            throw .damaged(path: path, offset: offset + UInt64(place), what: "the records do not fill their group")
        }
    }
}
