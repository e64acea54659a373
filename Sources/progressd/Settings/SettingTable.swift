import ProgressRegistry
import ProgressServer

/// All settings, in the order of `--help`, one row each: name, place, form and range, meaning.
enum SettingTable {
    enum Listening: SettingGroup {
        static let settings = [
            Setting("host", \.host, .text("address")) { "Address that the service listens on: numeric, or a name." },
            Setting("port", \.port, .number(0...65_535, "port")) { "TCP port that it listens on; 0 picks a free one." },
            Setting("path-prefix", \.pathPrefix, .text("path")) {
                "Path below which everything is served, such as /team-a, if a proxy passes it on."
            },
        ]
    }

    enum Access: SettingGroup {
        static let settings = [
            Setting("allow-anonymous", \.allowsAnonymous, .truth) {
                "Listen beyond loopback without tokens: everyone who can connect may write."
            },
            Setting("token-file", \.tokenFile, .tokenFile) {
                "File of role:token lines (viewer, reporter, operator); PROGRESSD_TOKENS holds the lines themselves."
            },
            Setting("open-metrics", \.hasOpenMetrics, .truth) { "Let everyone read /metrics, even if tokens are set." },
            Setting("open-badges", \.hasOpenBadges, .truth) { "Let everyone see badges, even if tokens are set." },
            Setting("sign-in-note", \.signInNote, .text("text")) {
                "Text on the page that asks for a token, such as where to get one."
            },
            Setting("mcp", \.hasMCP, .truth) { "Answer agents at /mcp (Model Context Protocol)." },
            Setting("kubeflow", \.hasKubeflow, .truth) { "Accept the status that Kubeflow's trainers send." },
            Setting("trusted-proxy", \.trustedProxies, .hostNames("address")) {
                "Address of a proxy whose X-Forwarded-For and X-Forwarded-User are believed. Repeatable."
            },
            Setting("refuse-chunked", \.refusesChunks, .truth) {
                "Answer bodies in chunks with 411, for proxies that read their extensions differently."
            },
            Setting("allowed-host", \.allowedHosts, .hostNames("name")) {
                "Another name that a request's Host header may carry. Repeatable."
            },
            Setting("cors-origin", \.corsOrigins, .origins) {
                "An origin (https://example.org) whose pages may call the service. Repeatable."
            },
        ]
    }

    enum Limits: SettingGroup {
        static let settings = [
            Setting("max-nodes", \.maximumNodes, .number(1...100_000_000)) { "Maximum number of progresses." },
            Setting("max-children", \.maximumChildren, .number(0...1_000_000_000)) {
                "Maximum number of children of one progress."
            },
            Setting("max-depth", \.maximumDepth, .number(0...1_000_000)) { "Maximum number of levels below a root." },
            Setting("max-body-bytes", \.maximumBodyBytes, .number(1_024...1 << 30, "bytes")) {
                "Maximum size of a request's body."
            },
            Setting("max-batch-bytes", \.maximumBatchBytes, .number(1_024...1 << 30, "bytes")) {
                "Maximum size of a batch's body."
            },
            Setting("max-held-body-bytes", \.maximumHeldBodyBytes, .number(1_024...1 << 50, "bytes")) {
                "Maximum total size of request bodies over 16 KiB; divided among threads."
            },
            Setting("max-backlog-bytes", \.maximumBacklogBytes, .number(65_536...1 << 40, "bytes")) {
                "Maximum total size of the backlogs of slow readers; divided among threads."
            },
            Setting("max-batch-lines", \.maximumBatchLines, .number(1...10_000_000)) {
                "Maximum number of lines in a batch."
            },
            Setting("max-streams", \.maximumStreams, .number(0...1_000_000)) {
                "Maximum number of streams and waiting requests."
            },
            Setting("max-streams-per-client", \.maximumStreamsPerClient, .number(0...1_000_000)) {
                "Maximum number of streams and waiting requests of one client address."
            },
            Setting("max-wrong-tokens", \.maximumWrongTokens, .number(0...1_000_000_000)) {
                "Maximum number of wrong tokens of one client in a minute; 0, and loopback, mean no limit."
            },
            Setting("max-reservations", \.maximumReservations, .number(0...1_000_000_000)) {
                "Maximum number of reservations."
            },
            Setting("max-grants", \.maximumGrants, .number(0...1_000_000_000)) { "Maximum number of grants." },
            Setting("max-text-bytes", \.maximumTextBytes, .number(0...1 << 50, "bytes")) {
                "Maximum total size of text from clients."
            },
            Setting("max-run-step-bytes", \.maximumRunStepBytes, .number(0...1 << 50, "bytes")) {
                "Maximum total size of the steps of runs whose trees are gone; 0 keeps none."
            },
            Setting("max-connections", \.maximumConnections, .number(1...1_000_000)) {
                "Maximum number of connections, including streams."
            },
            Setting("threads", \.threads, .number(0...64)) {
                "Threads that serve requests; 0 means one per processor."
            },
        ]
    }

