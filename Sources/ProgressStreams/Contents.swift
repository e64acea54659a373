package import ProgressCore

/// What of a known node is news: the events that tell it.
package struct Contents: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// All members; shows what a `progress` would.
    package static let snapshot = Contents(rawValue: 1 << 0)
    /// Counts, fraction, descriptions, rate.
    package static let progress = Contents(rawValue: 1 << 1)
    /// Cancelled, paused, resumed, finished, failed, stalled, and back. After `progress`: a bar reaches its end first.
    package static let state = Contents(rawValue: 1 << 2)

    /// What tells a change of a node to those who know the node.
    package init(telling kinds: Changes.Kinds) {
        self = []
        if kinds.contains(.details) {
            insert(.snapshot)
        } else if kinds.contains(.progress) {
            insert(.progress)
        }
        if kinds.contains(.state) { insert(.state) }
    }

    /// What tells a change of state: a finish is the last `progress`, then `state`.
    package static func change(ofStateTo moment: ProgressSnapshot) -> Contents {
        moment.isFinished ? [.progress, .state] : .state
    }

    /// Takes out what is told first.
    package mutating func popFirst() -> NodeEvent? {
        for (content, event) in Self.order where contains(content) {
            remove(content)
            return event
        }
        return nil
    }

    /// The events, in the order in which they are told.
    package var events: [NodeEvent] { Self.order.compactMap { contains($0.0) ? $0.1 : nil } }

    private static let order: [(Contents, NodeEvent)] = [
        (.snapshot, .snapshot), (.progress, .progress), (.state, .state),
    ]
}
