/// Which progresses a stream selects, and how.
public struct EventSelection: Sendable, Hashable {
    /// Ids and names, at most 50; empty: every root, also those to come.
    public var references: [String]
    /// Without references: only roots with one of these names; a beginning of names ends with `*`.
    public var names: [String]
    /// Without references: only roots with all of these labels.
    public var labels: [String: String]
    /// All of these too, as the service writes them: `team`, `!team`, `!team:data`.
    public var labelFilters: [String]
    /// With what is below them.
    public var descendants: Bool
    /// With sums over the subtrees.
    public var summary: Bool
    /// With names: continue with the next run, and wait for the first.
    public var runs: Bool
    /// Events a second and progress, at most; nil: as the service is set.
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
