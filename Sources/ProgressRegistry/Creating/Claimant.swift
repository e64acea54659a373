package import ProgressCore

/// The rights with which a create comes.
package struct Claimant: Sendable {
    /// The reservation to claim.
    let reservation: TokenDigest?
    /// The subtree that the caller's right is good for; nil: all, or no right.
    let scope: ProgressID?
    /// The caller may create only what the reservation waits for.
    let mustClaim: Bool
    /// The service asks for tokens: a claimed reservation's token is a right on the child from then on.
    let isWithTokens: Bool

    package init(reservation: TokenDigest?, scope: ProgressID?, mustClaim: Bool, isWithTokens: Bool) {
        self.reservation = reservation
        self.scope = scope
        self.mustClaim = mustClaim
        self.isWithTokens = isWithTokens
    }

    /// Whether a repeated PUT of a progress that is there does no harm: the caller's right, or the reservation that
    /// became this progress, reaches it.
    func mayRepeat(_ index: NodeIndex, in registry: RegistryState, at now: Int64) -> Bool {
        if !mustClaim { return true }
        if let scope, registry.tree.forest.isWithin(index, scope) { return true }
        let claimed = reservation.flatMap { registry.access.claimPermit($0, registry.tree.forest, at: now) }
        return claimed?.scope.map { $0 == registry.tree.forest.id(of: index) } ?? false
    }
}
