import ProgressJournal
import ProgressWire

extension StoredRecord {
    func knownKind() throws(JournalError) -> RecordKind {
        if let known = RecordKind(rawValue: kind) { return known }
        throw damaged("a record has the kind \(kind), which this version does not know")
    }

    func reading<Value>(
        _ read: (UnsafeRawBufferPointer) throws(RecordError) -> Value
    ) throws(JournalError) -> Value {
        do { return try read(payload) } catch { throw damaged(error.description) }
    }
}
