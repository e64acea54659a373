import ProgressLog
import ProgressRecords

/// The replicas that announced themselves recently, as one of them sees them: for the metrics, and for a replica that
/// has to ask one of the others.
package struct ClusterCensus: Sendable {
    /// The number of replicas of each version, this one included; in order.
    package let versions: [(version: String, count: Int)]
    /// The number of replicas with other tokens or settings than this one's.
    package let differingCount: Int
    /// The newest form of the log's records.
    package let form: Int
    /// Addresses of the others that use this log for certain, `host:port`; the newest writer first.
    package let peers: [String]
}

extension ClusterCensus {
    /// - Parameters:
    ///   - others: those that live.
    ///   - asked: those of the others that may be asked.
    init(_ own: Member, _ others: [Member], asked: [Member] = [], form: RecordForm) {
        let counts = Dictionary(grouping: others + [own], by: \.version).mapValues(\.count)
        versions = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        differingCount = others.count { !$0.agrees(with: own) }
        self.form = form.rawValue
        // One that was started again may be there twice.
        var known: Set<String> = [own.address]
        peers = asked.sorted { $0.term > $1.term }.map(\.address).filter { known.insert($0).inserted }
    }
}
