/// The state of a progress, as the service names it.
package enum LineState: String, Sendable, CaseIterable {
    case failed, cancelled, finished, paused, stalled, indeterminate, running

    /// Whether the work is over, one way or another.
    package var hasEnded: Bool {
        switch self {
        case .failed, .cancelled, .finished: true
        case .paused, .stalled, .indeterminate, .running: false
        }
    }
}
