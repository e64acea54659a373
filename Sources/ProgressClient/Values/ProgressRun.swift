#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One run of a name, as long as the service remembers it.
public struct ProgressRun: Sendable, Codable, Hashable, Identifiable {
    public var id: String
    /// Its number among the runs of the name.
    public var run: Int64
    public var state: ProgressState
    public var createdAt: Date
    public var startedAt: Date?
    public var endedAt: Date?
    /// From creation to end; nil while it works.
    public var durationSeconds: Double?
    public var totalUnitCount: Int64
    public var completedUnitCount: Int64
    public var fractionCompleted: Double
    public var failure: ProgressFailure?
    public var control: ProgressControl?
    /// Nil from a service before 0.4, like `stepCounts`.
    public var urls: [String: String]?
    /// The number of progresses below the root in each state.
    public var stepCounts: [String: Int]?
}

/// The runs of a name, newest first.
public struct ProgressRuns: Sendable, Codable, Hashable {
    public var items: [ProgressRun]
    /// The median of the finished ones, in seconds; nil below three.
    public var typicalDurationSeconds: Double?
}

/// One run of a name with its steps, which are the progresses below its root.
public struct OpenedProgressRun: Sendable, Codable, Hashable, Identifiable {
    public var id: String
    /// Its number among the runs of the name.
    public var run: Int64
    public var state: ProgressState
    public var createdAt: Date
    public var startedAt: Date?
    public var endedAt: Date?
    /// From creation to end; nil while it works.
    public var durationSeconds: Double?
    public var totalUnitCount: Int64
    public var completedUnitCount: Int64
    public var fractionCompleted: Double
    public var failure: ProgressFailure?
    public var control: ProgressControl?
    public var urls: [String: String]
    /// The number of progresses below the root in each state.
    public var stepCounts: [String: Int]
    public var labels: [String: String]
    /// Nil if it was too long to be kept, or is no longer kept.
    public var userInfo: [String: JSONValue]?
    /// The description that was set explicitly; nil if none was.
    public var localizedDescription: String?
    public var localizedAdditionalDescription: String?
    /// At most 100, in the order of the tree. Failed ones are chosen first, then the longest.
    public var steps: [ProgressRunStep]
    public var omittedStepCount: Int
}

/// A progress below the root of a run, as it is, or as it was when the root was removed.
public struct ProgressRunStep: Sendable, Codable, Hashable, Identifiable {
    public var id: String
    public var parentID: String
    /// Its name, without the root's name and a dot in front.
    public var name: String?
    public var localizedDescription: String?
    public var depth: Int
    public var state: ProgressState
    public var createdAt: Date
    public var startedAt: Date?
    public var endedAt: Date?
    /// From start to end; nil while it works, and if it never started.
    public var durationSeconds: Double?
    public var totalUnitCount: Int64
    public var completedUnitCount: Int64
    public var failure: ProgressFailure?
    /// The median of the finished steps of this name in other runs, in seconds; nil below three.
    public var typicalDurationSeconds: Double?
}
