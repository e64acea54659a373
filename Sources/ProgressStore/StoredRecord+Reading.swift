import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressWire

extension StoredRecord {
    func knownKind() throws(RecordDamage) -> RecordKind {
        if let known = RecordKind(rawValue: kind) { return known }
        throw damaged("a record has the kind \(kind), which this version does not know")
    }

    func reading<Value>(
        _ read: (UnsafeRawBufferPointer) throws(RecordError) -> Value
    ) throws(RecordDamage) -> Value {
        do { return try read(payload) } catch { throw damaged(error.description) }
    }

    /// Reads a record of that kind. In the older form, which held the token, its id is not the reservation's key.
    func reservation() throws(RecordDamage) -> Reservation {
        try reading { bytes throws(RecordError) in
            try ReservationRecord.read(bytes, id: ProgressID(id)) { TokenDigest(reservation: $0).reservationKey }
        }
    }
}
