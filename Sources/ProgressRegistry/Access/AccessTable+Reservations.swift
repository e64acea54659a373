package import ProgressCore

/// The rights of reservations' tokens.
extension AccessTable {
    /// Notes the right with which a reservation is made.
    /// - Parameter permit: nil: the service asks for no tokens.
    /// - Returns: false: that right has ended meanwhile, and nothing is noted.
    package mutating func reserve(
        _ digest: TokenDigest,
        by permit: Permit?,
        _ tree: borrowing ProgressTree,
        at now: Int64,
        _ provenance: Provenance? = nil
    ) -> Bool {
        let maker = permit?.lasting
        if maker?.isOver(at: now) == true { return false }
        noteMaker(of: digest, maker?.digest, provenance)
        unsaved?.formUnion(reservations.sweepMakers(tree))
        return true
    }

    mutating func noteMaker(of digest: TokenDigest, _ origin: TokenDigest?, _ provenance: Provenance?) {
        reservations.insert(ReservationRights.Maker(digest: digest, origin: origin, provenance: provenance))
        unsaved?.insert(digest)
        if let origin, let root = root(of: origin) { listing.note(root) }
    }

    /// - Parameter key: of a reservation that ends unclaimed.
    package mutating func forgetMaker(_ key: ProgressID) {
        if let maker = reservations.removeMaker(key) { unsaved?.insert(maker.digest) }
    }

    /// Notes that `child` claimed a reservation: its token is a right on that subtree from now on.
    package mutating func claim(
        _ digest: TokenDigest,
        by child: ProgressID,
        _ forest: borrowing Forest,
        at now: Int64
    ) {
        let made = reservations.maker(digest)
        claim(digest, by: child, origin: made?.origin, .reporter, made?.provenance, forest, at: now)
    }

    /// - Parameter role: the most that it may have.
    mutating func claim(
        _ digest: TokenDigest,
        by child: ProgressID,
        origin: TokenDigest?,
        _ role: Role,
        _ provenance: Provenance?,
        _ forest: borrowing Forest,
        at now: Int64
    ) {
        let maker = origin.flatMap { madePermit($0) }
        let permit = Permit(claim: digest, by: child, min(.reporter, role), maker: maker)
        reservations.insert(
            ReservationRights.Claim(child: child, permit: permit, origin: origin, provenance: provenance)
        )
        noteOrder(digest.reservationKey, provenance)
        reservations.removeMaker(digest.reservationKey)
        unsaved?.insert(digest)
        unsaved?.formUnion(reservations.sweepClaims(forest, at: now))
    }

    package func claimPermit(_ digest: TokenDigest, _ forest: borrowing Forest, at now: Int64) -> Permit? {
        guard let claim = reservations.claim(digest), !claim.permit.isOver(at: now), forest.holds(claim.child) else {
            return nil
        }
        return claim.permit
    }

    /// The right of a claimed reservation, even if it is over; nil if there is no such right.
    package func claim(ofReservation key: ProgressID) -> Permit? { reservations.claim(key)?.permit }

    /// The right with which an unclaimed reservation was made; nil if an older version made it and did not note that.
    func maker(ofReservation key: ProgressID) -> ReservationRights.Maker? { reservations.maker(key) }

    /// The right with which a reservation was made, claimed or not; nil if it is not known.
    package func origin(ofReservation key: ProgressID) -> TokenDigest? {
        reservations.maker(key)?.origin ?? reservations.claim(key)?.origin
    }

    /// The permit of a grant or of a claim, even if it is over; nil if there is no such permit.
    func madePermit(_ digest: TokenDigest) -> Permit? {
        if let id = grantIDs[digest] { return grants[id]?.permit }
        return reservations.claim(digest)?.permit
    }
}
