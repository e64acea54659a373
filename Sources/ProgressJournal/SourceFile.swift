internal import ProgressRecords

/// A snapshot, or a journal up to some group.
struct SourceFile: Equatable, Sendable {
    let kind: FileHeader.Kind
    let number: UInt64
    /// For a journal, the number after its last group. Later groups in the file were written again elsewhere.
    let endGroup: UInt64
    /// The useful part.
    let byteCount: UInt64
    /// It is read up to `endGroup`, whatever follows: of a snapshot as well.
    var isCut = false

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
        while kind == .snapshot && !isCut || expected < endGroup {
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
            let place = RecordPlace(source: reader.path, offset: start)
            let content = GroupContent(reader.payload, recordCount: group.recordCount, at: place)
            if let damage = try content.forEachRecord(body) { throw JournalError(damage) }
        }
        return true
    }
}
