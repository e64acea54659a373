/// Lets one log line per second through for each kind of failure: once a limit is reached, every request fails.
package struct FailureThrottle {
    private struct Seen {
        var at: UInt64
        var suppressed = 0
    }

    private static let interval: UInt64 = 1_000_000_000
    private var seen: [ProblemType: Seen] = [:]

    package init() {}

    /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
    /// - Returns: how many lines were suppressed since the last one let through; nil if this one is suppressed too.
    package mutating func admit(_ type: ProblemType, now: UInt64) -> Int? {
        if let last = seen[type], now < last.at + Self.interval {
            seen[type]?.suppressed += 1
            return nil
        }
        let suppressed = seen[type]?.suppressed ?? 0
        seen[type] = Seen(at: now)
        return suppressed
    }
}
