/// Sums and counts over a whole subtree, its top included (CONTRACT section 1).
package struct ProgressSummary: Sendable {
    package var sums = SummarySums()
    /// Sum over the nodes that have one; nil where nobody has.
    package var throughput: Double?
    /// The largest, seconds.
    package var estimatedTimeRemaining: Double?
    /// By the raw value of `ProgressState`.
    package var nodeCounts = Array(repeating: 0, count: ProgressState.allCases.count)
    /// The node that changed last; of those that one change touched, the deepest.
    package var latest: ProgressSnapshot

    package init(latest: ProgressSnapshot) { self.latest = latest }
}

extension ProgressTree {
    /// Cost: O(subtree).
    package func summary(of top: NodeIndex) -> ProgressSummary {
        var summary = ProgressSummary(latest: snapshot(of: top))
        var latest = top
        var latestStamp = changeStamp(of: top)
        var latestDepth = 0
        var depth = 0
        var current: NodeIndex? = top
        while let index = current {
            let node = nodes[index]
            let details = node.pointee.details?.details
            summary.sums.add(node.pointee.counts, details)
            if let family = node.pointee.family { summary.sums.add(family.pointee.retired) }
            summary.nodeCounts[Int(state(of: index).rawValue)] += 1
            if let throughput = throughput(of: index) {
                summary.throughput = min((summary.throughput ?? 0) + throughput, .greatestFiniteMagnitude)
            }
            if let time = estimatedTimeRemaining(of: index) {
                summary.estimatedTimeRemaining = max(summary.estimatedTimeRemaining ?? 0, time)
            }
            if (node.pointee.changeStamp, depth) > (latestStamp, latestDepth) {
                (latest, latestStamp, latestDepth) = (index, node.pointee.changeStamp, depth)
            }
            let following = next(after: index, within: top)
            if let following { depth += depthStep(from: index, to: following) }
            current = following
        }
        if latest != top { summary.latest = snapshot(of: latest) }
        return summary
    }

    /// How the depth changes from one step of a walk to the next.
    private func depthStep(from index: NodeIndex, to following: NodeIndex) -> Int {
        var step = 1
        var index = index
        while nodes[following].pointee.parent != index {
            index = nodes[index].pointee.parent
            step -= 1
        }
        return step
    }

    package func state(of index: NodeIndex) -> ProgressState {
        let node = nodes[index]
        let flags = node.pointee.flags
        if flags.contains(.isFailed) { return .failed }
        if flags.contains(.isCancelled) { return .cancelled }
        if node.pointee.counts.isFinished { return .finished }
        if flags.contains(.isPaused) { return .paused }
        if flags.contains(.isStalled) { return .stalled }
        return node.pointee.counts.isIndeterminate ? .indeterminate : .running
    }
}
