#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The filter, the order and the page of a list of roots.
public struct RootQuery: Sendable, Hashable {
    /// Roots in any of these states; empty for all.
    public var states: [ProgressState]
    /// Roots with any of these names, or with names that begin with the text before `*`; empty for all.
    public var names: [String]
    /// Roots with all of these words in the name, in the explicit description, or in a label's value.
    public var words: String?
    /// Roots with all of these labels.
    public var labels: [String: String]
    /// Also all of these, in the service's notation: `team`, `!team`, `!team:data`.
    public var labelFilters: [String]
    public var createdSince: Date?
    public var updatedSince: Date?
    /// The order; nil for newest first.
    public var order: Order?
    /// The maximum number of roots in a page, 1 to 500.
    public var limit: Int
    /// The `nextCursor` of the page before.
    public var cursor: String?

    public enum Order: String, Sendable, Hashable, CaseIterable {
        case newestFirst = "-createdAt"
        case oldestFirst = "createdAt"
        case name
        case nameBackward = "-name"
        case updatedLast = "-updatedAt"
        /// By the estimated time remaining.
        case remaining
        /// By the time from creation to end; those that still work come last.
        case longest = "-duration"
    }

    public init(
        states: [ProgressState] = [],
        names: [String] = [],
        words: String? = nil,
        labels: [String: String] = [:],
        labelFilters: [String] = [],
        createdSince: Date? = nil,
        updatedSince: Date? = nil,
        order: Order? = nil,
        limit: Int = 50,
        cursor: String? = nil
    ) {
        self.states = states
        self.names = names
        self.words = words
        self.labels = labels
        self.labelFilters = labelFilters
        self.createdSince = createdSince
        self.updatedSince = updatedSince
        self.order = order
        self.limit = limit
        self.cursor = cursor
    }

    var parameters: [(name: String, value: String)] {
        var parameters = states.map { (name: "state", value: $0.rawValue) }
        parameters += names.map { ("name", $0) }
        if let words { parameters.append(("q", words)) }
        parameters += labels.sorted { $0.key < $1.key }.map { ("label", "\($0.key):\($0.value)") }
        parameters += labelFilters.map { ("label", $0) }
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        if let createdSince { parameters.append(("createdSince", style.format(createdSince))) }
        if let updatedSince { parameters.append(("updatedSince", style.format(updatedSince))) }
        if let order { parameters.append(("sort", order.rawValue)) }
        parameters.append(("limit", String(limit)))
        if let cursor { parameters.append(("cursor", cursor)) }
        return parameters
    }
}
