import ProgressJournal
import ProgressRecords

/// An empty data directory.
final class DirectoryTarget: ImportTarget {
    private var filling: NewDirectory

    var form: RecordForm { .newest }

    init(_ path: String) throws(MovingError) {
        do { filling = try NewDirectory.begin(path: path) } catch { throw .storage(error) }
    }

    func append(_ kind: RecordKind, _ id: RecordID, _ write: (inout [UInt8]) -> Void) throws(MovingError) {
        do { try filling.append(kind: kind.rawValue, id: id, writing: write) } catch { throw .storage(error) }
    }

    func finish() throws(MovingError) {
        do { try filling.finish(form) } catch { throw .storage(error) }
    }
}
