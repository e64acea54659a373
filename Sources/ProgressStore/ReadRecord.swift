import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// The content of a record of a data directory or a log.
enum ReadRecord {
    case progress(StoredProgress, BodyDigest?, CreateKey?)
    case reservation(Reservation)
    case pastRun(RunItem, name: String)
    case right(RightRecord)
    /// About the run or the term: `RunRecord` and `LogHistory` read those before all others.
    case context

    /// - Parameter run: the newest. Versions grow by its gap for each end that was not clean since the record was written.
    init(_ record: StoredRecord, of run: RunRecord) throws(UnreadableRecord) {
        let id = ProgressID(record.id)
        switch try record.knownKind() {
        case .run, .term: self = .context
        case .progress:
            var one = try record.reading { bytes throws(RecordError) in try ProgressRecord(bytes, of: id) }
            one.stored.version += run.versionGap(since: one.uncleanEndCount)
            self = .progress(one.stored, one.bodyDigest.map { BodyDigest($0) }, one.createKey.map { CreateKey($0) })
        case .reservation: self = .reservation(try record.reservation())
        case .pastRun:
            let past = try record.reading { bytes throws(RecordError) in try PastRunRecord.read(bytes, of: id) }
            self = .pastRun(past.item, name: past.name)
        case .right: self = .right(try record.reading { bytes throws(RecordError) in try RightRecord(bytes) })
        }
    }
}
