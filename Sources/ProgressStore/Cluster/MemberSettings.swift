package import ProgressCore
import ProgressLog
package import ProgressRecords
package import ProgressRegistry
import ProgressTelemetry

/// The settings of a member of a cluster.
package struct MemberSettings: Sendable {
    /// The name of the cluster, for messages.
    package var name: String
    /// The address at which other replicas reach this one: `host:port`; `ClusterMember.start` may set it.
    package var address: String
    /// Nanoseconds.
    package var lease: UInt64
    package var durability: Durability
    package var limits: ProgressLimits
    /// The settings that should be the same at all replicas, as `Member` has them.
    package var agreed = ""
    /// Whether the start has made sure that this is the cluster of its tokens.
    package var isAcquainted = true
    /// The newest form that this version reads. Tests take others.
    package var newestForm = RecordForm.newest
    /// The newest that may be written.
    package var form = RecordForm.newest
    /// Nanoseconds in which every replica must have been able to read a newer form before it is written.
    package var settlingTime: UInt64 = 600_000_000_000
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
        limits: ProgressLimits
    ) {
        self.name = name
        self.address = address
        self.lease = lease
        self.durability = durability
        self.limits = limits
    }

    /// The announcement of this replica, with a new id; the tokens come with each announcement.
    var member: Member {
        Member(
            id: String(UInt64.random(in: .min ... .max), radix: 16),
            address: address,
            version: Release.version,
            reads: newestForm,
            writes: min(form, newestForm),
            lease: lease,
            tokens: "",
            settings: agreed
        )
    }
}
