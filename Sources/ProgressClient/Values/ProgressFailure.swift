#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why work ended without finishing.
public struct ProgressFailure: Sendable, Codable, Hashable {
    /// For people.
    public var message: String
    /// For programs.
    public var code: String?
    /// Who said so.
    public var by: ProgressCaller?
    /// When it failed.
    public var at: Date?
}
