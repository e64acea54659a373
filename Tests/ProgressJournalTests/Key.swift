import ProgressJournal
import ProgressRecords

struct Key: Hashable {
    let kind: UInt8
    let id: RecordID

    init(_ number: UInt64, kind: UInt8 = 1) {
        self.kind = kind
        id = RecordID(high: ~number, low: number)
    }

    init(kind: UInt8, id: RecordID) {
        self.kind = kind
        self.id = id
    }
}
