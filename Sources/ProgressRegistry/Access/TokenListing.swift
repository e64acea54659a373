/// The tokens of the settings as the table of rights sees them, and what hangs on tokens that are not among them. Inside
/// the gate only.
///
/// The replicas of a cluster read their lists one after the other. A right whose token is not listed here is not lost: it is
/// dormant, and good for nothing here, until it is listed again, or no replica lists it any more.
struct TokenListing {
    var tokens = TokenSet([])
    private var dormant: [TokenDigest: RightRecord] = [:]
    /// Permits of tokens that only other replicas list, which forward requests with them.
    private var visitors: [TokenDigest: Visitor] = [:]
    /// Whether something came since `settle` that derives from a token that is not listed here.
    private(set) var hasNewUnlisted = false

    private struct Visitor {
        let permit: Permit
        /// How often everything was looked at since a replica last vouched for the token.
        var looks = 0
    }

    /// A replica that read its list a moment ago may forward a request before it has announced that.
    private static let vouchedLooks = 2

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

    /// Something derives from this token.
    mutating func note(_ origin: TokenDigest) {
        if tokens.permit(origin) == nil { hasNewUnlisted = true }
    }

    /// The permit of a token with the role that it has at the replica that forwards a request.
    mutating func visitor(_ digest: TokenDigest, _ role: Role) -> Permit {
        if let permit = visitors[digest]?.permit {
            if permit.role == role {
                visitors[digest]?.looks = 0
                return permit
            }
            permit.end()
        }
        let permit = Permit(role: role, digest: digest)
        visitors[digest] = Visitor(permit: permit)
        hasNewUnlisted = true
        return permit
    }

    /// Whether a replica vouched for the token of late.
    func isVouched(_ digest: TokenDigest) -> Bool { visitors[digest].map { $0.looks < Self.vouchedLooks } ?? false }

    /// Everything was looked at: visitors whose token nobody lists leave, and those that were vouched for are looked at again.
    mutating func settle(_ isListed: (TokenDigest) -> Bool) {
        hasNewUnlisted = false
        for (digest, visitor) in visitors where !isListed(digest) {
            if isVouched(digest) {
                visitors[digest]?.looks += 1
                hasNewUnlisted = true
            } else {
                visitor.permit.end()
                visitors[digest] = nil
            }
        }
    }
}
