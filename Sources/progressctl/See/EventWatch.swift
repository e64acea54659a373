import ProgressClient
import ProgressTerminal

/// Prints events to anything but a terminal, one a line.
enum EventWatch {
    /// Prints a line for each visible change.
    static func lines(_ events: WatchedEvents, _ outage: OutageNotice, _ outcome: WatchOutcome) async throws
        -> WatchOutcome
    {
        var outcome = outcome
        var copy = TreeCopy<ProgressSnapshot>()
        var last: [String: String] = [:]
        for try await event in events {
            outage.end()
            outcome.take(event)
            if let snapshot = event.snapshot {
                copy.insert(snapshot, id: snapshot.id, parent: snapshot.parentID)
                let path = copy.path(to: snapshot.id).map(\.shownName)
                let line = EventLine.text(path, TextLine(snapshot, depth: 0))
                if last.updateValue(line, forKey: snapshot.id) != line { Console.say(line) }
            } else if case .removed(let id, let reason) = event {
                let path = copy.path(to: id).map(\.shownName)
                for gone in copy.remove(id) { last[gone.id] = nil }
                if reason == nil, !path.isEmpty { Console.say(EventLine.removed(path)) }
            } else if case .reset = event {
                copy.removeAll()
            }
            if Console.hasLostData { break }
        }
        return outcome
    }

    /// Prints a JSON object for each event.
    static func json(_ events: WatchedEvents, _ outage: OutageNotice, _ outcome: WatchOutcome) async throws
        -> WatchOutcome
    {
        var outcome = outcome
        for try await event in events {
            outage.end()
            outcome.take(event)
            Terminal.output.write(json: try EventRecord(event).line())
            if Console.hasLostData { break }
        }
        return outcome
    }
}
