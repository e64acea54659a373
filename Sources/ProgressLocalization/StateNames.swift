package import ProgressCore

/// The states of a progress by name, each short enough for a column of a text view. English has the names of the API.
struct StateNames: Sendable {
    let failed: StaticString
    let cancelled: StaticString
    let finished: StaticString
    let paused: StaticString
    let stalled: StaticString
    let indeterminate: StaticString
    let running: StaticString

    subscript(state: ProgressState) -> StaticString {
        switch state {
        case .failed: failed
        case .cancelled: cancelled
        case .finished: finished
        case .paused: paused
        case .stalled: stalled
        case .indeterminate: indeterminate
        case .running: running
        }
    }
}

extension Describer {
    /// The name of a state in this language: `running`, `In Arbeit`.
    package func name(of state: ProgressState) -> StaticString { box.catalog.states[state] }
}
