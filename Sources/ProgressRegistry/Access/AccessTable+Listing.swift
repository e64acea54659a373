import ProgressCore

/// The tokens of the settings change while the service runs.
extension AccessTable {
    /// Those that count here now.
    package var tokens: TokenSet { listing.tokens }

    /// The permit of a token that the forwarding replica lists, with its role there.
    package mutating func visitor(_ digest: TokenDigest, _ role: Role) -> Permit { listing.visitor(digest, role) }

    /// Whether a right, or an unclaimed reservation, derives from a token that neither this replica lists, nor one that
    /// has forwarded a request with it.
    package func isAsleep(_ digest: TokenDigest) -> Bool {
        if listing.dormant(digest) != nil { return true }
        guard reservations.maker(digest) != nil, let root = root(of: digest) else { return false }
        return !listing.knows(root)
    }

    /// Replaces the list of tokens. Rights that derive from a token that is no longer listed sleep, and their streams
    /// end; those that derive from one with another role get that role; those that slept for a token that is listed
    /// again wake.
    /// - Complexity: O(rights).
    mutating func relist(_ next: TokenSet, _ tree: borrowing ProgressTree, at now: Int64) {
        let before = listing.tokens
        listing.tokens = next
        defer { before.end(unlessIn: next) }
        let changed = before.changed(in: next)
        let asleep = Set(listing.dormantDigests)
        if changed.isEmpty && asleep.isEmpty { return }
        let records = recordedDigests.compactMap { digest in
            asleep.contains(digest) || root(of: digest).map(changed.contains) == true ? record(of: digest) : nil
        }
        let unsaved = unsaved
        self.unsaved = nil
        let gone = add(records, tree, at: now)
        self.unsaved = unsaved?.union(gone)
    }

    /// Whether, since `beginEndingUnlisted`, something came that derives from a token that is not listed here.
    package var hasNewUnlisted: Bool { listing.hasNewUnlisted }

    /// - Returns: all rights, for `endUnlisted`.
    /// - Complexity: O(rights).
    package mutating func beginEndingUnlisted() -> [TokenDigest] {
        listing.beginSettling()
        return recordedDigests
    }

    /// Ends those of some rights that derive from tokens that no replica lists.
    /// - Returns: the keys of the unclaimed reservations among them, which the trees still have.
    mutating func endUnlisted(
        among digests: some Sequence<TokenDigest>,
        _ isListed: (TokenDigest) -> Bool
    ) -> [ProgressID] {
        var reservations: [ProgressID] = []
        for digest in digests {
            guard let root = root(of: digest), !isListed(root) else { continue }
            if case .reservation? = record(of: digest)?.kind { reservations.append(digest.reservationKey) }
            end(digest)
        }
        return reservations
    }

    /// Every right was looked at.
    mutating func finishEndingUnlisted(_ isListed: (TokenDigest) -> Bool) { listing.settle(isListed) }

    /// The token from whose right one derives, which is a token of some replica's settings unless that right is gone;
    /// nil: it was made where no tokens were required, or by a version that did not note the token.
    func root(of digest: TokenDigest) -> TokenDigest? {
        var root = digest
        // A damaged record must not make it endless.
        for _ in 0...recordedCount {
            guard let right = record(of: root) else { return root }
            guard let origin = right.origin else { return nil }
            root = origin
        }
        return nil
    }
}
