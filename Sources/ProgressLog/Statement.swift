/// What a replica asks of the engine about the office.
package enum Statement: Equatable, Sendable {
    case look
    case claim(Claim, seen: OfficeRow)
    case renew(Renewal)
}
