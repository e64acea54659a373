#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Units of a parent that wait for a child, which somebody else creates.
public struct ProgressReservation: Sendable, Codable, Hashable {
    /// To pass on in the header `Progress-Reservation`.
    public var token: String
    /// Names it without its secret; nil from a service before 0.3.
    public var reservationID: String?
    public var parentID: String
    public var pendingUnitCount: Int64
    public var expiresAt: Date?
}
