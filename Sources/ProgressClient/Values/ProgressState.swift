/// The state of a progress: the first of these that applies.
public enum ProgressState: String, Sendable, Codable, CaseIterable {
    case failed, cancelled, finished, paused
    /// Its lease ran out: its worker has been silent for too long.
    case stalled
    /// There is no total, or nothing has been counted yet.
    case indeterminate
    case running

    /// Whether it has finished, failed or was cancelled.
    public var hasEnded: Bool { self == .failed || self == .cancelled || self == .finished }
}
