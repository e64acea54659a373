import ProgressRecords
import ProgressWire

/// The facts that a log tells of its writers so far, and that the next one continues.
struct LogHistory: Equatable, Sendable {
    private(set) var run = RunRecord()
    /// nil: there was no writer yet.
    private(set) var term: TermRecord?
    /// The newest time of any node, or at which a writer took office; milliseconds since 1970.
    private(set) var newestTime: Int64 = 0

    /// Takes its own facts from a record.
    /// - Returns: whether that is all that the record says.
    @discardableResult
    mutating func note(_ record: StoredRecord) throws(UnreadableRecord) -> Bool {
        switch RecordKind(rawValue: record.kind) {
        case .run: run = try record.reading { bytes throws(RecordError) in try RunRecord(bytes) }
        case .term:
            let term = try record.reading { bytes throws(RecordError) in try TermRecord(bytes) }
            self.term = term
            noteTime(term.newestTime)
        default: return false
        }
        return true
    }

    /// This history after a writer that continues with `run`, and took office as `term` says.
    func continued(by run: RunRecord, _ term: TermRecord? = nil) -> LogHistory {
        var continued = self
        continued.run = run
        if let term { continued.term = term }
        return continued
    }

    mutating func noteTime(_ time: Int64) { newestTime = max(newestTime, time) }
}
