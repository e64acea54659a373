package import ProgressCore
package import ProgressRegistry

/// What a member of a cluster needs to know.
package struct MemberSettings: Sendable {
    /// Of the cluster; for messages.
    package var name: String
    /// Where other replicas reach this one: `host:port`; `ClusterMember.start` may set it.
    package var address: String
    /// Nanoseconds.
    package var lease: UInt64
    package var durability: Durability
    package var limits: ProgressLimits
    package var tokens: TokenSet
    /// A snapshot is due after so many bytes of entries, or twice as many as the one before has. Tests take fewer.
    package var leastLogByteCount = 64 << 20
    /// Nanoseconds between the end of a snapshot and its publication. A replica that starts with it knows no removals from
    /// before its end, so a reader who comes from another replica with an older event id would have to begin again.
    package var returnInterval: UInt64 = 10_000_000_000
    /// The newest entries that a writer keeps for an engine that loses its end. Tests take fewer.
    package var keptByteCount = 16 << 20

    package init(
        name: String,
        address: String = "",
        lease: UInt64,
        durability: Durability,
        limits: ProgressLimits,
        tokens: TokenSet
    ) {
        self.name = name
        self.address = address
        self.lease = lease
        self.durability = durability
        self.limits = limits
        self.tokens = tokens
    }
}
