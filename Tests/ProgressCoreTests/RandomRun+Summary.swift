@testable import ProgressCore

extension RandomRun {
    func compareSummary(of root: ModelNode, _ nodes: [ModelNode]) throws {
        let index = try index(root)
        let summary = tree.forest.summary(of: index)
        var sums = ModelSums()
        var throughput: Double?
        var time: Double?
        var counts = Array(repeating: 0, count: ProgressState.allCases.count)
        var failed: ModelNode?
        var failedFirst = (at: Int64.max, stamp: UInt64.max)
        var latest = (stamp: UInt64(0), depth: 0)
        for node in nodes {
            sums.add(node.sums)
            counts[Int(node.state.rawValue)] += 1
            let change = (stamp: tree.forest.changeStamp(of: try self.index(node)), depth: node.depth)
            if change > latest { latest = change }
        }
        // In the order of a walk, parents first and children as they joined: sums of doubles depend on it.
        for node in root.walk {
            let snapshot = tree.snapshot(of: try self.index(node))
            if let own = snapshot.throughput { throughput = (throughput ?? 0) + own }
            if let own = snapshot.estimatedTimeRemaining { time = max(time ?? 0, own) }
            let end = (at: node.values.endedAt ?? 0, stamp: tree.forest.changeStamp(of: try self.index(node)))
            if node.values.isFailed && end < failedFirst { (failed, failedFirst) = (node, end) }
        }
        let expected = SummarySums(sums)
        try require(summary.sums == expected, "sums of \(root.id): \(summary.sums) instead of \(expected)")
        try require(summary.nodeCounts == counts, "states below \(root.id): \(summary.nodeCounts)")
        try require(summary.throughput == throughput, "throughput below \(root.id)")
        try require(summary.estimatedTimeRemaining == time, "time remaining below \(root.id)")
        try require(summary.firstFailure?.id == failed?.id, "the first failure below \(root.id)")
        try require(summary.firstFailure?.failure == failed?.values.details.failure, "its failure, below \(root.id)")
        let shown = tree.forest.changeStamp(of: try tree.find(summary.latest.id))
        try require((shown, summary.latest.depth) == latest, "the latest below \(root.id) is \(summary.latest.id)")
        try require(tree.forest.subtreeStamp(of: index) >= latest.stamp, "the newest change below \(root.id)")
    }
}

extension SummarySums {
    fileprivate init(_ sums: ModelSums) {
        self.init()
        fileTotalCount = sums.files.map { Int64(clamping: $0) }
        fileCompletedCount = sums.completedFiles.map { Int64(clamping: $0) }
        totalByteCount = sums.bytes.map { Int64(clamping: $0) }
        completedByteCount = sums.completedBytes.map { Int64(clamping: $0) }
    }
}
