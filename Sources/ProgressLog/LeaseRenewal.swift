/// A change of the writer's row on condition of its holder and tail: an append with its entry, a beat without.
package struct LeaseRenewal: Equatable, Sendable {
    package let holder: Holder
    package let tail: UInt64
    package let mark: OfficeMark
    /// With the entry `tail` + 1. Sent again, it has the same bytes: an earlier attempt may still arrive.
    package let carriesEntry: Bool
    package let handsOver: Bool
}
