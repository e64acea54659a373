import ProgressCore
import ProgressRecords

/// The kind of a record on disk; kind and id are its key. The numbers are part of the format.
enum RecordKind: UInt8 {
    /// The facts about the whole run: one record.
    case run = 0
    case progress = 1
    case reservation = 2
    /// A grant, a claimed reservation's right, or a session.
    case right = 3
    /// A run of a name whose tree is gone; its id is that of the root.
    case pastRun = 4
    /// How the writer of a cluster took office: one record. No data directory has it.
    case term = 5

    static let newest = Self.term
}

extension RecordID {
    init(_ id: ProgressID) { self.init(high: id.high, low: id.low) }
}

extension ProgressID {
    init(_ id: RecordID) { self.init(high: id.high, low: id.low) }
}
