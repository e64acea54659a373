/// The sums of a summary: of files over all nodes, of bytes over those of kind `file`; nil if no node has one. They
/// outlive the nodes they came from.
package struct SummarySums: Equatable, Sendable {
    package var fileTotalCount: Int64?
    package var fileCompletedCount: Int64?
    package var totalByteCount: Int64?
    package var completedByteCount: Int64?

    package init() {}

    mutating func add(_ other: SummarySums) {
        fileTotalCount.add(other.fileTotalCount)
        fileCompletedCount.add(other.fileCompletedCount)
        totalByteCount.add(other.totalByteCount)
        completedByteCount.add(other.completedByteCount)
    }

    /// Adds a node's own file counts; negative counts are 0.
    mutating func addFiles(of details: ProgressDetails) {
        fileTotalCount.add(details.fileTotalCount)
        fileCompletedCount.add(details.fileCompletedCount)
    }

    /// The counts of a node of kind `file`; negative ones are 0.
    mutating func addBytes(of counts: Counts) {
        totalByteCount.add(counts.total)
        completedByteCount.add(counts.completed)
    }
}

extension Int64? {
    /// Stops at int64's end.
    fileprivate mutating func add(_ other: Int64?) {
        guard let other else { return }
        let (sum, overflow) = (self ?? 0).addingReportingOverflow(Swift.max(other, 0))
        self = overflow ? .max : sum
    }
}
