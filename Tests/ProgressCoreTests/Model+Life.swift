import ProgressCore

extension Model {
    // MARK: Reservations

    func reserve(_ parent: ModelNode, pending: Int64, key: ProgressID, expiresAt: Int64?) throws(ProgressError) {
        if pending < 0 { throw .negativePending(pending) }
        reservations[key] = Reservation(parent: parent, pending: pending, expiresAt: expiresAt)
        noteWrite(parent)
    }

    func resign(_ key: ProgressID) throws(ProgressError) {
        guard let reservation = reservations[key] else { throw .notFound }
        try change { () throws(ProgressError) in
            reservations[key] = nil
            if reservation.isClaimed || reservation.pending == 0 { return }
            noteWrite(reservation.parent)
            try credit(reservation.parent, by: reservation.pending)
        }
    }

    // MARK: Time

    func expiry(of root: ModelNode) -> Int64? {
        root.parent == nil && root.subtree.allSatisfy(\.isEnded) ? root.values.writtenAt + limits.retention : nil
    }

    /// When something happens next by itself; abandonment apart, which is looked for and has no deadline.
    var nextEvent: Int64? {
        var times = reservations.values.filter { !$0.isClaimed }.compactMap(\.expiresAt)
        times += roots.compactMap { expiry(of: $0) }
        times += nodes.filter { canStall($0) }.compactMap(\.values.leaseEnd)
        return times.min()
    }

    private func canStall(_ node: ModelNode) -> Bool {
        node.values.details.leaseSeconds != nil && (node.state == .running || node.state == .indeterminate)
    }

    /// Does all work that is due.
    func advance() {
        for (key, reservation) in reservations {
            guard !reservation.isClaimed, let expiresAt = reservation.expiresAt, expiresAt <= now else { continue }
            do { try resign(key) } catch { reservations[key] = nil }
        }
        for node in nodes where canStall(node) {
            guard let end = node.values.leaseEnd, end <= now else { continue }
            node.values.isStalled = true
            node.values.reason = nil
        }
        for root in roots {
            let isOver = expiry(of: root).map { $0 <= now } ?? false
            if isOver || root.values.writtenAt + limits.abandonment <= now { unlink(root, keepsSums: false) }
        }
        noteEnds()
    }
}
