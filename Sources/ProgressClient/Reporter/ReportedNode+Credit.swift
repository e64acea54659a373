import Synchronization

extension ReportedNode {
    /// Hands the pending units to the parent, once, at the first finish; likewise for all progresses above.
    func creditIfFinished() {
        let isCredited = state.withLock { state in
            guard state.report.counts.isFinished, state.report.credit == .none else { return false }
            state.report.credit = .owed
            return true
        }
        guard isCredited, let parent else { return }
        parent.state.withLock { state in
            state.children.removeAll { $0.node === self }
            state.report.counts.credit(pending)
        }
        parent.creditIfFinished()
    }

    /// Adds units that the service has completed by itself, those of a reservation.
    func acceptCredit(_ units: Int64) {
        let isFinished = state.withLock { state in
            state.report.counts.credit(units)
            state.report.counts.handOver(units)
            guard state.report.counts.isFinished, state.report.credit == .none else { return false }
            state.report.credit = .done
            return true
        }
        if isFinished { parent?.acceptCredit(pending) }
    }

    /// The reservation that its root has claimed, as the token of a reporter without another one; nil if there is none.
    var claimedToken: String? {
        var root = self
        while let above = root.parent { root = above }
        return root.state.withLock { state in state.claim.flatMap { $0.isGranted ? $0.token : nil } }
    }

    /// Ends a reservation with the next round; unclaimed units are credited.
    func resign(_ token: String) {
        guard let reporter else { return }
        let line = ReportLine(step: .errand, method: "DELETE", path: "/v1/reservations/\(token)")
        reporter.run(line.authorized(by: self, at: reporter.service))
    }
}
