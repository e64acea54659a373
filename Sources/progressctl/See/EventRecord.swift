import ProgressClient

/// An event as a line of JSON.
struct EventRecord: Encodable {
    private let event: String
    private var id: String?
    private var reason: String?
    private var progress: ProgressSnapshot?

    init(_ event: ProgressEvent) {
        progress = event.snapshot
        switch event {
        case .snapshot: self.event = "snapshot"
        case .progress: self.event = "progress"
        case .state(_, let reason):
            self.event = "state"
            self.reason = reason
        case .child: self.event = "child"
        case .removed(let id, let reason):
            self.event = "removed"
            self.id = id
            self.reason = reason
        case .synced: self.event = "synced"
        case .reset: self.event = "reset"
        }
    }

    /// The line, with its line feed.
    func line() throws -> [UInt8] {
        try Array(ServiceCoding.encode(self)) + [UInt8(ascii: "\n")]
    }
}
