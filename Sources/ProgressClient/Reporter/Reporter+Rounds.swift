extension Reporter.State {
    /// Everything that is owed, up to the size of a request; then the heartbeats that are due.
    mutating func nextRound(at now: ContinuousClock.Instant, labels: [String: String]) -> ReportRound {
        var round = ReportRound(capacity: roundSize)
        // Children before their parents: a count that a parent sets is the last word on what they credited.
        let nodes = listed.map { ($0, $0.depth) }.sorted { $0.1 > $1.1 }
        listed = []
        // An end credits or cancels all that is below: it waits until the service has heard of that.
        var heldOpen: Set<ObjectIdentifier> = []
        for (node, _) in nodes {
            guard !round.isFull, let lines = node.takeLines(labels: labels, reservation: &reservation) else {
                node.noteAncestors(in: &heldOpen)
                listed.append(node)
                continue
            }
            if lines.contains(where: \.isEnd), heldOpen.contains(ObjectIdentifier(node)) {
                if node.putBack(lines) { listed.append(node) }
                continue
            }
            if lines.contains(where: \.isCreate) { node.noteAncestors(in: &heldOpen) }
            for line in lines { round.add(node, line) }
        }
        // After the creates: a reservation must be claimed before it ends.
        if !round.isFull {
            for errand in errands { round.add(nil, errand) }
            errands = []
        }
        return round
    }

    /// Adds the heartbeats that are due; returns a node to listen for, where there is nothing else to send.
    mutating func takeBeats(at now: ContinuousClock.Instant, into round: inout ReportRound) -> ReportedNode? {
        let (beating, listener) = heartbeats.take(at: now)
        for node in beating {
            if round.isFull { heartbeats.postpone() } else if let beat = node.beat() { round.add(node, beat) }
        }
        guard let listener else { return nil }
        if round.entries.isEmpty { return listener }
        heartbeats.postpone()
        return nil
    }
}
