/// What a worker says of its progress besides the counts, and which of it the service has not heard.
struct ReportDetails: Sendable {
    private var all: [String: JSONValue]
    private var changed: [String: JSONValue] = [:]

    init(_ all: [String: JSONValue]) { self.all = all }

    subscript(_ member: String) -> JSONValue? { all[member] }

    var isUnsent: Bool { !changed.isEmpty }

    /// True where something changed.
    mutating func set(_ members: [String: JSONValue]) -> Bool {
        var hasChanged = false
        for (member, value) in members where all[member] != value {
            all[member] = value
            changed[member] = value
            hasChanged = true
        }
        return hasChanged
    }

    /// The service forgets what was reported of the speed where work pauses or ends.
    mutating func forgetSpeed() {
        for member in ["throughput", "estimatedTimeRemaining"] where changed[member] == nil { all[member] = nil }
    }

    /// For a create.
    mutating func takeAll() -> [String: JSONValue] {
        changed = [:]
        return all
    }

    mutating func takeChanged() -> [String: JSONValue] {
        defer { changed = [:] }
        return changed
    }

    /// They were not heard; what was set since counts.
    mutating func putBack(_ members: [String: JSONValue]) {
        changed = members.merging(changed) { _, newer in newer }
    }

    /// Nothing was heard for certain.
    mutating func putBackAll() { changed = all }
}
