import ProgressRecords

/// The target of an import's records: all of them appear at once, or none does. One that goes away unfinished leaves
/// nothing.
protocol ImportTarget: AnyObject {
    /// The form of the records that it takes.
    var form: RecordForm { get }

    /// Adds a record, whose key must be new.
    func append(_ kind: RecordKind, _ id: RecordID, _ write: (inout [UInt8]) -> Void) throws(MovingError)

    /// Makes all of it safe, and then visible.
    func finish() throws(MovingError)
}
