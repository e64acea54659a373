package import ProgressCore

/// The kinds of events that tell the news of a node, as a bit set.
package struct Contents: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ kind: EventKind) { rawValue = 1 << kind.rawValue }

    package static let snapshot = Contents(.snapshot)
    package static let progress = Contents(.progress)
    package static let state = Contents(.state)

    /// The news for readers who know the node.
    package init(telling kinds: Changes.Kinds) {
        self = []
        if kinds.contains(.details) {
            insert(.snapshot)
        } else if kinds.contains(.progress) {
            insert(.progress)
        }
        if kinds.contains(.state) { insert(.state) }
    }

    /// The news of a change of state: a finish is the last `progress`, then `state`.
    package static func change(ofStateTo moment: ProgressSnapshot) -> Contents {
        moment.isFinished ? [.progress, .state] : .state
    }

    /// Whether one event tells it all.
    package var isOneKind: Bool { rawValue.nonzeroBitCount == 1 }

    /// Removes and returns the kind that is told first.
    package mutating func popFirst() -> EventKind? {
        guard let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount)) else {
            return nil
        }
        remove(Contents(kind))
        return kind
    }

    /// One event for each kind, in the order in which they are told.
    package func events(showing snapshot: ProgressSnapshot) -> [StreamEvent] {
        var rest = self
        var events: [StreamEvent] = []
        while let kind = rest.popFirst() { events.append(.node(kind, snapshot)) }
        return events
    }
}
