/// The progresses that a stream selects, and the form of its events.
public struct EventSelection: Sendable, Hashable {
    /// Ids and names, at most 50; empty: every root, also those to come.
    public var references: [String]
    /// Without references: only roots with one of these names; one that ends with `*` is the beginning of names.
    public var names: [String]
    /// Without references: only roots with all of these labels.
    public var labels: [String: String]
    /// Also all of these, in the service's notation: `team`, `!team`, `!team:data`.
    public var labelFilters: [String]
    /// Whether to include everything below them.
    public var descendants: Bool
    /// Whether to add sums over the subtrees.
    public var summary: Bool
    /// For names: whether to continue with the next run, and to wait for the first.
    public var runs: Bool
    /// The maximum number of events per second and progress; nil for the service's setting.
    public var maxRate: Double?

    public init(
        references: [String] = [],
        names: [String] = [],
        labels: [String: String] = [:],
        labelFilters: [String] = [],
        descendants: Bool = false,
        summary: Bool = false,
        runs: Bool = false,
        maxRate: Double? = nil
    ) {
        self.references = references
        self.names = names
        self.labels = labels
        self.labelFilters = labelFilters
        self.descendants = descendants
        self.summary = summary
        self.runs = runs
        self.maxRate = maxRate
    }

    var query: [(name: String, value: String)] {
        var query = references.map { (name: "id", value: $0) }
        query += names.map { ("name", $0) }
        query += labels.sorted { $0.key < $1.key }.map { ("label", "\($0.key):\($0.value)") }
        query += labelFilters.map { ("label", $0) }
        if descendants { query.append(("descendants", "true")) }
        if summary { query.append(("summary", "true")) }
        if runs { query.append(("runs", "true")) }
        if let maxRate { query.append(("maxRate", "\(maxRate)")) }
        return query
    }
}
