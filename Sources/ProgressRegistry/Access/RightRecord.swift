package import ProgressCore

/// A right granted while the service ran, in the form that is saved: the token's digest, never the token.
package struct RightRecord {
    package enum Kind {
        case grant(id: ProgressID, role: Role, node: ProgressID, expiresAt: Int64?)
        /// The token of a reservation: a right on the child that claimed it.
        case claim(child: ProgressID)
        /// The token of an unclaimed reservation: no right yet, but it ends with its origin.
        case reservation
        case session
    }

    package let digest: TokenDigest
    package let kind: Kind
    /// The token from whose right it derives, and with which it ends.
    package var origin: TokenDigest?
    /// nil: it is a session, or an older version made it.
    package var provenance: Provenance?

    package init(digest: TokenDigest, kind: Kind, origin: TokenDigest?, _ provenance: Provenance? = nil) {
        self.digest = digest
        self.kind = kind
        self.origin = origin
        self.provenance = provenance
    }
}
