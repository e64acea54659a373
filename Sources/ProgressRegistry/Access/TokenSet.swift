/// The tokens from the settings, with their permits. Immutable; any thread.
package struct TokenSet: Sendable {
    private let entries: [(digest: TokenDigest, permit: Permit)]

    /// - Parameter known: the previous set; tokens that keep their role keep their permits.
    package init(_ tokens: [AccessToken], after known: TokenSet? = nil) {
        entries = tokens.map { token in
            let kept = known?.entries.first { $0.digest == token.digest && $0.permit.role == token.role }
            return (token.digest, kept?.permit ?? Permit(role: token.role, digest: token.digest))
        }
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

    /// The tokens whose permit in `next` is another one, or missing.
    func changed(in next: TokenSet) -> Set<TokenDigest> {
        Set(entries.lazy.map(\.digest).filter { next.permit($0) !== permit($0) })
    }

    /// Ends the permits that `next` does not have.
    func end(unlessIn next: TokenSet) {
        for entry in entries where !next.entries.contains(where: { $0.permit === entry.permit }) { entry.permit.end() }
    }

    /// A word for each token, from its role and the beginning of its digest, in order: enough for replicas to compare, and
    /// too little to find one.
    package var announcement: String {
        Set(entries.map { "\($0.permit.role.name)-\($0.digest.beginning)" }).sorted().joined(separator: " ")
    }
}
