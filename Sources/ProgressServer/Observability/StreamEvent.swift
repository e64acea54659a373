/// The kinds of events that streams get.
enum StreamEvent: Int, CaseIterable {
    case snapshot, progress, state, child, removed, reset, end

    var name: StaticString {
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
}
