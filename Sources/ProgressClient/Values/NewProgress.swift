/// The initial members of a progress. Everything may be left out.
public struct NewProgress: Sendable, Codable, Hashable {
    /// `[A-Za-z0-9][A-Za-z0-9._:-]{0,127}`, and no UUID.
    public var name: String?
    /// -1 if unknown.
    public var totalUnitCount: Int64?
    public var completedUnitCount: Int64?
    public var isCancellable: Bool?
    public var isPausable: Bool?
    /// The kind of units: `file` if they are bytes.
    public var kind: String?
    public var fileOperationKind: String?
    public var fileURL: String?
    public var fileTotalCount: Int64?
    public var fileCompletedCount: Int64?
    /// In seconds.
    public var estimatedTimeRemaining: Double?
    /// In units per second.
    public var throughput: Double?
    public var userInfo: [String: JSONValue]?
    public var labels: [String: String]?
    /// Addresses that belong to the work, such as `log`: absolute http and https URLs, at most 8.
    public var urls: [String: String]?
    public var localizedDescription: String?
    public var localizedAdditionalDescription: String?
    /// The seconds without a write or a heartbeat after which the progress is stalled.
    public var leaseSeconds: Double?
    public var removeWhenFinished: Bool?
    /// Whether work on it has begun, though nothing is done yet.
    public var started: Bool?
    /// For a child: the number of its parent's units that it is worth.
    public var pendingUnitCount: Int64?
    /// The tree below it, created together with it, all or nothing.
    public var children: [NewProgress]?

    public init(name: String? = nil, totalUnitCount: Int64? = nil) {
        self.name = name
        self.totalUnitCount = totalUnitCount
    }
}
