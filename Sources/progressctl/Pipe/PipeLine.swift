import Glibc

/// The line that `pipe` draws on a terminal, like pv's: amount, time, rate, bar, percentage, and time left.
struct PipeLine {
    private static let interval = Duration.seconds(1)

    private let terminal: Terminal
    private let size: Int64?
    private let beganAt: ContinuousClock.Instant
    /// The time at which it was drawn last, and the bytes passed by then.
    private var last: (at: ContinuousClock.Instant, count: Int64)
    private var rate: Double = 0
    private(set) var isDrawn = false

    /// - Parameter size: in bytes; nil if unknown.
    init(_ terminal: Terminal, size: Int64?, at now: ContinuousClock.Instant = .now) {
        self.terminal = terminal
        self.size = size
        beganAt = now
        last = (now, 0)
    }

    /// The time of the next drawing.
    var dueAt: ContinuousClock.Instant { last.at + Self.interval }

    /// Draws it if it is due, and our group has the terminal.
    mutating func draw(_ count: Int64, at now: ContinuousClock.Instant) {
        guard now >= dueAt else { return }
        rate = Double(count - last.count) / ((now - last.at) / .seconds(1))
        last = (now, count)
        show(count, at: now)
    }

    /// Draws it for the last time, with the average rate.
    mutating func end(_ count: Int64, at now: ContinuousClock.Instant) {
        rate = Double(count) / max((now - beganAt) / .seconds(1), 0.001)
        show(count, at: now)
        if isDrawn { terminal.write("\n") }
    }

    private mutating func show(_ count: Int64, at now: ContinuousClock.Instant) {
        guard tcgetpgrp(terminal.descriptor) == getpgrp() else { return }
        isDrawn = true
        let seconds = (now - beganAt) / .seconds(1)
        let text = Self.text(count, seconds: seconds, rate: rate, size: size, width: terminal.size.width - 1)
        terminal.write("\r\(text)\u{1B}[K")
    }

    /// - Parameter width: the maximum, in cells.
    static func text(_ count: Int64, seconds: Double, rate: Double, size: Int64?, width: Int) -> String {
        let begin = "\(amount(Double(count))) \(time(seconds)) [\(amount(rate))/s]"
        guard let size, size > 0 else { return String(begin.prefix(width)) }
        let share = min(Double(count) / Double(size), 1)
        let left = rate > 0 && count < size ? " ETA \(time(Double(size - count) / rate))" : ""
        // 100 % only after all bytes have passed.
        let percent = count >= size ? 100 : min(Int(share * 100), 99)
        let room = width - begin.count - left.count - " [] 100%".count
        guard room >= 5 else { return String("\(begin) \(percent)%\(left)".prefix(width)) }
        let filled = Int(share * Double(room))
        let bar = String(repeating: "=", count: max(filled - 1, 0)) + (filled > 0 ? ">" : "")
        return "\(begin) [\(bar)\(String(repeating: " ", count: room - bar.count))] \(padded("\(percent)", 3))%\(left)"
    }

    /// `1.23GiB`, in powers of 1,024, at least seven cells wide.
    private static func amount(_ bytes: Double) -> String {
        var value = bytes
        var unit = "B"
        for next in ["KiB", "MiB", "GiB", "TiB", "PiB"] where value >= 1_000 {
            value /= 1_024
            unit = next
        }
        if unit == "B" { return padded("\(Int(value))B", 7) }
        let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
        let scale = [1.0, 10, 100][decimals]
        let whole = Int((value * scale).rounded())
        guard decimals > 0 else { return padded("\(whole)\(unit)", 7) }
        let fraction = String(whole % Int(scale))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return padded("\(whole / Int(scale)).\(zeros)\(fraction)\(unit)", 7)
    }

    /// Hours, minutes and seconds, such as `0:01:02`.
    private static func time(_ seconds: Double) -> String {
        let seconds = Int(min(max(seconds, 0), 1e9))
        let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(seconds / 3_600):\(parts[0]):\(parts[1])"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
