import ProgressStore
import ProgressTelemetry

extension MetricsPage {
    /// - Parameter forwarded: by the raw values of `ForwardMetrics.Result`.
    mutating func write(_ cluster: ClusterReading, forwarded: [Int]) {
        text.begin("progressd_cluster_role", .gauge, "1 for the role that this replica has.")
        for role in ClusterStatus.Role.allCases {
            text.sample([("role", .text(role.label))], role == cluster.role ? 1 : 0)
        }
        text.write(
            "progressd_cluster_term",
            .gauge,
            "Changes of the writer since the cluster exists.",
            Int(clamping: cluster.term)
        )
        text.write(
            "progressd_cluster_entries",
            .gauge,
            "Entries of the log that the trees here hold.",
            Int(clamping: cluster.entries)
        )
        text.write(
            "progressd_cluster_lag_seconds",
            .gauge,
            "Time since this replica last knew that it held the whole log.",
            cluster.lagMilliseconds,
            scale: 3
        )
        writeCensus(cluster.census)
        text.begin("progressd_log_append_seconds", .histogram, "Time to append a group to the log.")
        text.samples([], cluster.appends)
        text.begin(
            "progressd_forwarded_requests_total",
            .counter,
            "Requests that were sent on to the writer, or waited for one, by their end."
        )
        for result in ForwardMetrics.Result.allCases {
            text.sample([("result", .text(result.label))], forwarded[result.rawValue])
        }
        text.begin("progressd_takeovers_total", .counter, "How often this replica became the writer.")
        text.sample([("kind", .fixed("clean"))], cluster.takeovers.clean)
        text.sample([("kind", .fixed("unclean"))], cluster.takeovers.unclean)
    }
}

extension MetricsPage {
    private mutating func writeCensus(_ census: ClusterCensus?) {
        guard let census else { return }
        text.begin("progressd_cluster_members", .gauge, "Replicas that announced themselves of late, by version.")
        for version in census.versions { text.sample([("version", .text(version.version))], version.count) }
        text.write(
            "progressd_cluster_differing_members",
            .gauge,
            "Those of them that have other tokens or settings than this replica.",
            census.differingCount
        )
        text.write("progressd_cluster_form", .gauge, "Newest form of the records in the log.", census.form)
    }
}

/// The place of this replica in its cluster at one moment.
struct ClusterReading {
    let role: ClusterStatus.Role
    let term: UInt64
    let entries: UInt64
    let lagMilliseconds: Int
    let appends: HistogramReading
    let takeovers: (clean: Int, unclean: Int)
    let census: ClusterCensus?

    init(_ status: ClusterStatus, now: UInt64) {
        role = status.shownRole(now: now)
        term = status.term
        entries = status.entries
        lagMilliseconds = Int(status.lag(now: now) / 1_000_000)
        appends = status.appends.reading
        takeovers = status.takeovers
        census = status.census
    }
}
