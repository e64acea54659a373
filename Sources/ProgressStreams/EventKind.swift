/// The kinds of events, in one table: their names on the wire, their counters in the metrics, their bits in `Contents`.
///
/// News of one node is told in this order: a bar reaches its end before `state` says why.
package enum EventKind: UInt8, CaseIterable, Sendable {
    /// All members of a node.
    case snapshot
    /// Counts, fraction, descriptions, rate.
    case progress
    /// All members of a node that was cancelled, paused or resumed, or finished, failed, stalled or recovered.
    case state
    /// All members of a node that joined a parent.
    case child
    case removed
    case reset
    /// Everything that was there when the stream began, or started over, is told.
    case synced
    case end

    /// On the wire and in the metrics.
    package var name: StaticString {
        switch self {
        case .snapshot: "snapshot"
        case .progress: "progress"
        case .state: "state"
        case .child: "child"
        case .removed: "removed"
        case .reset: "reset"
        case .synced: "synced"
        case .end: "end"
        }
    }

    /// Its counter among those of all kinds.
    package var position: Int { Int(rawValue) }
}
