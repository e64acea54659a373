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
}

/// The runs of a name, newest first.
public struct ProgressRuns: Sendable, Codable, Hashable {
    public var items: [ProgressRun]
    /// The median of the finished ones, in seconds; nil below three.
    public var typicalDurationSeconds: Double?
}
