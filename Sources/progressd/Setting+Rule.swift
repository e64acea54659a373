import ProgressRegistry

extension Setting {
    /// Where the value goes, and what it may be.
    enum Rule {
        case text(WritableKeyPath<Configuration, String>)
        case list(WritableKeyPath<Configuration, [String]>)
        case truth(WritableKeyPath<Configuration, Bool>)
        case count(WritableKeyPath<Configuration, Int>, ClosedRange<Int>)
        case seconds(WritableKeyPath<Configuration, Double>, ClosedRange<Double>)
        case rate(WritableKeyPath<Configuration, Double>, ClosedRange<Double>)
        case port
        case level
        case format
        case tokens
        case path(WritableKeyPath<Configuration, String?>)
        case durability
    }

    var rule: Rule {
        switch self {
        case .host: .text(\.host)
        case .port: .port
        case .allowAnonymous: .truth(\.allowsAnonymous)
        case .tokenFile: .tokens
        case .openMetrics: .truth(\.hasOpenMetrics)
        case .trustedProxy: .list(\.trustedProxies)
        case .allowedHost: .list(\.allowedHosts)
        case .corsOrigin: .list(\.corsOrigins)
        case .defaultLocale: .text(\.defaultLocale)
        case .retentionSeconds: .seconds(\.retentionSeconds, 0...1e9)
        case .abandonedSeconds: .seconds(\.abandonedSeconds, 0...1e9)
        case .heartbeatSeconds: .seconds(\.heartbeatSeconds, 0.1...3_600)
        case .maxNodes: .count(\.maximumNodes, 1...100_000_000)
        case .maxChildren: .count(\.maximumChildren, 0...1_000_000_000)
        case .maxDepth: .count(\.maximumDepth, 0...1_000_000)
        case .maxBodyBytes: .count(\.maximumBodyBytes, 1_024...1 << 30)
        case .maxBatchBytes: .count(\.maximumBatchBytes, 1_024...1 << 30)
        case .maxHeldBodyBytes: .count(\.maximumHeldBodyBytes, 1_024...1 << 50)
        case .maxBatchLines: .count(\.maximumBatchLines, 1...10_000_000)
        case .maxStreams: .count(\.maximumStreams, 0...1_000_000)
        case .maxStreamsPerClient: .count(\.maximumStreamsPerClient, 0...1_000_000)
        case .maxReservations: .count(\.maximumReservations, 0...1_000_000_000)
        case .maxGrants: .count(\.maximumGrants, 0...1_000_000_000)
        case .maxTextBytes: .count(\.maximumTextBytes, 0...1 << 50)
        case .maxConnections: .count(\.maximumConnections, 1...1_000_000)
        case .streamRate: .rate(\.streamRate, 0...1_000)
        case .dataDirectory: .path(\.dataDirectory)
        case .durability: .durability
        case .threads: .count(\.threads, 0...64)
        case .logLevel: .level
        case .logFormat: .format
        }
    }
}
