import ProgressClient

extension ServiceError {
    /// Whether the cause may be over in a while.
    var isOutage: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .problem(let problem): [408, 429].contains(problem.status) || problem.status >= 500
        case .unreadable, .invalidSetting, .cancelled: false
        }
    }
}
