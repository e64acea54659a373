#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A progress as the service shows it at one moment. Names and meanings of its members are those of NSProgress.
public struct ProgressSnapshot: Sendable, Codable, Hashable, Identifiable {
    /// A UUID in lower case; valid wherever a reference is expected, and never given to another progress.
    public var id: String
    /// The name that the reporter chose: it means the newest run.
    public var name: String?
    /// Nil for a root.
    public var parentID: String?
    /// The number of the parent's units that this progress is worth; nil for a root.
    public var pendingUnitCount: Int64?
    public var rootID: String
    /// 0 for a root.
    public var depth: Int
    public var childCount: Int
    public var totalUnitCount: Int64
    public var completedUnitCount: Int64
    /// The fraction, including everything below it; above 1 if more than the total was completed.
    public var fractionCompleted: Double
    public var isIndeterminate: Bool
    public var isFinished: Bool
    public var state: ProgressState
    /// A hint for user interfaces.
    public var isCancellable: Bool
    /// A hint for user interfaces.
    public var isPausable: Bool
    public var isCancelled: Bool
    public var isPaused: Bool
    public var removeWhenFinished: Bool
    public var failure: ProgressFailure?
    /// The kind of units: `file` if they are bytes.
    public var kind: String?
    public var fileOperationKind: String?
    public var fileURL: String?
    public var fileTotalCount: Int64?
    public var fileCompletedCount: Int64?
    public var userInfo: [String: JSONValue]
    public var labels: [String: String]
    /// Addresses that belong to the work, such as `log`; nil from services before 0.4.
    public var urls: [String: String]?
    public var leaseSeconds: Double?
    /// In seconds.
    public var estimatedTimeRemaining: Double?
    /// In units per second.
    public var throughput: Double?
    /// `25% completed`, in the language of the request.
    public var localizedDescription: String
    /// `2 of 8`, in the language of the request.
    public var localizedAdditionalDescription: String
    /// Grows with every visible change.
    public var version: Int64
    public var createdAt: Date
    /// The time of the last visible change from outside.
    public var updatedAt: Date
    public var finishedAt: Date?
    /// The time at which the service removes it.
    public var expiresAt: Date?
    public var startedAt: Date?
    public var endedAt: Date?
    public var control: ProgressControl?
    /// Its number among the runs of its name, from 1; nil without a name.
    public var run: Int64?
    /// The progress that had the name before.
    public var previousID: String?
    /// The sums over the subtree, if they were asked for.
    public var summary: ProgressSummary?
    /// In a tree: the children, in the order in which they joined.
    public var children: [ProgressSnapshot]?

    var arrival = SnapshotArrival()

    private enum CodingKeys: String, CodingKey {
        case id, name, parentID, pendingUnitCount, rootID, depth, childCount, totalUnitCount, completedUnitCount,
            fractionCompleted, isIndeterminate, isFinished, state, isCancellable, isPausable, isCancelled, isPaused,
            removeWhenFinished, failure, kind, fileOperationKind, fileURL, fileTotalCount, fileCompletedCount,
            userInfo, labels, urls, leaseSeconds, estimatedTimeRemaining, throughput, localizedDescription,
            localizedAdditionalDescription, version, createdAt, updatedAt, finishedAt, expiresAt, startedAt, endedAt,
            control, run, previousID, summary, children
    }

    /// The present directive for its worker.
    public var directive: Directive { isCancelled || failure != nil ? .cancel : isPaused ? .pause : .run }
}

/// A part of a list.
public struct ProgressPage: Sendable, Codable, Hashable {
    public var items: [ProgressSnapshot]
    /// The cursor of the next part; nil at the end.
    public var nextCursor: String?
}
