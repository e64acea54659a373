package import ProgressCore

extension AccessTable {
    /// Restores saved rights. Drops those whose progress is gone or whose origin is no longer valid, and notes them as
    /// unsaved.
    package mutating func restore(
        _ records: [RightRecord],
        _ tokens: TokenSet,
        _ forest: borrowing Forest,
        at now: Int64
    ) {
        unsaved = []
        unsaved = add(records, tokens, forest, at: now)
    }

    /// Takes over what a writer elsewhere saved: rights that ended, and rights that are new or others.
    mutating func adopt(
        _ records: [RightRecord],
        ended: [TokenDigest],
        _ tokens: TokenSet,
        _ forest: borrowing Forest,
        at now: Int64
    ) {
        for digest in ended { end(digest) }
        _ = add(records, tokens, forest, at: now)
    }

    /// - Returns: those whose progress is gone or whose origin is not valid.
    private mutating func add(
        _ records: [RightRecord],
        _ tokens: TokenSet,
        _ forest: borrowing Forest,
        at now: Int64
    ) -> Set<TokenDigest> {
        var lost = Set(records.map(\.digest))
        let saved = lost
        // A right may derive from another: restore that first.
        var following: [TokenDigest: [RightRecord]] = [:]
        var next: [RightRecord] = []
        for record in records {
            if let origin = record.origin, saved.contains(origin) {
                following[origin, default: []].append(record)
            } else {
                next.append(record)
            }
        }
        while let record = next.popLast() {
            guard restore(record, tokens, forest, at: now) else { continue }
            lost.remove(record.digest)
            next += following.removeValue(forKey: record.digest) ?? []
        }
        return lost
    }

    /// - Returns: whether the right is restored.
    private mutating func restore(
        _ record: RightRecord,
        _ tokens: TokenSet,
        _ forest: borrowing Forest,
        at now: Int64
    ) -> Bool {
        var origin: Permit?
        if let digest = record.origin {
            origin = tokens.permit(digest) ?? grantPermit(digest, forest, at: now) ?? claimPermit(digest, forest)
            if origin == nil { return false }
        }
        switch record.kind {
        case .grant(let id, let role, let node, let expiresAt):
            guard forest.holds(node) else { return false }
            let permit = Permit(
                role: min(role, origin?.role ?? .operator),
                digest: record.digest,
                scope: node,
                expiresAt: expiresAt,
                grant: id
            )
            insert(Grant(id: id, permit: permit, node: node, maker: origin?.grant, origin: record.origin))
        case .claim(let child):
            guard forest.holds(child) else { return false }
            claim(record.digest, by: child, forest)
        case .session:
            guard let origin else { return false }
            openSession(record.digest, origin, at: now)
        }
        return true
    }
}
