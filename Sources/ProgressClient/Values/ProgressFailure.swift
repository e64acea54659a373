#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The reason why work ended without finishing.
public struct ProgressFailure: Sendable, Codable, Hashable {
    /// A message for people.
    public var message: String
    /// A code for programs.
    public var code: String?
    /// The caller that reported the failure.
    public var by: ProgressCaller?
    /// The time of the failure.
    public var at: Date?
}
