package import ProgressCore

extension AccessTable {
    /// Restores saved rights. Those whose token is not among `tokens` sleep; drops those whose progress is gone, and notes
    /// them as unsaved.
    package mutating func restore(
        _ records: [RightRecord],
        _ tokens: TokenSet,
        _ tree: borrowing ProgressTree,
        at now: Int64
    ) {
        listing.tokens = tokens
        unsaved = nil
        unsaved = add(records, tree, at: now)
        sortOrder()
    }

    /// Takes over the changes that another replica's writer saved: rights that ended, and rights that are new or
    /// changed.
    mutating func adopt(
        _ records: [RightRecord],
        ended: [TokenDigest],
        _ tree: borrowing ProgressTree,
        at now: Int64
    ) {
        // The trees learn of the reservations from the same group.
        for digest in ended { end(digest) }
        _ = add(records, tree, at: now)
    }

    /// - Returns: those whose progress is gone.
    mutating func add(
        _ records: [RightRecord],
        _ tree: borrowing ProgressTree,
        at now: Int64
    ) -> Set<TokenDigest> {
        var gone = Set(records.map(\.digest))
        let saved = gone
        // A right may derive from another: restore that first.
        var following: [TokenDigest: [RightRecord]] = [:]
        var next: [RightRecord] = []
        for record in records {
            drop(record.digest)
            if let origin = record.origin, saved.contains(origin) {
                following[origin, default: []].append(record)
            } else {
                next.append(record)
            }
        }
        while let record = next.popLast() {
            next += following.removeValue(forKey: record.digest) ?? []
            switch restore(record, tree, at: now) {
            case .restored: gone.remove(record.digest)
            case .withoutOrigin:
                gone.remove(record.digest)
                listing.sleep(record)
            case .withoutProgress: break
            }
        }
        return gone
    }

    private enum Restored {
        case restored
        case withoutOrigin
        case withoutProgress
    }

    private mutating func restore(_ record: RightRecord, _ tree: borrowing ProgressTree, at now: Int64) -> Restored {
        guard record.kind.hasProgress(record.digest, tree) else { return .withoutProgress }
        var origin: Permit?
        if case .reservation = record.kind {
            noteMaker(of: record.digest, record.origin, record.provenance)
            return .restored
        }
        if let digest = record.origin {
            origin = tokens.permit(digest) ?? madePermit(digest)
            if origin == nil { return .withoutOrigin }
        }
        switch record.kind {
        case .grant(let id, let role, let node, let expiresAt):
            let permit = Permit(
                role: min(role, origin?.role ?? .operator),
                digest: record.digest,
                scope: node,
                expiresAt: expiresAt,
                grant: id
            )
            insert(
                Grant(
                    id: id,
                    permit: permit,
                    node: node,
                    maker: origin?.grant,
                    origin: record.origin,
                    role: role,
                    record.provenance
                )
            )
        case .claim(let child):
            let role = origin?.role ?? .reporter
            claim(record.digest, by: child, origin: record.origin, role, record.provenance, tree.forest, at: now)
        case .reservation: return .withoutProgress
        case .session:
            guard let origin else { return .withoutProgress }
            openSession(record.digest, origin, at: now)
        }
        return .restored
    }
}

extension RightRecord.Kind {
    /// Whether the progress that the right is about is there.
    fileprivate func hasProgress(_ digest: TokenDigest, _ tree: borrowing ProgressTree) -> Bool {
        switch self {
        case .grant(_, _, let node, _): tree.forest.holds(node)
        case .claim(let child): tree.forest.holds(child)
        case .reservation: tree.reservationParent(digest.reservationKey) != nil
        case .session: true
        }
    }
}
