/// A removed subtree: its nodes can no longer be found, but not all of them are freed yet.
struct PendingRemoval {
    let top: NodeIndex
    /// The parent whose summary keeps the amounts that the subtree added to the sums; `.none` if no summary does.
    let summaryHeir: NodeIndex
    /// The sums of the nodes that are already freed.
    var sums = SummarySums()
}
