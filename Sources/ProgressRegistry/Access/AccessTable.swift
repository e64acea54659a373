package import ProgressCore

/// Grants, sessions and claimed reservations: the rights that come and go. Inside the gate only.
package struct AccessTable {
    private(set) var grants: [ProgressID: Grant] = [:]
    /// The grants made with each grant.
    private var made: [ProgressID: Set<ProgressID>] = [:]
    private(set) var grantIDs: [TokenDigest: ProgressID] = [:]
    var reservations = ReservationRights()
    private var order = RightOrder()
    private var sessions: [TokenDigest: (permit: Permit, lastUse: Int64)] = [:]
    /// Tokens whose rights changed since they were saved; nil if nothing is saved.
    package var unsaved: Set<TokenDigest>?
    /// The tokens of the settings, and those that only other replicas list, with their effect on all other rights.
    var listing = TokenListing()

    /// Whether sessions that are not used here end here. Not where another replica's writer decides which end.
    package var endsUnusedSessions = true

    /// Milliseconds after which an unused session ends.
    private static let sessionLife: Int64 = 7 * 86_400_000
    private static let sessionLimit = 10_000

    package var grantCount: Int { grants.count }

    // MARK: Grants

    package mutating func insert(_ grant: Grant) {
        grants[grant.id] = grant
        grantIDs[grant.permit.digest] = grant.id
        if let maker = grant.maker { made[maker, default: []].insert(grant.id) }
        unsaved?.insert(grant.permit.digest)
        noteOrder(grant.id, grant.provenance)
    }

    // MARK: Order

    /// Notes the place of a grant or a claim among all of them.
    mutating func noteOrder(_ id: ProgressID, _ provenance: Provenance?) {
        let (grants, reservations) = (grants, reservations)
        order.insert(RightPlace(createdAt: provenance?.createdAt ?? 0, id: id)) { id in
            grants[id] != nil || reservations.claim(id) != nil
        }
    }

    mutating func sortOrder() { order.sort() }

    /// The places of grants and claims, newest first; some may be gone, or come twice in a row.
    mutating func places(before end: RightPlace?) -> ReversedCollection<ArraySlice<RightPlace>> { order.before(end) }

    /// Ends a grant and all grants made with it.
    mutating func endGrants(madeWith id: ProgressID) -> Set<TokenDigest> {
        var ended: Set<TokenDigest> = []
        if let maker = grants[id]?.maker { made[maker]?.remove(id) }
        var ending = [id]
        while let id = ending.popLast() {
            ending += made.removeValue(forKey: id) ?? []
            guard let grant = grants.removeValue(forKey: id) else { continue }
            grantIDs[grant.permit.digest] = nil
            grant.permit.end()
            ended.insert(grant.permit.digest)
            unsaved?.insert(grant.permit.digest)
        }
        return ended
    }

    /// Forgets grants that are over or whose progress is gone.
    package mutating func sweepGrants(_ forest: borrowing Forest, at now: Int64) {
        var ended: [ProgressID] = []
        for grant in grants.values where grant.permit.isOver(at: now) || !forest.holds(grant.node) {
            ended.append(grant.id)
        }
        // Reservations that they made have expired, or are gone with the progress above them.
        for id in ended { _ = endGrants(madeWith: id) }
    }

    /// The permit of a grant's token; nil if there is none or it is over.
    package func grantPermit(_ digest: TokenDigest, _ forest: borrowing Forest, at now: Int64) -> Permit? {
        guard let id = grantIDs[digest], let grant = grants[id], !grant.permit.isOver(at: now), forest.holds(grant.node)
        else { return nil }
        return grant.permit
    }

    // MARK: Sessions

    package mutating func openSession(_ digest: TokenDigest, _ origin: Permit, at now: Int64) {
        sessions[digest] = (Permit(session: origin, digest: digest), now)
        unsaved?.insert(digest)
        guard sessions.count > Self.sessionLimit else { return }
        // Closes the sixteenth that is unused longest, so that the sort is rare.
        let oldest = sessions.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(Self.sessionLimit / 16)
        for (digest, _) in oldest { closeSession(digest) }
    }

    package mutating func closeSession(_ digest: TokenDigest) {
        guard let session = sessions.removeValue(forKey: digest) else { return }
        session.permit.end()
        unsaved?.insert(digest)
    }

    package mutating func sessionPermit(
        _ digest: TokenDigest,
        _ forest: borrowing Forest,
        at now: Int64
    ) -> Permit? {
        guard let session = sessions[digest] else { return nil }
        session.permit.endIfGone(forest)
        let isUnused = endsUnusedSessions && session.lastUse + Self.sessionLife < now
        if session.permit.isOver(at: now) || isUnused {
            closeSession(digest)
            return nil
        }
        sessions[digest]?.lastUse = now
        return session.permit
    }

    /// Ends whatever right a token has; rights that were made with it end with their own tokens.
    mutating func end(_ digest: TokenDigest) {
        if let id = grantIDs[digest] { _ = endGrants(madeWith: id) }
        _ = endClaim(digest)
        forgetMaker(digest.reservationKey)
        closeSession(digest)
        if listing.wake(digest) != nil { unsaved?.insert(digest) }
    }

    /// Makes room for the same right in another form; those that derive from it stay.
    mutating func drop(_ digest: TokenDigest) {
        if let id = grantIDs.removeValue(forKey: digest), let grant = grants.removeValue(forKey: id) {
            grant.permit.end()
        }
        reservations.removeClaim(digest)?.permit.end()
        reservations.removeMaker(digest.reservationKey)
        sessions.removeValue(forKey: digest)?.permit.end()
        listing.wake(digest)
    }

    /// Sessions count as used now.
    mutating func noteUse(at now: Int64) {
        for digest in sessions.keys { sessions[digest]?.lastUse = now }
    }

    // MARK: Saving

    var recordedCount: Int { grants.count + reservations.count + sessions.count + listing.dormantCount }

    /// Takes up to `most` of the tokens whose rights changed since they were saved; there may be more.
    package mutating func takeUnsaved(most: Int) -> [TokenDigest] {
        let taken = unsaved.map { Array($0.prefix(most)) } ?? []
        if taken.count == unsaved?.count { unsaved = [] } else { for digest in taken { unsaved?.remove(digest) } }
        return taken
    }

    /// The tokens of the saved rights whose digests begin with one of these keys.
    /// - Complexity: O(keys), and once O(grants, sessions and dormant rights).
    func recordedDigests(_ keys: Set<ProgressID>) -> [TokenDigest] {
        let others = [Array(grantIDs.keys), Array(sessions.keys), listing.dormantDigests].joined()
        return keys.compactMap { reservations.digest($0) } + others.filter { keys.contains($0.reservationKey) }
    }

    /// The tokens of all rights that are saved, in no order.
    package var recordedDigests: [TokenDigest] {
        Array(grantIDs.keys) + reservations.digests + Array(sessions.keys) + listing.dormantDigests
    }

    /// The right of a token in the form that is saved; nil if there is none.
    package func record(of digest: TokenDigest) -> RightRecord? {
        if let id = grantIDs[digest], let grant = grants[id] {
            return RightRecord(
                digest: digest,
                kind: .grant(id: id, role: grant.role, node: grant.node, expiresAt: grant.permit.expiresAt),
                origin: grant.origin,
                grant.provenance
            )
        }
        if let claim = reservations.claim(digest) {
            return RightRecord(digest: digest, kind: .claim(child: claim.child), origin: claim.origin, claim.provenance)
        }
        if let maker = reservations.maker(digest) {
            return RightRecord(digest: digest, kind: .reservation, origin: maker.origin, maker.provenance)
        }
        if let session = sessions[digest] {
            return RightRecord(digest: digest, kind: .session, origin: session.permit.origin?.digest)
        }
        return listing.dormant(digest)
    }
}

extension Forest {
    package func holds(_ id: ProgressID) -> Bool { (try? find(id)) != nil }
}
