/// The state of a progress, as one word: the first that holds, in this order (docs/contract.md, section 1).
package enum ProgressState: UInt8, CaseIterable, Sendable {
    case failed, cancelled, finished, paused, stalled, indeterminate, running

    /// The word on the wire.
    package var name: StaticString {
        switch self {
        case .failed: "failed"
        case .cancelled: "cancelled"
        case .finished: "finished"
        case .paused: "paused"
        case .stalled: "stalled"
        case .indeterminate: "indeterminate"
        case .running: "running"
        }
    }

    /// Whether the work is over, for retention and for streams.
    package var isEnded: Bool { self == .failed || self == .cancelled || self == .finished }
}

/// The directive to a worker in the reply to every write.
package enum Directive: UInt8, Sendable {
    case run, pause, cancel

    package var name: StaticString {
        switch self {
        case .run: "run"
        case .pause: "pause"
        case .cancel: "cancel"
        }
    }
}
