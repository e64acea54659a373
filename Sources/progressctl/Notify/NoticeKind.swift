import ProgressClient

/// The events of a root that rules can report.
enum NoticeKind: String, Codable, Sendable, CaseIterable {
    case finished, failed, cancelled, stalled
    /// It has been running for half as long again as runs of its name usually take.
    case late

    /// - Returns: nil while the progress works or is paused.
    init?(_ state: ProgressState) {
        switch state {
        case .finished: self = .finished
        case .failed: self = .failed
        case .cancelled: self = .cancelled
        case .stalled: self = .stalled
        case .paused, .indeterminate, .running: return nil
        }
    }

    /// The type of a webhook's message.
    var type: String { "progress.\(rawValue)" }

    /// The rest of a sentence that begins with the name.
    var words: String {
        switch self {
        case .finished: "has finished"
        case .failed: "has failed"
        case .cancelled: "was cancelled"
        case .stalled: "is stalled: its worker has been silent for too long"
        case .late: "takes longer than usual"
        }
    }
}
