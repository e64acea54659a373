package import ProgressRecords

/// A replica's announcement of itself in the table of members.
package struct Member: Equatable, Sendable {
    /// Drawn at the start of the process.
    package let id: String
    /// `host:port`, where the other replicas reach it.
    package let address: String
    /// The version of the program.
    package let version: String
    /// The newest form that it reads.
    package let reads: RecordForm
    /// The newest that it may write, which `--record-form` keeps below that.
    package let writes: RecordForm
    /// The term under which it rules; 0 for an heir.
    package var term: UInt64
    /// Nanoseconds.
    package let lease: UInt64
    /// One word for each configured token, from its role and digest, in order.
    package var tokens: String
    /// The settings that should be the same at all replicas, as words `name=value`.
    package let settings: String
    /// Another one with each announcement.
    package var mark: UInt64

    package init(
        id: String,
        address: String,
        version: String,
        reads: RecordForm,
        writes: RecordForm,
        term: UInt64 = 0,
        lease: UInt64,
        tokens: String,
        settings: String,
        mark: UInt64 = 0
    ) {
        self.id = id
        self.address = address
        self.version = version
        self.reads = reads
        self.writes = writes
        self.term = term
        self.lease = lease
        self.tokens = tokens
        self.settings = settings
        self.mark = mark
    }
}

extension Member {
    /// Whether the two are replicas of one service: they have the same tokens and settings.
    package func agrees(with other: Member) -> Bool { tokens == other.tokens && settings == other.settings }

    /// Leases without an announcement after which a replica counts as dead.
    package static let silentLeases: UInt64 = 10

    /// Nanoseconds without an announcement after which it counts as dead. A lease is at most a minute.
    package var longestSilence: UInt64 { Self.silentLeases * min(lease, 60_000_000_000) }
}
