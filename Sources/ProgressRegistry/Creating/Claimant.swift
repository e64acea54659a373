package import ProgressCore

/// The rights with which a create comes.
package struct Claimant: Sendable {
    /// The reservation to claim.
    let reservation: TokenDigest?
    /// The subtree that the caller's right is good for; nil: all, or no right.
    let scope: ProgressID?
    /// The caller may create nothing but the child that the reservation waits for.
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
        return hasClaimed(index, in: registry, at: now)
    }

    /// Whether the reservation became this progress, and its token is a right on it.
    func hasClaimed(_ index: NodeIndex, in registry: RegistryState, at now: Int64) -> Bool {
        let claimed = reservation.flatMap { registry.access.claimPermit($0, registry.tree.forest, at: now) }
        return claimed?.scope.map { $0 == registry.tree.forest.id(of: index) } ?? false
    }

    /// The parent under which a create with the reservation has, or had, its child; nil: it makes a root.
    func parent(in registry: RegistryState, at now: Int64) -> ProgressID? {
        guard let reservation, !registry.access.isAsleep(reservation) else { return nil }
        if let parent = registry.tree.reservationParent(reservation.reservationKey) {
            return registry.tree.forest.id(of: parent)
        }
        // Claimed and resigned since, while its right lives.
        let child = registry.access.claimPermit(reservation, registry.tree.forest, at: now)?.scope
        guard let child, let index = try? registry.tree.find(child) else { return nil }
        return registry.tree.forest.parent(of: index).map { registry.tree.forest.id(of: $0) }
    }
}
