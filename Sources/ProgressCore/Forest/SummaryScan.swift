/// A summary in the making: a walk over the subtree feeds it node by node.
package struct SummaryScan: Sendable {
    package fileprivate(set) var summary: ProgressSummary
    private var latest: (id: ProgressID, index: NodeIndex)?
    private var latestStamp: UInt64 = 0
    private var latestLevel = 0
    /// The time of the first failure, and its stamp, which orders failures of the same millisecond.
    private var firstFailed: (at: Int64, stamp: UInt64) = (.max, .max)

    package init(of top: NodeIndex, in forest: borrowing Forest) {
        summary = ProgressSummary(latest: forest.snapshot(of: top))
    }

    /// - Parameter level: how deep the node is below the top.
    package mutating func add(_ index: NodeIndex, level: Int, in forest: borrowing Forest) {
        forest.add(sumsOf: index, to: &summary.sums)
        summary.nodeCounts[Int(forest.state(of: index).rawValue)] += 1
        if forest.nodes[index].flags.contains(.isFailed) { addFailure(of: index, in: forest) }
        let speed = forest.speed(of: index)
        if let throughput = speed.throughput {
            summary.throughput = min((summary.throughput ?? 0) + throughput, .greatestFiniteMagnitude)
        }
        if let time = speed.timeRemaining {
            summary.estimatedTimeRemaining = max(summary.estimatedTimeRemaining ?? 0, time)
        }
        if latest == nil || (forest.nodes[index].changeStamp, level) > (latestStamp, latestLevel) {
            latest = (forest.nodes[index].id, index)
            (latestStamp, latestLevel) = (forest.nodes[index].changeStamp, level)
        }
    }

    private mutating func addFailure(of index: NodeIndex, in forest: borrowing Forest) {
        let failed = (at: forest.nodes[index].endedAt, stamp: forest.nodes[index].changeStamp)
        guard failed < firstFailed, let details = forest.nodes[index].details?.details, let failure = details.failure
        else { return }
        firstFailed = failed
        summary.firstFailure = .init(id: forest.nodes[index].id, name: details.name, failure: failure)
    }

    /// The summary, now that every node was added.
    package mutating func finish(_ top: NodeIndex, in forest: borrowing Forest) -> ProgressSummary {
        if !forest.pendingRemovals.isEmpty { summary.sums.add(forest.sumsToCome(below: top)) }
        if let latest, forest.isLiving(latest.id, at: latest.index) {
            summary.latest = forest.snapshot(of: latest.index)
        }
        return summary
    }
}

extension Forest {
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

    /// The sums of a node itself, and those that it keeps of children that vanished.
    func sums(of index: NodeIndex) -> SummarySums {
        var sums = SummarySums()
        add(sumsOf: index, to: &sums)
        return sums
    }

    /// Copies nothing for a node that is not a file, as most are not.
    fileprivate func add(sumsOf index: NodeIndex, to sums: inout SummarySums) {
        if nodes[index].family != .none { sums.add(nodes[nodes[index].family].retired) }
        guard let box = nodes[index].details else { return }
        sums.addFiles(of: box.details)
        if box.details.kind == "file" { sums.addBytes(of: nodes[index].counts) }
    }

    /// The sums that removed subtrees will leave to the summary of `top`.
    func sumsToCome(below top: NodeIndex) -> SummarySums {
        var sums = SummarySums()
        for one in pendingRemovals {
            guard let heir = livingHeir(of: one), nodes.isWithin(heir, top) else { continue }
            sums.add(one.sums)
            nodes.forEachNode(below: one.top) { sums.add(self.sums(of: $0)) }
        }
        return sums
    }

    /// The heir, or the heir of the removed subtree that it is in, and so on.
    private func livingHeir(of one: PendingRemoval) -> NodeIndex? {
        var heir = one.summaryHeir
        while heir != .none {
            let top = nodes.root(of: heir)
            guard nodes[top].flags.contains(.isPendingRemoval) else { return heir }
            heir = pendingRemovals.first { $0.top == top }?.summaryHeir ?? .none
        }
        return nil
    }
}
