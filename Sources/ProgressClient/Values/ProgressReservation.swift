#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Units of a parent set aside for a child that another program creates.
public struct ProgressReservation: Sendable, Codable, Hashable {
    /// The token to pass on in the header `Progress-Reservation`.
    public var token: String
    /// Its id, which is not secret; nil from a service before 0.3.
    public var reservationID: String?
    public var parentID: String
    public var pendingUnitCount: Int64
    public var expiresAt: Date?
}
