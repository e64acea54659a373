/// Sums and counts over a whole subtree, its top included (docs/contract.md, section 1).
package struct ProgressSummary: Sendable {
    package var sums = SummarySums()
    /// Sum over the nodes that have one; nil if none has.
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
