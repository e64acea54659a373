package import ProgressCore

/// Grants, sessions and claimed reservations: the rights that come and go. Inside the gate only.
package struct AccessTable {
    package struct Grant {
        let id: ProgressID
        package let permit: Permit
        package let node: ProgressID
        /// The grant it was made with, which it does not outlive.
        let maker: ProgressID?
        /// The token it was made with.
        let origin: TokenDigest?

        package init(id: ProgressID, permit: Permit, node: ProgressID, maker: ProgressID?, origin: TokenDigest?) {
            self.id = id
            self.permit = permit
            self.node = node
            self.maker = maker
            self.origin = origin
        }
    }

    private var grants: [ProgressID: Grant] = [:]
    /// The grants made with each grant.
    private var made: [ProgressID: Set<ProgressID>] = [:]
    private var grantIDs: [TokenDigest: ProgressID] = [:]
    /// Tokens of claimed reservations: rights on the children that claimed them.
    private var claims: [TokenDigest: (child: ProgressID, permit: Permit)] = [:]
    private var claimSweepCount = 1_024
    private var sessions: [TokenDigest: (permit: Permit, lastUse: Int64)] = [:]
    /// Tokens whose rights changed since they were saved; nil if nothing is saved.
    package var unsaved: Set<TokenDigest>?

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

    /// Notes that `child` claimed a reservation: its token is a right on that subtree from now on.
    package mutating func claim(_ digest: TokenDigest, by child: ProgressID, _ forest: borrowing Forest) {
        claims[digest] = (child, Permit(role: .reporter, digest: digest, scope: child))
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
        if claims.removeValue(forKey: digest) != nil { unsaved?.insert(digest) }
        closeSession(digest)
    }

    /// Sessions count as used now.
    mutating func noteUse(at now: Int64) {
        for digest in sessions.keys { sessions[digest]?.lastUse = now }
    }

    // MARK: Saving

    /// The tokens of all rights that are saved, in no order.
    package var recordedDigests: [TokenDigest] { Array(grantIDs.keys) + Array(claims.keys) + Array(sessions.keys) }

    /// The right of a token in the form that is saved; nil if there is none.
    package func record(of digest: TokenDigest) -> RightRecord? {
        if let id = grantIDs[digest], let grant = grants[id] {
            let permit = grant.permit
            return RightRecord(
                digest: digest,
                kind: .grant(id: id, role: permit.role, node: grant.node, expiresAt: permit.expiresAt),
                origin: grant.origin
            )
        }
        if let claim = claims[digest] {
            return RightRecord(digest: digest, kind: .claim(child: claim.child), origin: nil)
        }
        return sessions[digest].map { RightRecord(digest: digest, kind: .session, origin: $0.permit.origin?.digest) }
    }
}

extension Forest {
    package func holds(_ id: ProgressID) -> Bool { (try? find(id)) != nil }
}
