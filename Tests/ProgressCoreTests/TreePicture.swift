import ProgressCore

/// Everything that can be seen of all trees at one moment, in the order in which lists show it.
struct TreePicture: Equatable {
    struct NodePicture: Equatable {
        var visible: Visible
        var expiresAt: Int64?
        var isStalled: Bool
        var hasUncreditedChildren: Bool
        var reason: String?
        var changeStamp: UInt64
        var subtreeStamp: UInt64
        var ordinal: UInt64
        var isWorking: Bool
    }

    struct SummaryPicture: Equatable {
        var sums: SummarySums
        var throughput: Double?
        var estimatedTimeRemaining: Double?
        var nodeCounts: [Int]
        var latest: ProgressID
        var firstFailure: ProgressID?
    }

    var nodes: [NodePicture] = []
    /// The summary of each node.
    var summaries: [SummaryPicture] = []
    var runs: [String: [RunItem]] = [:]
    var holders: [String: ProgressID] = [:]
    /// By key: the parent and the units of open reservations, the parent of claimed ones.
    var reservations: [ProgressID: String] = [:]
    var nodeCount: Int
    var rootsCount: Int
    var reservationCount: Int
    var heldTextByteCount: Int
    var sequence: UInt64

    init(_ tree: borrowing ProgressTree, names: [String], keys: [ProgressID], at now: Int64) {
        nodeCount = tree.nodeCount
        rootsCount = tree.forest.rootsCount
        reservationCount = tree.reservationCount
        heldTextByteCount = tree.heldTextByteCount
        sequence = tree.sequence
        var root = tree.forest.newestRoot
        while let top = root {
            var current: NodeIndex? = top
            while let index = current {
                add(index, tree)
                current = tree.forest.nextInWalk(after: index, within: top)
            }
            root = tree.forest.olderRoot(than: top)
        }
        for name in names {
            runs[name] = tree.runs(of: name)
            holders[name] = (try? tree.find(name: name)).map { tree.forest.id(of: $0) }
        }
        for key in keys {
            guard let parent = tree.reservationParent(key) else { continue }
            let open = tree.openReservation(key, at: now).map { "\($0.pendingUnitCount)" } ?? "claimed or over"
            reservations[key] = "\(open) of \(tree.forest.id(of: parent))"
        }
    }

    private mutating func add(_ index: NodeIndex, _ tree: borrowing ProgressTree) {
        let snapshot = tree.snapshot(of: index)
        nodes.append(
            NodePicture(
                visible: Visible(snapshot),
                expiresAt: snapshot.expiresAt,
                isStalled: snapshot.isStalled,
                hasUncreditedChildren: snapshot.hasUncreditedChildren,
                reason: snapshot.trace?.reason,
                changeStamp: tree.forest.changeStamp(of: index),
                subtreeStamp: tree.forest.subtreeStamp(of: index),
                ordinal: tree.forest.ordinal(of: index),
                isWorking: tree.forest.hasWorkingNodes(in: index)
            )
        )
        let summary = tree.forest.summary(of: index)
        summaries.append(
            SummaryPicture(
                sums: summary.sums,
                throughput: summary.throughput,
                estimatedTimeRemaining: summary.estimatedTimeRemaining,
                nodeCounts: summary.nodeCounts,
                latest: summary.latest.id,
                firstFailure: summary.firstFailure?.id
            )
        )
    }

    /// This picture without throughputs and times left.
    var settled: TreePicture {
        var copy = self
        for place in copy.nodes.indices {
            copy.nodes[place].visible.throughput = nil
            copy.nodes[place].visible.estimatedTimeRemaining = nil
            copy.summaries[place].throughput = nil
            copy.summaries[place].estimatedTimeRemaining = nil
        }
        return copy
    }

    /// The first difference, in words; nil if there is none.
    func difference(from other: TreePicture) -> String? {
        if self == other { return nil }
        for (one, two) in zip(nodes, other.nodes) where one != two { return "\(one)\n  instead of\n\(two)" }
        for (place, (one, two)) in zip(summaries, other.summaries).enumerated() where one != two {
            return "summary of \(nodes[place].visible.id): \(one)\n  instead of\n\(two)"
        }
        if runs != other.runs { return "runs \(runs)\n  instead of\n\(other.runs)" }
        if holders != other.holders { return "names \(holders) instead of \(other.holders)" }
        if reservations != other.reservations { return "reservations \(reservations) not \(other.reservations)" }
        return "\(nodeCount) nodes, \(rootsCount) roots, \(reservationCount) reservations, \(heldTextByteCount) bytes, "
            + "stamp \(sequence), instead of \(other.nodeCount), \(other.rootsCount), \(other.reservationCount), "
            + "\(other.heldTextByteCount), \(other.sequence)"
    }
}
