import ProgressStreams

/// The kinds of events that streams get.
package enum StreamEventKind: Int, CaseIterable {
    case snapshot, progress, state, child, removed, reset, end

    package var name: StaticString {
        switch self {
        case .snapshot: "snapshot"
        case .progress: "progress"
        case .state: "state"
        case .child: "child"
        case .removed: "removed"
        case .reset: "reset"
        case .end: "end"
        }
    }

    init(_ event: NodeEvent) {
        switch event {
        case .snapshot: self = .snapshot
        case .progress: self = .progress
        case .state: self = .state
        case .child: self = .child
        }
    }
}
