package import ProgressCore

/// Origins of rights: a right ends together with all those that were made with it.
extension AccessTable {
    /// Ends the right of a grant or of a claim, with all rights that were made with it: grants, claims and unclaimed
    /// reservations.
    /// - Parameter id: a claim's is the key of its reservation.
    /// - Returns: the keys of the unclaimed reservations, which the trees still have.
    /// - Complexity: O(grants that were made with it + unclaimed reservations).
    mutating func revoke(_ id: ProgressID) -> [ProgressID] {
        var ended = endGrants(madeWith: id)
        if let digest = reservations.claim(id)?.permit.digest, endClaim(digest) { ended.insert(digest) }
        if ended.isEmpty { return [] }
        let unclaimed = reservations.unclaimed { origin in derives(origin, from: ended) }
        for key in unclaimed { forgetMaker(key) }
        return unclaimed
    }

    mutating func endClaim(_ digest: TokenDigest) -> Bool {
        guard let claim = reservations.removeClaim(digest) else { return false }
        claim.permit.end()
        unsaved?.insert(digest)
        return true
    }

    /// The right of a grant, or of a claim, whose id is the key of its reservation.
    package func right(_ id: ProgressID) -> (permit: Permit, origin: TokenDigest?, provenance: Provenance?)? {
        if let grant = grants[id] { return (grant.permit, grant.origin, grant.provenance) }
        return reservations.claim(id).map { ($0.permit, $0.origin, $0.provenance) }
    }

    /// Whether `origin` is the right of `maker`, or was made with it.
    package func came(_ origin: TokenDigest?, of maker: Permit) -> Bool {
        origin.map { derives($0, from: [maker.digest]) } ?? false
    }

    /// Whether a right is one of `ended`, which may be gone already, or was made with one.
    private func derives(_ digest: TokenDigest, from ended: Set<TokenDigest>) -> Bool {
        var origin: TokenDigest? = digest
        // A damaged record must not make it endless.
        for _ in 0...recordedCount {
            guard let current = origin else { return false }
            if ended.contains(current) { return true }
            origin = record(of: current)?.origin
        }
        return false
    }
}
