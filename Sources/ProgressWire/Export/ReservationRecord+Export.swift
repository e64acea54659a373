package import ProgressCore

/// A reservation as a line of an export.
extension ReservationRecord {
    private static let members = ExportLine.common.union([
        "tokenDigest", "parentID", "pendingUnitCount", "expiresAt", "isClaimed",
    ])
    /// Version 1 of the export had the token itself.
    private static let membersWithToken = members.subtracting(["tokenDigest"]).union(["token"])

    package static func appendLine(_ reservation: Reservation, to bytes: inout [UInt8]) {
        ExportLine.reservation.appendStart(to: &bytes)
        bytes.append(",\"tokenDigest\":")
        Hexadecimal.append(reservation.key.digestBytes, to: &bytes)
        bytes.appendMember(",\"parentID\":", id: reservation.parentID)
        bytes.appendMember(",\"pendingUnitCount\":", integer: reservation.pendingUnitCount)
        bytes.appendMember(",\"expiresAt\":", moment: reservation.expiresAt)
        if reservation.isClaimed { bytes.append(",\"isClaimed\":true") }
        bytes.append("}\n")
    }

    /// - Parameter keyOfToken: makes the key of a reservation from its token.
    package static func read(
        _ members: ObjectMembers,
        _ format: ExportFormat,
        keyOfToken: (ProgressID) -> ProgressID
    ) throws(BodyError) -> Reservation {
        var reservation = Reservation(
            key: try key(members, format, keyOfToken),
            parentID: try members.required("parentID", members.id),
            pendingUnitCount: try members.required("pendingUnitCount") { name throws(BodyError) in
                try members.integer(name, in: 0 ... .max)
            },
            expiresAt: try members.moment("expiresAt")
        )
        reservation.isClaimed = try members.bool("isClaimed") ?? false
        return reservation
    }

    private static func key(
        _ members: ObjectMembers,
        _ format: ExportFormat,
        _ keyOfToken: (ProgressID) -> ProgressID
    ) throws(BodyError) -> ProgressID {
        switch format {
        case .one:
            try members.check(knows: membersWithToken)
            return keyOfToken(try members.required("token", members.id))
        case .two, .three, .four, .five:
            try members.check(knows: Self.members)
            let bytes = try members.required("tokenDigest") { name throws(BodyError) in
                try members.bytes(name, count: 16)
            }
            return ProgressID(digestBytes: bytes)
        }
    }
}

extension ProgressID {
    /// The key of a reservation in the byte order of SHA-256.
    fileprivate var digestBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: high)
        bytes.append(number: low)
        return bytes
    }

    /// - Parameter digestBytes: 16 bytes.
    fileprivate init(digestBytes: [UInt8]) {
        let words = digestBytes.withUnsafeBytes { bytes in
            (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(littleEndian: words.0), low: UInt64(littleEndian: words.1))
    }
}
