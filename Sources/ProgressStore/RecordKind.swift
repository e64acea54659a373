import ProgressCore
import ProgressJournal

/// What a record on disk is about; with the id its key. The numbers are part of the format.
enum RecordKind: UInt8 {
    /// One of a kind: what belongs to the run as a whole.
    case run = 0
    case progress = 1
    case reservation = 2
    /// A grant, a claimed reservation's right, or a session.
    case right = 3
}

extension RecordID {
    init(_ id: ProgressID) { self.init(high: id.high, low: id.low) }
}

extension ProgressID {
    init(_ id: RecordID) { self.init(high: id.high, low: id.low) }
}
