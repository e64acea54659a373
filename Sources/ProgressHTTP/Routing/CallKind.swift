import ProgressTelemetry

/// The kind of a call for metrics and logs. It holds nothing that a client chose, so its values are few.
package struct CallKind {
    package let requestClass: RequestClass
    /// Nil if it changes nothing.
    var operation: WriteOperation?
    /// The path's pattern in the contract; nil for an unknown path.
    let pattern: StaticString?

    /// The kind before the head is read.
    package static var unknown: CallKind { CallKind(requestClass: .other, operation: nil, pattern: nil) }
}

/// Groups of requests with similar durations.
package enum RequestClass: Int, CaseIterable, MetricLabel {
    case write, read, batch, stream
    /// A request that waits (`Prefer: wait`).
    case wait
    /// Pages, health, metrics, and requests refused before their call is known.
    case other
}

/// The kinds of changes, as the metrics count them.
package enum WriteOperation: Int, CaseIterable, MetricLabel {
    case create, createChild, attach, put, patch, completedUnits, heartbeat, cancel, pause, resume, fail, finish, remove
    case forgetRuns, reserve, resign, grant, revoke, openSession, closeSession

    /// Whether a worker makes it, which learns its directive from the reply.
    var isReport: Bool { self == .completedUnits || self == .patch || self == .heartbeat || self == .reserve }
}

/// The outcome of a write, as the metrics count it.
package enum WriteResult: Int, CaseIterable, MetricLabel {
    case ok
    /// No token, or one without the right.
    case denied
    case notFound
    /// The present state does not allow it: a name is taken, a precondition fails, a progress has ended.
    case conflict
    /// The request itself is wrong.
    case invalid
    /// The service is at a limit, unavailable or stopping.
    case limit

    init(status: Int) {
        switch status {
        case ..<400: self = .ok
        case 401, 403, 421: self = .denied
        case 404: self = .notFound
        case 409, 412: self = .conflict
        case 429, 503, 507: self = .limit
        default: self = .invalid
        }
    }
}
