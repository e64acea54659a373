import ArgumentParser

extension Setting {
    /// What it means and in which unit, its default, its variable.
    var help: ArgumentHelp {
        let standard = Settings().text(of: self)
        let origin = standard.isEmpty ? variable : "default: \(standard); \(variable)"
        return ArgumentHelp("\(meaning) (\(origin))", valueName: valueName)
    }

    private var valueName: String {
        switch rule {
        case .text: self == .defaultLocale ? "tag" : "address"
        case .list: self == .corsOrigin ? "origin" : self == .trustedProxy ? "address" : "name"
        case .tokens, .path: "path"
        case .durability: "interval|commit"
        case .truth: "true|false"
        case .port: "port"
        case .seconds: "seconds"
        case .rate: "a-second"
        case .level: "level"
        case .format: "format"
        case .count: rawValue.hasSuffix("-bytes") ? "bytes" : "count"
        }
    }

    private var meaning: String {
        switch self {
        case .host: "Address to listen on: a numeric one or a name."
        case .port: "TCP port to listen on; 0 picks a free one."
        case .allowAnonymous: "Listen on a non-loopback address without tokens: anyone who reaches it may write."
        case .tokenFile:
            "File of role:token lines (viewer, reporter, operator); PROGRESSD_TOKENS holds the lines themselves."
        case .openMetrics: "Let anyone read /metrics, even where tokens are set."
        case .trustedProxy: "Address of a proxy whose X-Forwarded-For is believed. Repeatable."
        case .allowedHost: "Another name that the Host header of a request may carry. Repeatable."
        case .corsOrigin: "An origin (https://example.org) whose pages may call the service. Repeatable."
        case .defaultLocale: "Language of descriptions where a request names none."
        case .retentionSeconds: "Seconds that a tree stays after it has ended."
        case .abandonedSeconds: "Seconds without a write after which an unfinished tree is removed; 0 means never."
        case .heartbeatSeconds: "Seconds of silence after which a stream gets a comment line."
        case .maxNodes: "Progresses held at once."
        case .maxChildren: "Children of one progress."
        case .maxDepth: "Levels of a tree below its root."
        case .maxBodyBytes: "Bytes of a request's body."
        case .maxBatchBytes: "Bytes of a batch's body."
        case .maxHeldBodyBytes: "Total bytes of request bodies above 16 KiB; each thread has its share."
        case .maxBatchLines: "Lines of a batch."
        case .maxStreams: "Streams and waiting requests at once."
        case .maxStreamsPerClient: "Streams and waiting requests of one client address."
        case .maxReservations: "Reservations held at once."
        case .maxGrants: "Grants held at once."
        case .maxTextBytes: "Total bytes of client text."
        case .maxConnections: "Connections at once, streams included."
        case .streamRate: "Events per second and progress on a stream; 0 means no limit."
        case .dataDirectory:
            "Directory that keeps the trees across restarts; created if missing. Without it they are in memory only."
        case .durability: "What an unclean stop may lose: interval, the last second; commit, nothing."
        case .threads: "Threads that serve requests; 0 means one per processor."
        case .logLevel: "trace, debug, info, notice, warning, error or critical; debug logs each request."
        case .logFormat: "Format of log lines: logfmt or json."
        }
    }
}
