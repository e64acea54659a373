/// Who made a call.
public struct ProgressCaller: Sendable, Codable, Hashable {
    /// `reporter`, `operator` or `grant`.
    public var role: String
    /// Whom a trusted proxy named.
    public var user: String?
}
