/// The tokens from the settings, with their permits. Immutable; any thread.
package struct TokenSet: Sendable {
    private let entries: [(digest: TokenDigest, permit: Permit)]

    package init(_ tokens: [AccessToken]) {
        entries = tokens.map { ($0.digest, Permit(role: $0.role, digest: $0.digest)) }
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// Compares all tokens, so that the time does not reveal which one matches.
    package func permit(_ digest: TokenDigest) -> Permit? {
        var found: Permit?
        for entry in entries where entry.digest == digest {
            found = found.map { $0.role < entry.permit.role ? entry.permit : $0 } ?? entry.permit
        }
        return found
    }
}
