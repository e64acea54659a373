extension Reporter.State {
    /// The next round: the lines of the listed nodes, up to the size of a request, then the errands.
    ///
    /// - Parameter claimsAlone: whether a reservation is the only token.
    mutating func nextRound(
        at now: ContinuousClock.Instant,
        labels: [String: String],
        claimsAlone: Bool
    ) -> ReportRound {
        if claimsAlone, let claim = nextClaim(labels: labels) { return claim }
        var round = ReportRound(capacity: roundSize)
        // Children before their parents: a count that a parent sets overrides their credits.
        let nodes = listed.map { ($0, $0.depth) }.sorted { $0.1 > $1.1 }
        listed = []
        defer { pace.hasEnd = listed.contains(where: \.owesEnd) }
        var made: [ReportRound.Entry] = []
        var moved: [ReportRound.Entry] = []
        // An end credits or cancels everything below, so it waits until the service knows all of that.
        var heldOpen: Set<ObjectIdentifier> = []
        for (node, _) in nodes {
            guard made.count + moved.count < roundSize,
                let lines = node.takeLines(labels: labels, reservation: &reservation)
            else {
                node.noteAncestors(in: &heldOpen)
                listed.append(node)
                continue
            }
            if lines.contains(where: \.isEnd), heldOpen.contains(ObjectIdentifier(node)) {
                if node.putBack(lines) { listed.append(node) }
                continue
            }
            if lines.contains(where: \.isCreate) { node.noteAncestors(in: &heldOpen) }
            for line in lines { if line.isCreate { made.append((node, line)) } else { moved.append((node, line)) } }
        }
        for (node, line) in made + moved { round.add(node, line) }
        // After the creates: a reservation must be claimed before it ends.
        if !round.isFull {
            for errand in errands { round.add(nil, errand) }
            errands = []
        }
        return round
    }

    /// A round for the next root that claims a reservation; it goes alone, because a batch would need a valid token.
    private mutating func nextClaim(labels: [String: String]) -> ReportRound? {
        let hasReservation = reservation != nil
        guard let index = listed.firstIndex(where: { $0.claims(orTakes: hasReservation) }) else { return nil }
        let node = listed.remove(at: index)
        return node.takeLines(labels: labels, reservation: &reservation)?.first.map { ReportRound(alone: node, $0) }
    }

    /// Adds the heartbeats that are due; returns a node to listen for if there is nothing else to send.
    mutating func takeBeats(at now: ContinuousClock.Instant, into round: inout ReportRound) -> ReportedNode? {
        let (beating, listener) = heartbeats.take(at: now)
        // Any report about a progress keeps it alive.
        let said = Set(round.entries.compactMap { $0.node.map(ObjectIdentifier.init) })
        for node in beating where !said.contains(ObjectIdentifier(node)) {
            if round.isFull { heartbeats.postpone() } else if let beat = node.beat() { round.add(node, beat) }
        }
        guard let listener else { return nil }
        if round.entries.isEmpty { return listener }
        heartbeats.postpone()
        return nil
    }
}
