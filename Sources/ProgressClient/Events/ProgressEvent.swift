/// An event of a stream. Its snapshot is whole: members that the event leaves out come from earlier ones.
public enum ProgressEvent: Sendable, Hashable {
    /// The state of a progress: at the beginning, after a gap, or because it newly belongs to the selection.
    case snapshot(ProgressSnapshot)
    /// Counts, text or rate have changed.
    case progress(ProgressSnapshot)
    /// The progress was cancelled, paused, resumed, finished, failed, stalled, or is no longer stalled.
    case state(ProgressSnapshot, reason: String?)
    /// A child has joined the selection.
    case child(ProgressSnapshot)
    /// A progress is gone, with everything below it. The reason is `deselected` if it still exists outside the
    /// selection, `replaced` if its name now means another one, whose snapshot follows.
    case removed(id: String, reason: String?)
    /// Snapshots of everything that was there have been sent.
    case synced
    /// Forget everything: snapshots of everything there is follow.
    case reset

    /// The progress that the event is about; nil for `removed`, `synced` and `reset`.
    public var snapshot: ProgressSnapshot? {
        switch self {
        case .snapshot(let snapshot), .progress(let snapshot), .state(let snapshot, _), .child(let snapshot): snapshot
        case .removed, .synced, .reset: nil
        }
    }
}
