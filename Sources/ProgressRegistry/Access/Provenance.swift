package import ProgressCore

/// When a right was made, and by whom.
package struct Provenance: Equatable, Sendable {
    /// Milliseconds since 1970.
    package let createdAt: Int64
    package let by: Caller
    /// The grant with which it was made, or the claim, whose id is the key of its reservation.
    package let grant: ProgressID?

    package init(createdAt: Int64, by caller: Caller, grant: ProgressID?) {
        self.createdAt = createdAt
        by = caller
        self.grant = grant
    }
}
