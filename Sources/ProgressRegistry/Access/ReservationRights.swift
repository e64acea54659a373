import ProgressCore

/// The rights of reservations' tokens, by the keys under which the trees keep the reservations. Inside the gate only.
struct ReservationRights {
    /// The right with which an unclaimed reservation was made.
    struct Maker {
        /// The digest of the reservation's token.
        let digest: TokenDigest
        /// The right with which it was made, and with which it ends; nil if none was required.
        let origin: TokenDigest?
        let provenance: Provenance?
    }

    /// The right of a claimed reservation's token, on the child that claimed it.
    struct Claim {
        let child: ProgressID
        let permit: Permit
        /// The right with which the reservation was made; nil if none was required, or an older version did not note
        /// it.
        let origin: TokenDigest?
        let provenance: Provenance?
    }

    private var makers: [ProgressID: Maker] = [:]
    private var makerSweepCount = 1_024
    private var claims: [ProgressID: Claim] = [:]
    private var claimSweepCount = 1_024

    var count: Int { makers.count + claims.count }

    /// The digests of all their tokens, in no order.
    var digests: [TokenDigest] { makers.values.map(\.digest) + claims.values.map(\.permit.digest) }

    func maker(_ digest: TokenDigest) -> Maker? {
        makers[digest.reservationKey].flatMap { $0.digest == digest ? $0 : nil }
    }

    func claim(_ digest: TokenDigest) -> Claim? {
        claims[digest.reservationKey].flatMap { $0.permit.digest == digest ? $0 : nil }
    }

    func maker(_ key: ProgressID) -> Maker? { makers[key] }

    func claim(_ key: ProgressID) -> Claim? { claims[key] }

    /// The digest of the token with that key.
    func digest(_ key: ProgressID) -> TokenDigest? { makers[key]?.digest ?? claims[key]?.permit.digest }

    mutating func insert(_ maker: Maker) { makers[maker.digest.reservationKey] = maker }

    mutating func insert(_ claim: Claim) { claims[claim.permit.digest.reservationKey] = claim }

    /// - Returns: the removed one; nil if there was none.
    @discardableResult
    mutating func removeMaker(_ key: ProgressID) -> Maker? { makers.removeValue(forKey: key) }

    /// - Returns: the removed one; nil if there was none.
    @discardableResult
    mutating func removeClaim(_ digest: TokenDigest) -> Claim? {
        claim(digest) == nil ? nil : claims.removeValue(forKey: digest.reservationKey)
    }

    /// The keys of the unclaimed reservations whose origin `isMeant` accepts.
    /// - Complexity: O(unclaimed reservations).
    func unclaimed(_ isMeant: (_ origin: TokenDigest) -> Bool) -> [ProgressID] {
        makers.filter { $0.value.origin.map(isMeant) ?? false }.map(\.key)
    }

    /// Forgets reservations that the trees no longer have, from time to time.
    /// - Returns: the digests of the forgotten tokens.
    mutating func sweepMakers(_ tree: borrowing ProgressTree) -> [TokenDigest] {
        guard makers.count > makerSweepCount else { return [] }
        var gone: [TokenDigest] = []
        for maker in makers.values where tree.reservationParent(maker.digest.reservationKey) == nil {
            gone.append(maker.digest)
        }
        for digest in gone { removeMaker(digest.reservationKey) }
        makerSweepCount = 2 * makers.count + 1_024
        return gone
    }

    /// Like `sweepMakers`, for claims that are over, or whose progress is gone.
    mutating func sweepClaims(_ forest: borrowing Forest, at now: Int64) -> [TokenDigest] {
        guard claims.count > claimSweepCount else { return [] }
        var gone: [TokenDigest] = []
        for claim in claims.values where claim.permit.isOver(at: now) || !forest.holds(claim.child) {
            gone.append(claim.permit.digest)
        }
        for digest in gone { removeClaim(digest)?.permit.end() }
        claimSweepCount = 2 * claims.count + 1_024
        return gone
    }
}
