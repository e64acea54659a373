#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Access to one subtree, for someone without a token.
public struct ProgressGrant: Sendable, Codable, Hashable {
    public var grantID: String
    /// The token, which is shown only once.
    public var token: String
    /// `viewer`, `reporter` or `operator`.
    public var role: String
    public var nodeID: String
    public var expiresAt: Date?
}
