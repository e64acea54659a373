/// The reason why a call to the service did not succeed.
public enum ServiceError: Error, Sendable {
    /// The address of the service, or another setting of the environment, cannot be used.
    case invalidSetting(String)
    /// There was no connection, or it broke before the reply was complete. The call may have had its effect.
    case unreachable(String)
    /// There was no complete reply within that time. The call may have had its effect.
    case timedOut(Duration)
    /// The service refused the call, and said why.
    case problem(Problem)
    /// The reply is not one of progressd's.
    case unreadable(String)
    /// The task that waited was cancelled. The call may have had its effect.
    case cancelled
}

extension ServiceError {
    /// A stream that sent nothing for longer than its heartbeats allow.
    static let silentStream = ServiceError.unreachable("the stream has been silent for too long")

    /// Whether the service may have carried out the call.
    var mayBeHeard: Bool {
        switch self {
        case .problem(let problem): problem.status >= 500
        case .unreachable(let text): !text.contains("refused") && !text.contains("resolve")
        case .timedOut, .unreadable, .cancelled: true
        case .invalidSetting: false
        }
    }
}

extension ServiceError: CustomStringConvertible {
    /// One line for people, without a period.
    public var description: String {
        switch self {
        case .invalidSetting(let text): text
        case .unreachable(let text): text
        case .timedOut(let time): "no answer within \(Double(time / .milliseconds(1)) / 1_000) s"
        case .problem(let problem): problem.description
        case .unreadable(let text): "the answer is not from progressd: \(text)"
        case .cancelled: "cancelled"
        }
    }
}
