#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Which roots a list has.
public struct RootQuery: Sendable, Hashable {
    /// Any of these; empty: all.
    public var states: [ProgressState]
    /// All of these.
    public var labels: [String: String]
    public var updatedSince: Date?
    /// 1 to 500.
    public var limit: Int
    /// `nextCursor` of the page before.
    public var cursor: String?

    public init(
        states: [ProgressState] = [],
        labels: [String: String] = [:],
        updatedSince: Date? = nil,
        limit: Int = 50,
        cursor: String? = nil
    ) {
        self.states = states
        self.labels = labels
        self.updatedSince = updatedSince
        self.limit = limit
        self.cursor = cursor
    }

    var parameters: [(name: String, value: String)] {
        var parameters = states.map { (name: "state", value: $0.rawValue) }
        parameters += labels.sorted { $0.key < $1.key }.map { ("label", "\($0.key):\($0.value)") }
        if let updatedSince {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            parameters.append(("updatedSince", style.format(updatedSince)))
        }
        parameters.append(("limit", String(limit)))
        if let cursor { parameters.append(("cursor", cursor)) }
        return parameters
    }
}
