package import ProgressCore

/// A right that somebody was given while the service ran, as it is kept: never the token, only its digest.
package struct RightRecord {
    package enum Kind {
        case grant(id: ProgressID, role: Role, node: ProgressID, expiresAt: Int64?)
        /// A claimed reservation's token is a right on the child that it became.
        case claim(child: ProgressID)
        case session
    }

    package let digest: TokenDigest
    package let kind: Kind
    /// The token whose right stands behind it.
    package var origin: TokenDigest?

    package init(digest: TokenDigest, kind: Kind, origin: TokenDigest?) {
        self.digest = digest
        self.kind = kind
        self.origin = origin
    }
}
