/// The tokens that one replica announces, or several: the beginnings of their digests, without their roles.
package struct AnnouncedTokens: Equatable, Sendable {
    private var beginnings: Set<String>

    /// - Parameter announcement: as `TokenSet` makes it.
    package init(_ announcement: String) {
        beginnings = Set(
            announcement.split(separator: " ").compactMap { $0.split(separator: "-").last.map(String.init) }
        )
    }

    package mutating func add(_ other: AnnouncedTokens) { beginnings.formUnion(other.beginnings) }

    package func lists(_ digest: TokenDigest) -> Bool { beginnings.contains(digest.beginning) }

    /// Whether a caller of one replica can be one of the other: both list the same token, or neither requires any.
    package func shares(with other: AnnouncedTokens) -> Bool {
        if beginnings.isEmpty { return other.beginnings.isEmpty }
        return !beginnings.isDisjoint(with: other.beginnings)
    }
}

extension TokenDigest {
    /// The first four bytes in hexadecimal.
    var beginning: String { bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
