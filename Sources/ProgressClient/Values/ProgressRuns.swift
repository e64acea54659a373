/// The runs of a name, newest first.
public struct ProgressRuns: Sendable, Codable, Hashable {
    public var items: [ProgressRun]
    /// The median of the finished ones, in seconds; nil below three.
    public var typicalDurationSeconds: Double?
}
