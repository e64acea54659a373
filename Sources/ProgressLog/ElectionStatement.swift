/// What a replica asks of the engine about the office.
package enum ElectionStatement: Equatable, Sendable {
    case look
    case claim(ElectionBid, seen: OfficeRow)
    case renew(LeaseRenewal)
}
