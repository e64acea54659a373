/// Sums over a whole subtree, given with `summary: true`.
public struct ProgressSummary: Sendable, Codable, Hashable {
    public var fileTotalCount: Int64?
    public var fileCompletedCount: Int64?
    /// The total bytes of the progresses of kind `file`.
    public var totalByteCount: Int64?
    /// The completed bytes of the progresses of kind `file`.
    public var completedByteCount: Int64?
    /// In units per second.
    public var throughput: Double?
    /// The largest one, in seconds.
    public var estimatedTimeRemaining: Double?
    /// The number of progresses in each state, by the name of the state.
    public var nodeCounts: [String: Int]
    public var latest: Latest
    public var firstFailure: FirstFailure?

    /// The progress of the subtree that changed last.
    public struct Latest: Sendable, Codable, Hashable {
        public var id: String
        public var localizedDescription: String
        public var localizedAdditionalDescription: String
        public var userInfo: [String: JSONValue]
    }

    /// The living progress of the subtree that failed first.
    public struct FirstFailure: Sendable, Codable, Hashable {
        public var id: String
        public var name: String?
        public var failure: ProgressFailure
    }
}
