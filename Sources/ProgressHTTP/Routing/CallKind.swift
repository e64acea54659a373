/// What kind of call a request is, for whoever counts and logs: nothing that a client chose is in it.
package struct CallKind {
    package let requestClass: RequestClass
    /// Nil: it writes nothing.
    var operation: WriteOperation?
    /// The path as the contract writes it; nil for a path that leads nowhere.
    let pattern: StaticString?

    /// Nothing is known of it yet.
    package static var unknown: CallKind { CallKind(requestClass: .other, operation: nil, pattern: nil) }
}

/// Requests that take about as long as each other.
package enum RequestClass: Int, CaseIterable {
    case write, read, batch, stream
    /// `Prefer: wait`, as long as it waits.
    case wait
    /// Pages, health, metrics, and what is refused before it is known.
    case other

    package var name: StaticString {
        switch self {
        case .write: "write"
        case .read: "read"
        case .batch: "batch"
        case .stream: "stream"
        case .wait: "wait"
        case .other: "other"
        }
    }
}

/// What a call changes.
package enum WriteOperation: Int, CaseIterable {
    case create, createChild, attach, put, patch, completedUnits, heartbeat, cancel, pause, resume, fail, remove
    case reserve, resign, grant, revoke, openSession, closeSession

    package var name: StaticString {
        switch self {
        case .create: "create"
        case .createChild: "create_child"
        case .attach: "attach"
        case .put: "put"
        case .patch: "patch"
        case .completedUnits: "completed_units"
        case .heartbeat: "heartbeat"
        case .cancel: "cancel"
        case .pause: "pause"
        case .resume: "resume"
        case .fail: "fail"
        case .remove: "remove"
        case .reserve: "reserve"
        case .resign: "resign"
        case .grant: "grant"
        case .revoke: "revoke"
        case .openSession: "open_session"
        case .closeSession: "close_session"
        }
    }

    /// Whether it is a worker's, which learns from the reply what it is to do.
    var isReport: Bool { self == .completedUnits || self == .patch || self == .heartbeat || self == .reserve }
}

/// What became of a write.
package enum WriteResult: Int, CaseIterable {
    case ok
    /// No token, or one without the right.
    case denied
    case notFound
    /// What is there does not allow it: a name taken, a precondition, a state.
    case conflict
    /// The request itself is wrong.
    case invalid
    /// A limit of the service, or it is about to stop.
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

    package var name: StaticString {
        switch self {
        case .ok: "ok"
        case .denied: "denied"
        case .notFound: "not_found"
        case .conflict: "conflict"
        case .invalid: "invalid"
        case .limit: "limit"
        }
    }
}
