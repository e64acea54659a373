import ProgressCore
import ProgressRecords
import ProgressRegistry
import ProgressWire

extension StoredRecord {
    func knownKind() throws(UnreadableRecord) -> RecordKind {
        if let known = RecordKind(rawValue: kind) { return known }
        throw newer("a record has the kind \(kind)", known: "kinds up to \(RecordKind.newest.rawValue)")
    }

    func reading<Value>(
        _ read: (UnsafeRawBufferPointer) throws(RecordError) -> Value
    ) throws(UnreadableRecord) -> Value {
        do { return try read(payload) } catch {
            if case .newer(let found, let known) = error { throw newer(found, known: known) }
            throw damaged(error.description)
        }
    }

    /// Reads a record of that kind. In the older form, which held the token, its id is not the reservation's key.
    func reservation() throws(UnreadableRecord) -> Reservation {
        try reading { bytes throws(RecordError) in
            try ReservationRecord.read(bytes, id: ProgressID(id)) { TokenDigest(reservation: $0).reservationKey }
        }
    }
}
