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

/// How many progresses are in each state.
package struct StateCounts {
    private let counts: [LineState: Int]

    package init(_ lines: [TextLine]) { counts = lines.reduce(into: [:]) { $0[$1.state, default: 0] += 1 } }

    /// Such as `2 running, 1 failed`, each in the color of its state; what works comes first.
    package func text(_ palette: Palette) -> String {
        LineState.allCases.reversed().compactMap { state in
            counts[state].map { palette.paint("\($0) \(state.rawValue)", state) }
        }.joined(separator: ", ")
    }
}
