#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The newest control call that changed a progress.
public struct ProgressControl: Sendable, Codable, Hashable {
    /// `cancel`, `pause` or `resume`.
    public var action: String
    /// The reason as the caller gave it.
    public var reason: String?
    /// The caller.
    public var by: ProgressCaller?
    public var at: Date?
}

/// The caller of the service.
public struct ProgressCaller: Sendable, Codable, Hashable {
    /// `reporter`, `operator` or `grant`.
    public var role: String
    /// The user whom a trusted proxy named.
    public var user: String?
}
