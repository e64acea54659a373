package import ProgressCore

/// An event that a stream owes its reader.
package enum StreamEvent: Sendable {
    /// News of a node: `snapshot`, `progress`, `state` or `child`.
    case node(EventKind, ProgressSnapshot)
    /// The node is gone with everything below it, or the stream no longer shows it.
    case removed(ProgressID, RemovalReason)
    /// No node has this name, and no removed node is remembered under it.
    case unknown(String)
    case reset
    /// Everything that the stream owed from the start is told.
    case synced
    case end

    package var kind: EventKind {
        switch self {
        case .node(let kind, _): kind
        case .removed, .unknown: .removed
        case .reset: .reset
        case .synced: .synced
        case .end: .end
        }
    }
}
