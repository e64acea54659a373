package import ProgressCore

/// Every setting of the service, with its default.
package struct Configuration: Sendable {
    package var host = "127.0.0.1"
    /// 0 picks a free one.
    package var port: UInt16 = 8080
    package var allowsAnonymous = false
    /// Who may do what; empty: whoever reaches the service may do everything.
    package var tokens: [AccessToken] = []
    /// Whether `/metrics` is for everybody, also where there are tokens.
    package var hasOpenMetrics = false
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: [String] = []
    /// Names besides the loopback ones that a request's `Host` may carry.
    package var allowedHosts: [String] = []
    package var corsOrigins: [String] = []
    package var defaultLocale = "en"
    package var retentionSeconds = 3_600.0
    /// 0: never.
    package var abandonedSeconds = 7 * 86_400.0
    /// A stream that was silent for so long gets a comment line.
    package var heartbeatSeconds = 15.0
    package var maximumNodes = 1_000_000
    package var maximumChildren = 100_000
    package var maximumDepth = 1_024
    package var maximumBodyBytes = 1 << 20
    package var maximumBatchBytes = 16 << 20
    /// Of all requests together; each thread has its share.
    package var maximumHeldBodyBytes = 256 << 20
    package var maximumBatchLines = 10_000
    package var maximumStreams = 10_000
    package var maximumStreamsPerClient = 1_000
    package var maximumReservations = 10_000
    package var maximumGrants = 10_000
    package var maximumTextBytes = 1 << 30
    package var maximumConnections = 16_384
    /// Sends a second for a node on a stream; 0 sends at every turn of the loop.
    package var streamRate = 10.0
    /// Reactors; 0: one a core.
    package var threads = 0

    /// How long one piece of long work goes on before others have their turn; 0: one step, for tests.
    package var sliceNanoseconds: UInt64 = 1_000_000

    /// Where the trees are kept beyond the process; nil: nowhere.
    package var dataDirectory: String?
    package var durability = Durability.interval

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
        limits.retention = Int64(retentionSeconds * 1_000)
        limits.abandonment = Int64(abandonedSeconds * 1_000)
        return limits
    }
}
