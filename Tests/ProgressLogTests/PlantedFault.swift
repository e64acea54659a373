/// A mistake in the protocol that the model tests have to find: those of `Tests/cluster/model/heir.pml`.
enum PlantedFault: CaseIterable {
    case appendOnTheTailAlone
    case leaseFromTheReply
    case markCountedUp
    case claimOnTheTermAlone
    case acknowledgedBecauseSeen
    /// Only an engine that loses what it answered shows it.
    case renewalOnTermAndTail
}
