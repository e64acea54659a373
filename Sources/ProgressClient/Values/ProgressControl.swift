#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The newest control call that changed a progress.
public struct ProgressControl: Sendable, Codable, Hashable {
    /// `cancel`, `pause` or `resume`.
    public var action: String
    /// As the caller gave it.
    public var reason: String?
    /// Who called.
    public var by: ProgressCaller?
    public var at: Date?
}

/// Who made a call.
public struct ProgressCaller: Sendable, Codable, Hashable {
    /// `reporter`, `operator` or `grant`.
    public var role: String
    /// Whom a trusted proxy named.
    public var user: String?
}
