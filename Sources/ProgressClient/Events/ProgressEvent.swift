/// What a stream tells. Snapshots are whole: what an event leaves out is taken from the ones before.
public enum ProgressEvent: Sendable, Hashable {
    /// A progress as it is: at the beginning, after a gap, or because it newly belongs to the selection.
    case snapshot(ProgressSnapshot)
    /// Counts, text or rate have changed.
    case progress(ProgressSnapshot)
    /// Cancelled, paused, resumed, finished, failed, stalled, or no longer stalled.
    case state(ProgressSnapshot, reason: String?)
    /// A child has joined what is watched.
    case child(ProgressSnapshot)
    /// Gone, with everything below it. The reason is `deselected` where it lives on outside of the selection,
    /// `replaced` where its name means another one now, whose snapshot follows.
    case removed(id: String, reason: String?)
    /// Everything that was there has been told.
    case synced
    /// Forget everything: snapshots of all that there is follow.
    case reset

    /// The progress that the event is about; nil for `removed`, `synced` and `reset`.
    public var snapshot: ProgressSnapshot? {
        switch self {
        case .snapshot(let snapshot), .progress(let snapshot), .state(let snapshot, _), .child(let snapshot): snapshot
        case .removed, .synced, .reset: nil
        }
    }
}
