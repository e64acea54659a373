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
        case .allowAnonymous: "Listen on an address that is not loopback, although anyone who reaches it may write."
        case .tokenFile:
            "File with a line role:token each (viewer, reporter, operator); PROGRESSD_TOKENS has lines itself."
        case .openMetrics: "Let everybody read /metrics, also where there are tokens."
        case .trustedProxy: "Address of a proxy whose X-Forwarded-For is believed. Repeatable."
        case .allowedHost: "A name besides the loopback ones that a request's Host may carry. Repeatable."
        case .corsOrigin: "An origin (https://example.org) whose pages may call the service. Repeatable."
        case .defaultLocale: "Language of descriptions where a request names none."
        case .retentionSeconds: "Seconds that a tree stays after it has ended."
        case .abandonedSeconds: "Seconds without a write after which an unfinished tree is removed; 0: never."
        case .heartbeatSeconds: "Seconds of silence after which a stream gets a comment line."
        case .maxNodes: "Progresses held at once."
        case .maxChildren: "Children of one progress."
        case .maxDepth: "Levels of a tree below its root."
        case .maxBodyBytes: "Bytes of a request's body."
        case .maxBatchBytes: "Bytes of a batch's body."
        case .maxHeldBodyBytes: "Bytes of all bodies at once that are larger than 16 KiB; each thread has its share."
        case .maxBatchLines: "Lines of a batch."
        case .maxStreams: "Streams and waiting requests at once."
        case .maxStreamsPerClient: "The same, of one client address."
        case .maxReservations: "Reservations held at once."
        case .maxGrants: "Grants held at once."
        case .maxTextBytes: "Bytes of text from clients held in all."
        case .maxConnections: "Connections at once, streams included."
        case .streamRate: "Sends a second for one progress on a stream; 0: as many as there are changes."
        case .dataDirectory: "Directory in which the trees outlive the process; it is created. Without it they do not."
        case .durability:
            "What an unclean end may lose of what was acknowledged: interval, the last second; commit, nothing."
        case .threads: "Threads that serve; 0: one for each processor."
        case .logLevel: "trace, debug, info, notice, warning, error or critical; debug says each request."
        case .logFormat: "How log lines are written: logfmt or json."
        }
    }
}
