/// The state of a progress: the first of these that applies.
public enum ProgressState: String, Sendable, Codable, CaseIterable {
    case failed, cancelled, finished, paused
    /// Its lease ran out: its worker has been silent for too long.
    case stalled
    /// One of both counts is below 0, or both are 0.
    case indeterminate
    case running

    /// Whether it has finished, failed or was cancelled.
    public var hasEnded: Bool { self == .failed || self == .cancelled || self == .finished }
}
