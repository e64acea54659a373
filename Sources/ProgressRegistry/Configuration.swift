package import ProgressCore

/// Every setting of the service, with its default.
package struct Configuration: Sendable {
    package var host = "127.0.0.1"
    /// 0 picks a free port.
    package var port: UInt16 = 8080
    package var allowsAnonymous = false
    /// The tokens and their roles; empty: every caller that reaches the service may do everything.
    package var tokens: [AccessToken] = []
    /// Whether `/metrics` needs no token even if the service has tokens.
    package var hasOpenMetrics = false
    /// Whether bodies in chunks are refused.
    package var refusesChunks = false
    /// Whether badges need no token even if the service has tokens.
    package var hasOpenBadges = false
    /// The operator's words where a page asks for a token; empty: none.
    package var signInNote = ""
    /// Whether `/mcp` answers agents.
    package var hasMCP = false
    /// Below which path everything answers, such as `/team-a`; empty: at the root.
    package var pathPrefix = ""
    /// Whether trainers of Kubeflow may send their status.
    package var hasKubeflow = false
    /// The addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-User` are trusted.
    package var trustedProxies: [String] = []
    /// Names that a request's `Host` may carry besides the loopback names.
    package var allowedHosts: [String] = []
    package var corsOrigins: [String] = []
    package var defaultLocale = "en"
    package var retentionSeconds = 3_600.0
    /// 0 means never.
    package var abandonedSeconds = 7 * 86_400.0
    /// For progresses that are created without a lease; 0 means none.
    package var defaultLeaseSeconds = 0.0
    /// Runs that each name keeps.
    package var keptRuns = 20
    /// Limit for the steps of all runs whose trees are gone.
    package var maximumRunStepBytes = 64 << 20
    /// A stream that is silent this long gets a comment line.
    package var heartbeatSeconds = 15.0
    package var maximumNodes = 1_000_000
    package var maximumChildren = 100_000
    package var maximumDepth = 1_024
    package var maximumBodyBytes = 1 << 20
    package var maximumBatchBytes = 16 << 20
    /// The limit for all requests together; each reactor gets a share.
    package var maximumHeldBodyBytes = 256 << 20
    /// Limit for everything that streams owe their readers; divided among the reactors.
    package var maximumBacklogBytes = 64 << 20
    package var maximumBatchLines = 10_000
    package var maximumStreams = 10_000
    package var maximumStreamsPerClient = 1_000
    /// Maximum for one client in a minute; 0 means no limit.
    package var maximumWrongTokens = 1_000
    package var maximumReservations = 10_000
    package var maximumGrants = 10_000
    package var maximumTextBytes = 1 << 30
    package var maximumConnections = 16_384
    /// Events per second and progress on a stream; 0 sends at every turn of the loop.
    package var streamRate = 10.0
    /// The number of reactors; 0 means one per core.
    package var threads = 0

    /// How long one piece of long work runs before others get their turn; 0 means one step, for tests.
    package var sliceNanoseconds: UInt64 = 1_000_000

    /// The directory where the trees outlive the process; nil if they do not.
    package var dataDirectory: String?
    /// With a cluster no acknowledged write may be lost unless a setting allows it.
    package var durability: Durability {
        get { chosenDurability ?? (cluster.url == nil ? .interval : .commit) }
        set { chosenDurability = newValue }
    }
    private var chosenDurability: Durability?
    /// The newest form of records that may be written, for a way back to an older version; nil: the newest there is.
    package var recordForm: Int?

    package var cluster = ClusterSettings()

    package init() {}
}

extension Configuration {
    package var limits: ProgressLimits {
        var limits = ProgressLimits()
        limits.maximumNodeCount = maximumNodes
        limits.maximumChildCount = maximumChildren
        limits.maximumDepth = maximumDepth
        limits.maximumReservationCount = maximumReservations
        limits.maximumTextByteCount = maximumTextBytes
        limits.keptRunCount = keptRuns
        limits.maximumRunStepByteCount = maximumRunStepBytes
        limits.retention = Int64(retentionSeconds * 1_000)
        limits.abandonment = Int64(abandonedSeconds * 1_000)
        limits.defaultLeaseSeconds = defaultLeaseSeconds
        return limits
    }
}
