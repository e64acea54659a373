import ProgressCore

extension ProgressSnapshot {
    /// A negative number of files is not known, like a negative total.
    var knownFileTotalCount: UInt64? { box?.details.fileTotalCount.flatMap(UInt64.init(exactly:)) }

    var knownFileCompletedCount: UInt64? { box?.details.fileCompletedCount.flatMap(UInt64.init(exactly:)) }
}
