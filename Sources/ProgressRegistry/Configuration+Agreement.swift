/// The settings that the replicas of a cluster compare, because any of them may become the writer.
extension Configuration {
    /// The settings that shape the trees and the election, as words `name=value`.
    package var agreedSettings: String {
        let seconds = [
            ("lease-seconds", cluster.leaseSeconds), ("retention-seconds", retentionSeconds),
            ("abandoned-seconds", abandonedSeconds), ("default-lease-seconds", defaultLeaseSeconds),
        ]
        let counts = [
            ("keep-runs", keptRuns), ("max-nodes", maximumNodes), ("max-children", maximumChildren),
            ("max-depth", maximumDepth), ("max-reservations", maximumReservations), ("max-grants", maximumGrants),
            ("max-text-bytes", maximumTextBytes), ("max-body-bytes", maximumBodyBytes),
            ("max-batch-bytes", maximumBatchBytes), ("max-batch-lines", maximumBatchLines),
            ("max-run-step-bytes", maximumRunStepBytes),
        ]
        // Versions before it know no such word.
        let prefix = pathPrefix.isEmpty ? [] : ["path-prefix=\(pathPrefix)"]
        let words = seconds.map { "\($0)=\($1)" } + counts.map { "\($0)=\($1)" } + ["durability=\(durability)"] + prefix
        return words.joined(separator: " ")
    }
}
