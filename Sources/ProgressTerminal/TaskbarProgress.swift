/// The sequences that show progress in a terminal's tab or task bar (OSC 9;4), each sent when it is due.
package struct TaskbarProgress {
    /// Ends the display; harmless twice.
    package static let clear = "\u{1B}]9;4;0\u{7}"
    /// Some terminals drop a display that is not renewed for 15 s.
    private static let repeatInterval = 10.0

    private var last = ""
    private var lastTime = 0.0

    package init() {}

    /// The sequence to send now; empty if none is due.
    ///
    /// - Parameters:
    ///   - lines: the lines on display; only the tops count.
    ///   - now: the seconds of a clock that never goes back.
    package mutating func update(_ lines: [TextLine], now: Double) -> String {
        let sequence = Self.sequence(lines.filter { $0.depth == 0 })
        guard sequence != last || (sequence != Self.clear && now - lastTime >= Self.repeatInterval) else { return "" }
        if last.isEmpty && sequence == Self.clear { return "" }
        last = sequence
        lastTime = now
        return sequence
    }

    /// The sequence for the mean of all; red as soon as one has failed, paused if all that have not ended are.
    private static func sequence(_ tops: [TextLine]) -> String {
        let working = tops.filter { !$0.state.hasEnded }
        guard !working.isEmpty else { return clear }
        let measured = tops.filter { $0.percent != nil }
        let mean = measured.isEmpty ? 0 : measured.reduce(0) { $0 + $1.fraction } / Double(measured.count)
        let percent = Int(mean * 100)
        if tops.contains(where: { $0.state == .failed }) { return value(2, percent) }
        if working.allSatisfy({ $0.state == .paused }) { return value(4, percent) }
        if measured.isEmpty { return "\u{1B}]9;4;3\u{7}" }
        return value(1, percent)
    }

    private static func value(_ state: Int, _ percent: Int) -> String { "\u{1B}]9;4;\(state);\(percent)\u{7}" }
}
