package import ProgressCore

/// The events that show a node.
package enum NodeEvent: UInt8, Sendable {
    case snapshot, progress, state, child
}

/// What a stream says of one node.
package enum StreamEvent: Sendable {
    case node(NodeEvent, ProgressSnapshot)
    /// Gone, and all below it too; deselected: it lives, and this stream shows it no longer.
    case removed(ProgressID, isDeselected: Bool)
}
