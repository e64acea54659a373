import TestKit

extension EventStream {
    /// A stream that also shows `synced`.
    static func withSynced(_ server: LiveServer, _ target: String, after id: String?) -> EventStream {
        let stream = EventStream(server, target, id.map { ["Last-Event-ID": $0] } ?? [:])
        stream.showsSynced = true
        return stream
    }

    /// Each event with the name of its node, or with its id where it shows no name, and with its reason.
    static func text(_ events: [EventStream.Event]) -> [String] {
        events.map { event in
            let name = event.data.name.string ?? event.data.id.string ?? ""
            return "\(event.name) \(name)\(event.data.reason.string.map { " " + $0 } ?? "")"
        }
    }
}
