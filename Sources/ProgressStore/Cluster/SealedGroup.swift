import ProgressLog

/// A group of changes on its way into the log.
struct SealedGroup: Sendable {
    let entry: LogEntry
    /// nil: it was in the log before.
    let group: CollectedChanges?
}

/// What a group of changes of this process holds.
struct CollectedChanges: Sendable {
    /// See `RegistryState.openGroup`.
    let number: UInt64
    /// Everything that was changed before is in it, or in an earlier one; monotonic nanoseconds.
    let begin: UInt64
}
