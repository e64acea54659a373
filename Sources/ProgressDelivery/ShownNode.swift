import ProgressCore

/// What events show of a node: the node at one moment and, for streams that want it, its summary. One reference, because
/// both are large to copy.
final class ShownNode {
    let snapshot: ProgressSnapshot
    let summary: ProgressSummary?

    init(_ snapshot: ProgressSnapshot, _ summary: ProgressSummary? = nil) {
        self.snapshot = snapshot
        self.summary = summary
    }
}