    enum Keeping: SettingGroup {
        static let directory = Setting("data-directory", \.dataDirectory, .path) {
            "Directory that keeps the trees across restarts; created if missing. Without one they are in memory only."
        }
        static let settings = [
            Setting("retention-seconds", \.retentionSeconds, .number(0...1e9, "seconds")) {
                "How long a tree stays after it has ended."
            },
            Setting("abandoned-seconds", \.abandonedSeconds, .number(0...1e9, "seconds")) {
                "An unfinished tree is removed after this long without a write; 0 means never."
            },
            Setting("default-lease-seconds", \.defaultLeaseSeconds, .number(0...1e9, "seconds")) {
                "Lease of a progress that is created without one; 0 means none."
            },
            Setting("keep-runs", \.keptRuns, .number(0...1_000)) {
                "Maximum number of runs of each name that are remembered, also when their trees are gone."
            },
            directory,
            Setting("record-form", \.recordForm, .recordForm) {
                "Newest form of stored data; a lower one than the newest keeps the way back to an older version."
            },
            Setting("durability", \.durability, .choice("interval|commit")) {
                "What an unclean end may lose: the last second (interval) or nothing (commit, the default with --cluster)."
            },
        ]
    }

    enum Cluster: SettingGroup {
        static let url = Setting("cluster", \.cluster.url, .databaseURL) {
            "PostgreSQL database (postgres://…) that several replicas share; they then are one service."
        }
        static let name = Setting("cluster-name", \.cluster.name, .clusterName) {
            "Tells clusters in one database apart."
        }
        static let settings = [
            url,
            name,
            Setting("advertise", \.cluster.advertise, .advertisedAddress) {
                "Address, or address:port, where the other replicas reach this one. (default: where it listens)"
            },
            Setting("lease-seconds", \.cluster.leaseSeconds, .number(1...60, "seconds")) {
                "Another replica takes over once the writer has been silent this long."
            },
            Setting("forward-wait", \.cluster.forwardWaitSeconds, .number(0...60, "seconds")) {
                "How long a request waits while no replica can take writes."
            },
        ]
    }

    enum Streams: SettingGroup {
        static let settings = [
            Setting("heartbeat-seconds", \.heartbeatSeconds, .number(0.1...3_600, "seconds")) {
                "A silent stream gets a comment line after this long."
            },
            Setting("stream-rate", \.streamRate, .number(0...1_000, "a-second")) {
                "Events per second and progress on a stream; 0 means no limit."
            },
            Setting("default-locale", \.defaultLocale, .text("tag")) {
                "Language of descriptions if a request names none."
            },
        ]
    }

    enum Logs: SettingGroup {
        static let settings = [
            Setting("log-level", \.logLevel, .choice("level")) {
                "trace, debug, info, notice, warning, error or critical; debug logs each request."
            },
            Setting("log-format", \.logFormat, .choice("format")) { "Format of log lines: logfmt or json." },
        ]
    }
}
