package import ProgressCore

/// A reservation as it lies on disk; its token is the record's key.
package enum ReservationRecord {
    private static let form: UInt8 = 1

    package static func append(_ reservation: Reservation, to bytes: inout [UInt8]) {
        bytes.append(form)
        bytes.append(number: reservation.parentID.high)
        bytes.append(number: reservation.parentID.low)
        bytes.append(number: reservation.pendingUnitCount)
        bytes.append(number: reservation.expiresAt ?? -1)
        bytes.append(reservation.isClaimed ? 1 : 0)
    }

    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        token: ProgressID
    ) throws(RecordError) -> Reservation {
        var reader = RecordReader(bytes)
        let form = try reader.number(UInt8.self)
        guard form == Self.form else { throw .unknownForm(form) }
        let parentID = ProgressID(high: try reader.number(UInt64.self), low: try reader.number(UInt64.self))
        let pendingUnitCount = try reader.number(Int64.self)
        let expiresAt = try reader.number(Int64.self)
        var reservation = Reservation(
            token: token,
            parentID: parentID,
            pendingUnitCount: pendingUnitCount,
            expiresAt: expiresAt < 0 ? nil : expiresAt
        )
        reservation.isClaimed = try reader.number(UInt8.self) != 0
        try reader.finish()
        return reservation
    }
}
