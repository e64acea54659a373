import ProgressJournal
import ProgressRecords

extension GroupBuffer {
    init(_ changes: [Change]) {
        self.init()
        for change in changes {
            switch change {
            case .set(let key, let bytes): bytes.withUnsafeBytes { append(kind: key.kind, id: key.id, payload: $0) }
            case .remove(let key): appendRemoval(kind: key.kind, id: key.id)
            }
        }
    }
}

extension Journal {
    mutating func append(_ changes: [Change]) throws(JournalError) { try append(GroupBuffer(changes)) }
}

extension Recovery {
    borrowing func records() throws(JournalError) -> [(key: Key, bytes: [UInt8])] {
        var records: [(key: Key, bytes: [UInt8])] = []
        try forEachRecord { record in records.append((Key(kind: record.kind, id: record.id), Array(record.payload))) }
        return records
    }

    borrowing func content() throws(JournalError) -> [Key: [UInt8]] {
        let records = try records()
        let content = Dictionary(records.map { ($0.key, $0.bytes) }) { _, _ in preconditionFailure("A key comes once.")
        }
        precondition(content.count == recordCount, "As many records as are said.")
        return content
    }
}
