package import ProgressCore

/// A reservation as a line of an export.
extension ReservationRecord {
    private static let members = ExportLine.common.union([
        "token", "parentID", "pendingUnitCount", "expiresAt", "isClaimed",
    ])

    package static func appendLine(_ reservation: Reservation, to bytes: inout [UInt8]) {
        ExportLine.reservation.appendStart(to: &bytes)
        bytes.appendMember(",\"token\":", id: reservation.token)
        bytes.appendMember(",\"parentID\":", id: reservation.parentID)
        bytes.appendMember(",\"pendingUnitCount\":", integer: reservation.pendingUnitCount)
        bytes.appendMember(",\"expiresAt\":", moment: reservation.expiresAt)
        if reservation.isClaimed { bytes.append(",\"isClaimed\":true") }
        bytes.append("}\n")
    }

    package static func read(_ members: ExportMembers) throws(BodyError) -> Reservation {
        try members.check(knows: Self.members)
        var reservation = Reservation(
            token: try members.required("token") { name throws(BodyError) in try members.id(name) },
            parentID: try members.required("parentID") { name throws(BodyError) in try members.id(name) },
            pendingUnitCount: try members.required("pendingUnitCount") { name throws(BodyError) in
                try members.integer(name, in: 0 ... .max)
            },
            expiresAt: try members.moment("expiresAt")
        )
        reservation.isClaimed = try members.bool("isClaimed") ?? false
        return reservation
    }
}
