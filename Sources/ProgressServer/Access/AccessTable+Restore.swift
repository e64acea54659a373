import ProgressCore

extension AccessTable {
    /// Gives back the rights that were saved. Those whose node is gone, or whose maker's token is no longer good, are
    /// left out, and noted as unsaved.
    mutating func restore(
        _ records: [RightRecord],
        _ tokens: TokenSet,
        _ tree: borrowing ProgressTree,
        at now: Int64
    ) {
        unsaved = []
        var waiting = records
        // A right may stand on another one's: as long as some find theirs, others may.
        while !waiting.isEmpty {
            var left: [RightRecord] = []
            for record in waiting where !restore(record, tokens, tree, at: now) { left.append(record) }
            if left.count == waiting.count { break }
            waiting = left
        }
        unsaved = Set(waiting.map(\.digest))
    }

    /// - Returns: whether it was given back.
    private mutating func restore(
        _ record: RightRecord,
        _ tokens: TokenSet,
        _ tree: borrowing ProgressTree,
        at now: Int64
    ) -> Bool {
        var origin: Permit?
        if let digest = record.origin {
            origin = tokens.permit(digest) ?? grantPermit(digest, tree, at: now) ?? claimPermit(digest, tree)
            if origin == nil { return false }
        }
        switch record.kind {
        case .grant(let id, let role, let node, let expiresAt):
            guard tree.holds(node) else { return false }
            let allowed = min(role, origin?.role ?? .operator)
            let permit = Permit(
                role: allowed,
                digest: record.digest,
                scope: node,
                expiresAt: expiresAt,
                origin: origin
            )
            insert(Grant(id: id, permit: permit, node: node))
        case .claim(let child):
            guard tree.holds(child) else { return false }
            claim(record.digest, by: child, tree)
        case .session:
            guard let origin else { return false }
            openSession(record.digest, origin, at: now)
        }
        return true
    }
}
