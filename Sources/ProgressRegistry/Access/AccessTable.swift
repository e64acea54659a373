package import ProgressCore

/// Grants, sessions and claimed reservations: the rights that come and go. Inside the gate only.
package struct AccessTable {
    private var grants: [ProgressID: Grant] = [:]
    /// The grants made with each grant.
    private var made: [ProgressID: Set<ProgressID>] = [:]
    private var grantIDs: [TokenDigest: ProgressID] = [:]
    /// By the tokens of the reservations.
    private var claims: [TokenDigest: Claim] = [:]
    private var claimSweepCount = 1_024
    /// The tokens of the settings with whose rights unclaimed reservations were made, by the tokens of these.
    private var reservers: [TokenDigest: TokenDigest] = [:]
    private var reserverSweepCount = 1_024
    private var sessions: [TokenDigest: (permit: Permit, lastUse: Int64)] = [:]
    /// Tokens whose rights changed since they were saved; nil if nothing is saved.
    package var unsaved: Set<TokenDigest>?
    /// What the tokens of the settings, and those that only other replicas list, mean for all other rights.
    var listing = TokenListing()

    /// Whether sessions that are not used here end here. Not where a writer elsewhere says which end.
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
    }

    package func grant(_ id: ProgressID) -> Grant? { grants[id] }

    /// Ends a grant and all grants made with it.
    package mutating func revoke(_ id: ProgressID) {
        if let maker = grants[id]?.maker { made[maker]?.remove(id) }
        var ending = [id]
        while let id = ending.popLast() {
            ending += made.removeValue(forKey: id) ?? []
            guard let grant = grants.removeValue(forKey: id) else { continue }
            grantIDs[grant.permit.digest] = nil
            grant.permit.end()
            unsaved?.insert(grant.permit.digest)
        }
    }

    /// Forgets grants that are over or whose progress is gone.
    package mutating func sweepGrants(_ forest: borrowing Forest, at now: Int64) {
        var ended: [ProgressID] = []
        for grant in grants.values where grant.permit.isOver(at: now) || !forest.holds(grant.node) {
            ended.append(grant.id)
        }
        for id in ended { revoke(id) }
    }

    /// The permit of a grant's token; nil if there is none or it is over.
    package func grantPermit(_ digest: TokenDigest, _ forest: borrowing Forest, at now: Int64) -> Permit? {
        guard let id = grantIDs[digest], let grant = grants[id], !grant.permit.isOver(at: now), forest.holds(grant.node)
        else { return nil }
        return grant.permit
    }

    // MARK: Reservations

    /// Notes with whose right a reservation is made. Nothing is noted where the service asks for no tokens.
    package mutating func reserve(_ digest: TokenDigest, by permit: Permit?, _ tree: borrowing ProgressTree) {
        guard let permit, let origin = root(of: permit.lasting.digest) else { return }
        noteReserver(digest, origin)
        guard reservers.count > reserverSweepCount else { return }
        for digest in reservers.keys where tree.reservationParent(digest.reservationKey) == nil {
            forgetReserver(digest)
        }
        reserverSweepCount = 2 * reservers.count + 1_024
    }

    mutating func noteReserver(_ digest: TokenDigest, _ origin: TokenDigest) {
        reservers[digest] = origin
        unsaved?.insert(digest)
        listing.note(origin)
    }

    package mutating func forgetReserver(_ digest: TokenDigest) {
        if reservers.removeValue(forKey: digest) != nil { unsaved?.insert(digest) }
    }

    /// Notes that `child` claimed a reservation: its token is a right on that subtree from now on.
    package mutating func claim(_ digest: TokenDigest, by child: ProgressID, _ forest: borrowing Forest) {
        claim(digest, by: child, origin: reservers[digest], forest)
    }

    mutating func claim(
        _ digest: TokenDigest,
        by child: ProgressID,
        origin: TokenDigest?,
        _ forest: borrowing Forest
    ) {
        let permit = Permit(role: .reporter, digest: digest, scope: child)
        claims[digest] = Claim(child: child, permit: permit, origin: origin)
        reservers[digest] = nil
        unsaved?.insert(digest)
        guard claims.count > claimSweepCount else { return }
        for (digest, claim) in claims where !forest.holds(claim.child) {
            claims[digest] = nil
            unsaved?.insert(digest)
        }
        claimSweepCount = 2 * claims.count + 1_024
    }

    package func claimPermit(_ digest: TokenDigest, _ forest: borrowing Forest) -> Permit? {
        guard let claim = claims[digest], forest.holds(claim.child) else { return nil }
        return claim.permit
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

    package mutating func sessionPermit(_ digest: TokenDigest, at now: Int64) -> Permit? {
        guard let session = sessions[digest] else { return nil }
        let isUnused = endsUnusedSessions && session.lastUse + Self.sessionLife < now
        if session.permit.isOver(at: now) || isUnused {
            closeSession(digest)
            return nil
        }
        sessions[digest]?.lastUse = now
        return session.permit
    }

    /// Ends whatever right a token has.
    mutating func end(_ digest: TokenDigest) {
        if let id = grantIDs[digest] { revoke(id) }
        if let claim = claims.removeValue(forKey: digest) {
            claim.permit.end()
            unsaved?.insert(digest)
        }
        forgetReserver(digest)
        closeSession(digest)
        if listing.wake(digest) != nil { unsaved?.insert(digest) }
    }

    /// Makes room for the same right in another form; those that derive from it stay.
    mutating func drop(_ digest: TokenDigest) {
        if let id = grantIDs.removeValue(forKey: digest), let grant = grants.removeValue(forKey: id) {
            grant.permit.end()
        }
        claims.removeValue(forKey: digest)?.permit.end()
        reservers[digest] = nil
        sessions.removeValue(forKey: digest)?.permit.end()
        listing.wake(digest)
    }

    /// Sessions count as used now.
    mutating func noteUse(at now: Int64) {
        for digest in sessions.keys { sessions[digest]?.lastUse = now }
    }

    // MARK: Saving

    var recordedCount: Int { grants.count + claims.count + reservers.count + sessions.count + listing.dormantCount }

    /// The tokens of all rights that are saved, in no order.
    package var recordedDigests: [TokenDigest] {
        Array(grantIDs.keys) + Array(claims.keys) + Array(reservers.keys) + Array(sessions.keys)
            + listing.dormantDigests
    }

    /// The right of a token in the form that is saved; nil if there is none.
    package func record(of digest: TokenDigest) -> RightRecord? {
        if let id = grantIDs[digest], let grant = grants[id] {
            return RightRecord(
                digest: digest,
                kind: .grant(id: id, role: grant.role, node: grant.node, expiresAt: grant.permit.expiresAt),
                origin: grant.origin
            )
        }
        if let claim = claims[digest] {
            return RightRecord(digest: digest, kind: .claim(child: claim.child), origin: claim.origin)
        }
        if let origin = reservers[digest] { return RightRecord(digest: digest, kind: .reservation, origin: origin) }
        if let session = sessions[digest] {
            return RightRecord(digest: digest, kind: .session, origin: session.permit.origin?.digest)
        }
        return listing.dormant(digest)
    }
}

extension Forest {
    package func holds(_ id: ProgressID) -> Bool { (try? find(id)) != nil }
}
