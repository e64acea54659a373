/// A part of a list.
public struct ProgressPage: Sendable, Codable, Hashable {
    public var items: [ProgressSnapshot]
    /// Gets the next part; nil at the end.
    public var nextCursor: String?
}
