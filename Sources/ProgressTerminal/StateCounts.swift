/// How many progresses are in each state.
package struct StateCounts {
    private let counts: [LineState: Int]

    package init(_ counts: [LineState: Int]) { self.counts = counts }

    package init(_ lines: [TextLine]) { counts = lines.reduce(into: [:]) { $0[$1.state, default: 0] += 1 } }

    package var total: Int { counts.values.reduce(0, +) }

    /// Such as `2 running, 1 failed`; what works comes first.
    package var text: String { painted(.plain) }

    /// The same, each in the color of its state.
    package func painted(_ palette: Palette) -> String {
        LineState.allCases.reversed().compactMap { state in
            counts[state].map { palette.paint("\($0) \(state.rawValue)", state) }
        }.joined(separator: ", ")
    }
}
