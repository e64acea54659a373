package import ProgressCore

/// Rights end: those of tokens that the settings no longer have, and those that are revoked. Inside the gate.
extension RegistryState {
    /// Replaces the list of tokens. Nothing ends before `endUnlisted`: another replica may still list a token that is
    /// gone here.
    package func relist(_ tokens: TokenSet, at now: Int64) { access.relist(tokens, tree, at: now) }

    /// Ends grants, sessions, claims and reservations that derive from tokens that no replica lists. Not where trees
    /// follow.
    /// - Complexity: O(rights).
    package func endUnlisted(at now: Int64, _ isListed: (TokenDigest) -> Bool) {
        endUnlisted(among: access.beginEndingUnlisted(), at: now, isListed)
        finishEndingUnlisted(isListed)
    }

    /// Like `endUnlisted`, for a slice of the rights that `beginEndingUnlisted` of their table gave; `finishEndingUnlisted`
    /// follows the last one.
    package func endUnlisted(
        among digests: some Sequence<TokenDigest>,
        at now: Int64,
        _ isListed: (TokenDigest) -> Bool
    ) {
        expire(access.endUnlisted(among: digests, isListed), at: now)
    }

    /// Every slice has been looked at.
    package func finishEndingUnlisted(_ isListed: (TokenDigest) -> Bool) { access.finishEndingUnlisted(isListed) }

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
