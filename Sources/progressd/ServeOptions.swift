import ArgumentParser

/// One option for each setting. Values stay text here, so that options and variables are read, and refused, alike.
struct ServeOptions: ParsableArguments {
    @Option(help: Setting.host.help) var host: String?
    @Option(help: Setting.port.help) var port: String?
    @Flag(inversion: .prefixedNo, help: Setting.allowAnonymous.help) var allowAnonymous: Bool?
    @Option(help: Setting.tokenFile.help) var tokenFile: String?
    @Flag(inversion: .prefixedNo, help: Setting.openMetrics.help) var openMetrics: Bool?
    @Option(help: Setting.trustedProxy.help) var trustedProxy: [String] = []
    @Option(help: Setting.allowedHost.help) var allowedHost: [String] = []
    @Option(help: Setting.corsOrigin.help) var corsOrigin: [String] = []
    @Option(help: Setting.defaultLocale.help) var defaultLocale: String?
    @Option(help: Setting.retentionSeconds.help) var retentionSeconds: String?
    @Option(help: Setting.abandonedSeconds.help) var abandonedSeconds: String?
    @Option(help: Setting.heartbeatSeconds.help) var heartbeatSeconds: String?
    @Option(help: Setting.maxNodes.help) var maxNodes: String?
    @Option(help: Setting.maxChildren.help) var maxChildren: String?
    @Option(help: Setting.maxDepth.help) var maxDepth: String?
    @Option(help: Setting.maxBodyBytes.help) var maxBodyBytes: String?
    @Option(help: Setting.maxBatchBytes.help) var maxBatchBytes: String?
    @Option(help: Setting.maxHeldBodyBytes.help) var maxHeldBodyBytes: String?
    @Option(help: Setting.maxBatchLines.help) var maxBatchLines: String?
    @Option(help: Setting.maxStreams.help) var maxStreams: String?
    @Option(help: Setting.maxStreamsPerClient.help) var maxStreamsPerClient: String?
    @Option(help: Setting.maxReservations.help) var maxReservations: String?
    @Option(help: Setting.maxGrants.help) var maxGrants: String?
    @Option(help: Setting.maxTextBytes.help) var maxTextBytes: String?
    @Option(help: Setting.maxConnections.help) var maxConnections: String?
    @Option(help: Setting.streamRate.help) var streamRate: String?
    @Option(help: Setting.dataDirectory.help) var dataDirectory: String?
    @Option(help: Setting.durability.help) var durability: String?
    @Option(help: Setting.threads.help) var threads: String?
    @Option(help: Setting.logLevel.help) var logLevel: String?
    @Option(help: Setting.logFormat.help) var logFormat: String?

    func values(of setting: Setting) -> [String] {
        switch setting {
        case .allowAnonymous: allowAnonymous.map { [$0 ? "true" : "false"] } ?? []
        case .openMetrics: openMetrics.map { [$0 ? "true" : "false"] } ?? []
        case .trustedProxy: trustedProxy
        case .allowedHost: allowedHost
        case .corsOrigin: corsOrigin
        default: value(of: setting).map { [$0] } ?? []
        }
    }

    private func value(of setting: Setting) -> String? {
        switch setting {
        case .host: host
        case .tokenFile: tokenFile
        case .port: port
        case .defaultLocale: defaultLocale
        case .retentionSeconds: retentionSeconds
        case .abandonedSeconds: abandonedSeconds
        case .heartbeatSeconds: heartbeatSeconds
        case .maxNodes: maxNodes
        case .maxChildren: maxChildren
        case .maxDepth: maxDepth
        case .maxBodyBytes: maxBodyBytes
        case .maxBatchBytes: maxBatchBytes
        case .maxHeldBodyBytes: maxHeldBodyBytes
        case .maxBatchLines: maxBatchLines
        case .maxStreams: maxStreams
        case .maxStreamsPerClient: maxStreamsPerClient
        case .maxReservations: maxReservations
        case .maxGrants: maxGrants
        case .maxTextBytes: maxTextBytes
        case .maxConnections: maxConnections
        case .streamRate: streamRate
        case .dataDirectory: dataDirectory
        case .durability: durability
        case .threads: threads
        case .logLevel: logLevel
        case .logFormat: logFormat
        case .allowAnonymous, .openMetrics, .trustedProxy, .allowedHost, .corsOrigin: nil
        }
    }

    func settings() throws(Refusal) -> Settings {
        let options = Setting.allCases.map { ($0, values(of: $0)) }
        return try Settings(options: Dictionary(uniqueKeysWithValues: options))
    }
}
