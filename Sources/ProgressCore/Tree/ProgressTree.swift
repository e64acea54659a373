/// All progress trees of a service, by value: every rule of NSProgress's arithmetic, and no clock, lock or I/O.
///
/// Times are arguments, milliseconds since 1970; ids are arguments, drawn by the caller. A mutation happens whole or
/// throws and changes nothing; only `adopt` may throw halfway. Unless said otherwise one costs O(depth), never
/// O(siblings).
///
/// The methods here are the calls of workers and readers. The effects of one node's change on the others are in
/// `Forest`; each part that needs no other is a type with its own tests.
package struct ProgressTree: ~Copyable {
    package var forest: Forest
    var names = NameTable()
    var runs: RunHistory
    var writers = WriterTable()
    var walks = WalkTable()
    /// Where the search for abandoned roots continues.
    var abandonmentCursor = NodeIndex.none
    /// Nil unless replicas follow by groups.
    var moments: MomentLog?

    /// - Parameter nodeCount: the number of nodes that there will be at once, if it is more than the limits allow.
    package init(limits: ProgressLimits = ProgressLimits(), nodeCount: Int = 0) {
        forest = Forest(limits: limits, nodeCount: nodeCount)
        runs = RunHistory(
            keptCount: limits.keptRunCount,
            nameLimit: limits.rememberedNameCount,
            stepByteLimit: limits.maximumRunStepByteCount
        )
    }

    // Removed nodes that are not freed yet do not count; leaving them out costs O(those nodes).
    package var nodeCount: Int { forest.nodes.count - pendingHoldings().nodes }
    package var reservationCount: Int { forest.reservations.count - pendingHoldings().reservations }
    package var heldTextByteCount: Int { heldTextAndRuns - pendingHoldings().textBytes }

    // MARK: Looking

    package func find(_ id: ProgressID) throws(ProgressError) -> NodeIndex { try forest.find(id) }
    package func snapshot(of index: NodeIndex) -> ProgressSnapshot { forest.snapshot(of: index) }
    package func state(of index: NodeIndex) -> ProgressState { forest.state(of: index) }

    /// The stamp of the newest change; every effective mutation is one stamp.
    package var sequence: UInt64 { forest.log.sequence }

    /// The changes since the owner last emptied it.
    package var changes: Changes {
        get { forest.log.changes }
        _modify { yield &forest.log.changes }
    }
}
