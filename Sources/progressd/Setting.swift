/// A setting of the service: an option of `serve`, an environment variable, and a line of help. The raw value is the
/// option's name.
enum Setting: String, CaseIterable {
    case host
    case port
    case allowAnonymous = "allow-anonymous"
    case tokenFile = "token-file"
    case openMetrics = "open-metrics"
    case trustedProxy = "trusted-proxy"
    case allowedHost = "allowed-host"
    case corsOrigin = "cors-origin"
    case defaultLocale = "default-locale"
    case retentionSeconds = "retention-seconds"
    case abandonedSeconds = "abandoned-seconds"
    case heartbeatSeconds = "heartbeat-seconds"
    case maxNodes = "max-nodes"
    case maxChildren = "max-children"
    case maxDepth = "max-depth"
    case maxBodyBytes = "max-body-bytes"
    case maxBatchBytes = "max-batch-bytes"
    case maxHeldBodyBytes = "max-held-body-bytes"
    case maxBatchLines = "max-batch-lines"
    case maxStreams = "max-streams"
    case maxStreamsPerClient = "max-streams-per-client"
    case maxReservations = "max-reservations"
    case maxGrants = "max-grants"
    case maxTextBytes = "max-text-bytes"
    case maxConnections = "max-connections"
    case streamRate = "stream-rate"
    case dataDirectory = "data-directory"
    case durability
    case threads
    case logLevel = "log-level"
    case logFormat = "log-format"

    var option: String { "--\(rawValue)" }

    /// `PROGRESSD_MAX_NODES` for `--max-nodes`.
    var variable: String {
        let bytes = rawValue.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 & 0xDF }
        return "PROGRESSD_" + String(decoding: bytes, as: UTF8.self)
    }
}
