/// The tokens of the settings as the table of rights sees them, and the rights that depend on other tokens. Inside the
/// gate only.
///
/// The replicas of a cluster read their lists one after the other. A right whose token is not listed here is not lost:
/// it is dormant, and of no use here, until the token is listed again, or no replica lists it any longer.
struct TokenListing {
    var tokens = TokenSet([])
    private var dormant: [TokenDigest: RightRecord] = [:]
    /// Permits of tokens that only other replicas list, which forward requests with them.
    private var visitors: [TokenDigest: Permit] = [:]
    /// Whether, since `beginSettling`, a right came that derives from a token that is not listed here.
    private(set) var hasNewUnlisted = false

    var dormantCount: Int { dormant.count }

    var dormantDigests: [TokenDigest] { Array(dormant.keys) }

    func dormant(_ digest: TokenDigest) -> RightRecord? { dormant[digest] }

    mutating func sleep(_ record: RightRecord) {
        dormant[record.digest] = record
        hasNewUnlisted = true
    }

    /// - Returns: the right that was dormant until now; nil if there was none.
    @discardableResult
    mutating func wake(_ digest: TokenDigest) -> RightRecord? { dormant.removeValue(forKey: digest) }

    /// Notes that something derives from this token.
    mutating func note(_ origin: TokenDigest) {
        if tokens.permit(origin) == nil { hasNewUnlisted = true }
    }

    /// Whether a token counts here, for a direct call or for a forwarded one.
    func knows(_ token: TokenDigest) -> Bool { tokens.permit(token) != nil || visitors[token] != nil }

    /// The permit of a token with the role that it has at the replica that forwards a request.
    mutating func visitor(_ digest: TokenDigest, _ role: Role) -> Permit {
        if let permit = visitors[digest] {
            if permit.role == role { return permit }
            permit.end()
        }
        let permit = Permit(role: role, digest: digest)
        visitors[digest] = permit
        hasNewUnlisted = true
        return permit
    }

    /// Everything that is here now is going to be looked at.
    mutating func beginSettling() { hasNewUnlisted = false }

    /// Everything was looked at: removes visitors whose token no replica lists.
    mutating func settle(_ isListed: (TokenDigest) -> Bool) {
        for (digest, permit) in visitors where !isListed(digest) {
            permit.end()
            visitors[digest] = nil
        }
    }
}
