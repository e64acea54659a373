/// A mistake in the protocol that the model tests have to find: those of `Tests/cluster/model/heir.pml`.
enum PlantedFault: CaseIterable {
    case appendOnTheTailAlone
    case leaseFromTheReply
    case markCountedUp
    case claimOnTheTermAlone
    case acknowledgedBecauseSeen
    /// Found only with an engine that loses changes that it has answered.
    case renewalOnTermAndTail
}
