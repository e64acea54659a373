package import ProgressCore

/// A reservation on disk: half of the SHA-256 of its token is the key of the record.
package enum ReservationRecord {
    /// The form in which the token itself was the key.
    private static let formWithToken: UInt8 = 1
    private static let form: UInt8 = 2

    package static func append(_ reservation: Reservation, to bytes: inout [UInt8]) {
        bytes.append(form)
        bytes.append(number: reservation.parentID.high)
        bytes.append(number: reservation.parentID.low)
        bytes.append(number: reservation.pendingUnitCount)
        bytes.append(number: reservation.expiresAt ?? -1)
        bytes.append(reservation.isClaimed ? 1 : 0)
    }

    /// - Parameters:
    ///   - id: the key of the record; in the old form the token in clear.
    ///   - keyOfToken: makes the key of a reservation from its token.
    package static func read(
        _ bytes: UnsafeRawBufferPointer,
        id: ProgressID,
        keyOfToken: (ProgressID) -> ProgressID
    ) throws(RecordError) -> Reservation {
        var reader = RecordReader(bytes)
        let form = try reader.form(upTo: Self.form)
        let parentID = ProgressID(high: try reader.number(UInt64.self), low: try reader.number(UInt64.self))
        let pendingUnitCount = try reader.number(Int64.self)
        let expiresAt = try reader.number(Int64.self)
        var reservation = Reservation(
            key: form == Self.formWithToken ? keyOfToken(id) : id,
            parentID: parentID,
            pendingUnitCount: pendingUnitCount,
            expiresAt: expiresAt < 0 ? nil : expiresAt
        )
        reservation.isClaimed = try reader.number(UInt8.self) != 0
        try reader.finish()
        return reservation
    }
}
