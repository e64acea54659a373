import ProgressCore

/// The tokens of the settings are read again. Inside the gate.
extension RegistryState {
    /// Lets other tokens count here. Nothing ends before `endUnlisted`: another replica may still list what is gone here.
    package func relist(_ tokens: TokenSet, at now: Int64) { access.relist(tokens, tree, at: now) }

    /// Ends grants, sessions, claims and reservations that derive from tokens that nobody lists. Not where trees follow.
    package func endUnlisted(at now: Int64, _ isListed: (TokenDigest) -> Bool) {
        for digest in access.endUnlisted(isListed) {
            publish(from: nil)
            tree.expire(digest.reservationKey, at: now)
        }
    }
}
