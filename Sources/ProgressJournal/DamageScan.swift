internal import ProgressRecords

/// Looks for the first damage of a data directory, in the order in which its files were written.
struct DamageScan {
    /// The readable data: whole files, and the beginning of the damaged one.
    private(set) var sources: [SourceFile] = []
    private(set) var damage: JournalError?
    /// The paths of the files after it.
    private(set) var omitted: [String] = []

    private let directory: DataDirectory
    /// The first one that the next journal may have to begin with.
    private var nextGroup: UInt64 = 1

    /// - Throws: `.newer`: what another version wrote is no damage.
    init(of files: Set<FileName>, in directory: DataDirectory) throws(JournalError) {
        self.directory = directory
        let (snapshot, journals) = Self.living(files)
        if let snapshot { try readSnapshot(snapshot) }
        let first = snapshot ?? 1
        if damage == nil, journals.isEmpty { damage = missing(.journal(first)) }
        if snapshot == nil, let oldest = journals.first, oldest > 1 { damage = missing(.snapshot(oldest)) }
        for (place, number) in journals.enumerated() {
            let expected = first + UInt64(place)
            if damage == nil, number != expected { damage = missing(.journal(expected)) }
            guard damage == nil else {
                omitted.append(directory.path(of: .journal(number)))
                continue
            }
            try readJournal(number, before: place + 1 < journals.count ? journals[place + 1] : nil)
        }
    }

    private static func living(_ files: Set<FileName>) -> (snapshot: UInt64?, journals: [UInt64]) {
        var (snapshot, journals) = (UInt64?.none, [UInt64]())
        for file in files {
            switch file {
            case .snapshot(let number): snapshot = max(snapshot ?? number, number)
            case .journal(let number): journals.append(number)
            case .temporary: break
            }
        }
        return (snapshot, journals.filter { $0 >= snapshot ?? 1 }.sorted())
    }

    private func missing(_ name: FileName) -> JournalError {
        .damaged(path: directory.path(of: name), offset: 0, what: "it is not there")
    }

    private mutating func readSnapshot(_ number: UInt64) throws(JournalError) {
        try take(intact(.snapshot, number, before: .max))
        if damage == nil { nextGroup = try GroupReader(.snapshot, number, in: directory).header.firstGroup }
    }

    /// - Parameter next: the journal after it, which says where this one ends; nil: none.
    private mutating func readJournal(_ number: UInt64, before next: UInt64?) throws(JournalError) {
        let end: UInt64
        do throws(JournalError) {
            end = try self.end(of: number, before: next)
        } catch {
            // All that is whole in it, although it should not end there.
            var found = intact(.journal, number, before: .max)
            found.flaw = error
            return try take(found)
        }
        try take(intact(.journal, number, before: end))
        nextGroup = end
    }

    private func end(of number: UInt64, before next: UInt64?) throws(JournalError) -> UInt64 {
        guard let next else { return try Tail(ofJournal: number, in: directory).nextGroup }
        return try GroupReader(.journal, next, in: directory).header.firstGroup
    }

    private mutating func take(_ found: (file: SourceFile?, flaw: JournalError?)) throws(JournalError) {
        if case .newer? = found.flaw, let flaw = found.flaw { throw flaw }
        if let file = found.file { sources.append(file) }
        damage = found.flaw
    }

    /// The whole groups of a file before `end`, or before the first flaw.
    private func intact(
        _ kind: FileHeader.Kind,
        _ number: UInt64,
        before end: UInt64
    ) -> (file: SourceFile?, flaw: JournalError?) {
        var file: SourceFile?
        do throws(JournalError) {
            var reader = try GroupReader(kind, number, in: directory)
            var (sum, expected) = (SnapshotSum(), kind == .journal ? reader.header.firstGroup : 0)
            guard kind == .snapshot || expected == nextGroup else {
                throw reader.damaged("it does not continue what is before it", at: 0)
            }
            while kind == .snapshot || expected < end {
                file = SourceFile(kind: kind, number: number, endGroup: expected, byteCount: reader.offset, isCut: true)
                guard let group = try reader.next(), group.number == expected else {
                    throw reader.damaged("group \(expected) is not here")
                }
                if group.kind == .end {
                    try sum.check(group, reader)
                    break
                }
                sum.add(group, salt: reader.header.salt)
                try Self.checkRecords(of: group, reader)
                expected += 1
            }
            let (count, isSnapshot) = (reader.offset, kind == .snapshot)
            let endGroup = isSnapshot ? reader.header.firstGroup : expected
            return (SourceFile(kind: kind, number: number, endGroup: endGroup, byteCount: count), nil)
        } catch {
            return (file, error)
        }
    }

    private static func checkRecords(of group: GroupHeader, _ reader: borrowing GroupReader) throws(JournalError) {
        let start = reader.offset - UInt64(group.groupByteCount - GroupHeader.byteCount)
        let place = RecordPlace(source: reader.path, offset: start)
        let content = GroupContent(reader.payload, recordCount: group.recordCount, at: place)
        if let damage = try content.forEachRecord({ _, _ throws(JournalError) in }) { throw JournalError(damage) }
    }
}
