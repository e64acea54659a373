import ProgressCore
import ProgressJournal
import ProgressRegistry
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

    /// Of a record of that kind. Its key is another where it is still in the form that had the token.
    func reservation() throws(JournalError) -> Reservation {
        try reading { bytes throws(RecordError) in
            try ReservationRecord.read(bytes, id: ProgressID(id)) { TokenDigest(reservation: $0).reservationKey }
        }
    }
}
