#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The data of a `progress` event: the members that a progress bar needs.
struct ProgressMove: Decodable {
    var id: String
    var version: Int64
    var totalUnitCount: Int64
    var completedUnitCount: Int64
    var fractionCompleted: Double
    var isIndeterminate: Bool
    var isFinished: Bool
    var state: ProgressState
    var childCount: Int
    var fileTotalCount: Int64?
    var fileCompletedCount: Int64?
    var throughput: Double?
    var estimatedTimeRemaining: Double?
    var localizedDescription: String
    var localizedAdditionalDescription: String
    var updatedAt: Date
    var startedAt: Date?
    var summary: ProgressSummary?

    func apply(to snapshot: inout ProgressSnapshot) {
        snapshot.arrival = SnapshotArrival()
        snapshot.version = version
        snapshot.totalUnitCount = totalUnitCount
        snapshot.completedUnitCount = completedUnitCount
        snapshot.fractionCompleted = fractionCompleted
        snapshot.isIndeterminate = isIndeterminate
        snapshot.isFinished = isFinished
        snapshot.state = state
        snapshot.childCount = childCount
        snapshot.fileTotalCount = fileTotalCount
        snapshot.fileCompletedCount = fileCompletedCount
        snapshot.throughput = throughput
        snapshot.estimatedTimeRemaining = estimatedTimeRemaining
        snapshot.localizedDescription = localizedDescription
        snapshot.localizedAdditionalDescription = localizedAdditionalDescription
        snapshot.updatedAt = updatedAt
        snapshot.startedAt = startedAt
        if let summary { snapshot.summary = summary }
    }
}
