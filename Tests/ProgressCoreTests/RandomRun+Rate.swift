@testable import ProgressCore

extension RandomRun {
    /// Checks rules that hold for rates whatever their formula is.
    func compareRate(_ snapshot: ProgressSnapshot, with node: ModelNode) throws {
        let details = node.values.details
        let isEarly = model.now - node.values.createdAt < 2_000 || snapshot.version < 3
        let isWorking = node.state == .running || node.state == .indeterminate
        if !isWorking {
            try require(snapshot.throughput == nil, "throughput of \(node.id), which is \(node.state)")
        } else if let reported = details.throughput {
            try require(snapshot.throughput == reported, "reported throughput of \(node.id)")
        } else if let computed = snapshot.throughput {
            try require(computed.isFinite && computed.sign == .plus, "throughput \(computed) of \(node.id)")
            try require(!isEarly, "throughput of \(node.id) without evidence")
            computedRateCount += 1
        }
        try compareSilence(node)
        try compareTimes(node)
        if !isWorking {
            try require(snapshot.estimatedTimeRemaining == nil, "time of \(node.id), which is \(node.state)")
        } else if let reported = details.estimatedTimeRemaining {
            try require(snapshot.estimatedTimeRemaining == reported, "reported time of \(node.id)")
        } else if let computed = snapshot.estimatedTimeRemaining {
            let isPossible = computed.sign == .plus && computed <= 3.6e7
            try require(isPossible, "\(node.id) needs \(computed) s")
            try require(snapshot.fractionCompleted < 1, "\(node.id) has all that it lacks")
            try require(!node.hasLost, "\(node.id) has a time, but something below it will never come")
            // A time foretold from the runs of a name needs no evidence.
            let isTaught = try tree.forest.nodes.foretellings[index(node)] != nil
            let isOther = try isTaught || hasChildWithTime(node)
            try require(node.state == .running && (!isEarly || isOther), "time of \(node.id), which is \(node.state)")
            let isExplained = isOther || snapshot.throughput.map { $0 > 0 } ?? false
            try require(isExplained || details.throughput != nil, "\(node.id) has a time and no throughput")
        }
    }

    /// Whether a child shows a time, from which its parent's may follow.
    private func hasChildWithTime(_ node: ModelNode) throws -> Bool {
        for child in node.children where !child.values.isCredited && child.values.pending > 0 {
            if tree.snapshot(of: try index(child)).estimatedTimeRemaining != nil { return true }
        }
        return false
    }

    /// A rate is silent from some moment on, and not before: the usual gap is the tree's own, all else is the model's.
    func compareSilence(_ node: ModelNode) throws {
        let index = try index(node)
        guard let longest = tree.forest.longestSilence(of: index), !node.isEnded, !node.values.isPaused else { return }
        let silence = model.now - node.values.movedAt
        if tree.forest.isSilent(index) {
            try require(silence >= 30_000, "\(node.id) is silent after \(silence) ms")
            silentCount += 1
        } else {
            // The newest update is known to a tick only, and so is the time that passed while it was paused.
            try require(silence < longest + 256, "\(node.id) is not silent after \(silence) of \(longest) ms")
        }
    }

    /// Checks that a parent's totals of its children are what it would count now.
    func compareTimes(_ node: ModelNode) throws {
        try require(
            !tree.forest.showsTimeOfNoChildren(try index(node)),
            "\(node.id) shows a time of children that are gone"
        )
        guard let remembered = tree.forest.rememberedTimes(of: try index(node)) else { return }
        let counted = tree.forest.countedTimes(of: try index(node))
        try require(remembered == counted, "\(node.id) remembers \(remembered) instead of \(counted)")
        rememberedTimesCount += 1
    }

    /// The writes and their times alone decide: a tree that others looked at and watched computes the same.
    func compareRates() throws {
        // A rate moves without being saved where a child comes or goes; groups that were cut at other times show it.
        if !followers.isEmpty { return }
        for node in model.nodes {
            let snapshot = tree.snapshot(of: try tree.find(node.id))
            let other = twin.snapshot(of: try twin.find(node.id))
            try require(snapshot.throughput == other.throughput, "throughput of \(node.id) depends on looks")
            let (time, otherTime) = (snapshot.estimatedTimeRemaining, other.estimatedTimeRemaining)
            try require(time == otherTime, "time of \(node.id) depends on looks: \(time as Any), \(otherTime as Any)")
        }
    }
}

extension Forest {
    func showsTimeOfNoChildren(_ index: NodeIndex) -> Bool {
        nodes[index].rate != .none && nodes[rateOf: index].told.isShown && nodes[index].parent == .none
            && nodes[familyOf: index].uncreditedCount == 0
    }

    func rememberedTimes(of index: NodeIndex) -> ChildTimes.Living? {
        let place = nodes[familyOf: index].times
        return place == .none ? nil : nodes[place].living
    }

    func countedTimes(of index: NodeIndex) -> ChildTimes.Living {
        var times = ChildTimes()
        var child = nodes.firstChild(of: index)
        while child != .none {
            if nodes.countsForTimes(child) { times.enter(nodes.timesEntry(of: child)) }
            child = nodes[child].nextSibling
        }
        return times.living
    }

    func isSilent(_ index: NodeIndex) -> Bool { nodes[index].flags.contains(.isSilent) }

    /// Milliseconds; nil where nothing is computed.
    func longestSilence(of index: NodeIndex) -> Int64? {
        if nodes[index].rate == .none || !nodes[rateOf: index].hasEvidence { return nil }
        return nodes[rateOf: index].longestSilence
    }
}
