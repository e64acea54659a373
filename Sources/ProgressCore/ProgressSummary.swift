/// Sums and counts over a whole subtree, its top included (docs/contract.md, section 1).
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
    package var firstFailure: FirstFailure?

    /// The living node that failed first.
    package struct FirstFailure: Sendable {
        package let id: ProgressID
        package let name: String?
        package let failure: ProgressDetails.Failure
    }

    package init(latest: ProgressSnapshot) { self.latest = latest }
}

/// A summary in the making: a walk over the subtree feeds it node by node.
package struct SummaryScan: Sendable {
    package fileprivate(set) var summary: ProgressSummary
    private var latest: (id: ProgressID, index: NodeIndex)?
    private var latestStamp: UInt64 = 0
    private var latestLevel = 0
    /// Of the first failure: when it was, and which of those of one millisecond changed first.
    private var firstFailed: (at: Int64, stamp: UInt64) = (.max, .max)

    package init(of top: NodeIndex, in tree: borrowing ProgressTree) {
        summary = ProgressSummary(latest: tree.snapshot(of: top))
    }

    /// - Parameter level: how deep the node is below the top.
    package mutating func add(_ index: NodeIndex, level: Int, in tree: borrowing ProgressTree) {
        summary.sums.add(tree.sums(of: index))
        summary.nodeCounts[Int(tree.state(of: index).rawValue)] += 1
        if tree.nodes[index].flags.contains(.isFailed) { addFailure(of: index, in: tree) }
        let speed = tree.speed(of: index)
        if let throughput = speed.throughput {
            summary.throughput = min((summary.throughput ?? 0) + throughput, .greatestFiniteMagnitude)
        }
        if let time = speed.timeRemaining {
            summary.estimatedTimeRemaining = max(summary.estimatedTimeRemaining ?? 0, time)
        }
        if latest == nil || (tree.nodes[index].changeStamp, level) > (latestStamp, latestLevel) {
            latest = (tree.nodes[index].id, index)
            (latestStamp, latestLevel) = (tree.nodes[index].changeStamp, level)
        }
    }

    private mutating func addFailure(of index: NodeIndex, in tree: borrowing ProgressTree) {
        let failed = (at: tree.nodes[index].endedAt, stamp: tree.nodes[index].changeStamp)
        guard failed < firstFailed, let details = tree.nodes[index].details?.details, let failure = details.failure
        else { return }
        firstFailed = failed
        summary.firstFailure = .init(id: tree.nodes[index].id, name: details.name, failure: failure)
    }

    /// The summary, now that every node was added.
    package mutating func finish(_ top: NodeIndex, in tree: borrowing ProgressTree) -> ProgressSummary {
        if tree.hasPendingRemovals { summary.sums.add(tree.sumsToCome(below: top)) }
        if let latest, tree.isLiving(latest.id, at: latest.index) {
            summary.latest = tree.snapshot(of: latest.index)
        }
        return summary
    }
}

extension ProgressTree {
    /// Cost: O(subtree).
    package func summary(of top: NodeIndex) -> ProgressSummary {
        var scan = SummaryScan(of: top, in: self)
        var level = 0
        var current: NodeIndex? = top
        while let index = current {
            scan.add(index, level: level, in: self)
            let following = nodes.next(after: index, within: top)
            if let following { level += nodes.levels(from: index, to: following) }
            current = following
        }
        return scan.finish(top, in: self)
    }
}
