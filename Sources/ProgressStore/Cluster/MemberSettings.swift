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
