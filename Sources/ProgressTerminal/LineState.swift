/// The state of a progress, as the service names it.
package enum LineState: String, Sendable, CaseIterable {
    case failed, cancelled, finished, paused, stalled, indeterminate, running

    /// Whether the work is over, for whatever reason.
    package var hasEnded: Bool {
        switch self {
        case .failed, .cancelled, .finished: true
        case .paused, .stalled, .indeterminate, .running: false
        }
    }
}

/// The number of progresses in each state.
package struct StateCounts {
    private let counts: [LineState: Int]

    package init(_ lines: [TextLine]) { counts = lines.reduce(into: [:]) { $0[$1.state, default: 0] += 1 } }

    /// Text such as `2 running, 1 failed`, each count in the color of its state; those that work come first.
    package func text(_ palette: Palette) -> String {
        LineState.allCases.reversed().compactMap { state in
            counts[state].map { palette.paint("\($0) \(state.rawValue)", state) }
        }.joined(separator: ", ")
    }
}
