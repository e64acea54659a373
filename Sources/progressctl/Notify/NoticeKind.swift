import ProgressClient

/// What rules tell of a root.
enum NoticeKind: String, Codable, Sendable, CaseIterable {
    case finished, failed, cancelled, stalled
    /// It works for half as long again as the runs of its name usually do.
    case late

    /// - Returns: nil for what works, or waits for somebody who said so.
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

    /// What follows the name in a sentence.
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
