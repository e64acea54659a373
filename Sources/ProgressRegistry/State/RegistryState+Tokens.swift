package import ProgressCore

/// Rights end: those of tokens that the settings no longer have, and those that are revoked. Inside the gate.
extension RegistryState {
    /// Replaces the list of tokens. Nothing ends before `endUnlisted`: another replica may still list a token that is
    /// gone here.
    package func relist(_ tokens: TokenSet, at now: Int64) { access.relist(tokens, tree, at: now) }

    /// Ends grants, sessions, claims and reservations that derive from tokens that no replica lists. Not where trees
    /// follow.
    package func endUnlisted(at now: Int64, _ isListed: (TokenDigest) -> Bool) {
        expire(access.endUnlisted(isListed), at: now)
    }

    /// Ends the right of a grant or of a claim, with all rights that were made with it. Not where trees follow.
    package func revoke(_ id: ProgressID, at now: Int64) { expire(access.revoke(id), at: now) }

    /// Credits the units of reservations that end unclaimed.
    private func expire(_ keys: [ProgressID], at now: Int64) {
        for key in keys {
            publish(from: nil)
            tree.expire(key, at: now)
        }
    }
}
