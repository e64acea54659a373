import FoundationEssentials

/// A notice on its way to the receiver of a rule.
struct Delivery: Codable, Sendable {
    let rule: String
    let notice: Notice
    private(set) var attemptCount = 0
    private(set) var due: Date

    /// Seconds to wait after each failed attempt: two days in all, as the Standard Webhooks specification recommends.
    static let waits: [Double] = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400]

    init(_ notice: Notice, by rule: String) {
        self.rule = rule
        self.notice = notice
        due = notice.time
    }

    /// Schedules the next attempt after a failed one.
    ///
    /// - Parameters:
    ///   - chance: from 0 to 1; spreads attempts, so that a receiver that is back does not get all of them at once.
    ///   - least: seconds that the receiver asked for.
    /// - Returns: false if that was the last attempt.
    mutating func postpone(at now: Date, chance: Double, least: Double = 0) -> Bool {
        guard attemptCount < Self.waits.count else { return false }
        let wait = Self.waits[attemptCount] * (0.9 + 0.2 * chance)
        attemptCount += 1
        due = now.addingTimeInterval(max(wait, min(least, 3_600)))
        return true
    }
}
