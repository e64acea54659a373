/// A subtree that was removed: nobody finds its nodes any more, but they are not all freed yet.
struct PendingRemoval {
    let top: NodeIndex
    /// The parent whose summary keeps what the subtree added to the sums; none: nobody's.
    let summaryHeir: NodeIndex
    /// Of the nodes that were freed already.
    var sums = SummarySums()
}
