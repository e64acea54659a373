import FoundationEssentials

/// A notice on its way to where a rule sends it.
struct Delivery: Codable, Sendable {
    let rule: String
    let notice: Notice
    private(set) var attemptCount = 0
    private(set) var due: Date

    /// Seconds after each attempt that failed. Over two days in all, as the Standard Webhooks specification recommends.
    static let waits: [Double] = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400]

    init(_ notice: Notice, by rule: String) {
        self.rule = rule
        self.notice = notice
        due = notice.time
    }

    /// An attempt has failed.
    ///
    /// - Parameters:
    ///   - chance: from 0 to 1; spreads attempts, so that a receiver that returns is not asked by all at once.
    ///   - least: seconds that the receiver asked for.
    /// - Returns: false: that was the last attempt.
    mutating func postpone(at now: Date, chance: Double, least: Double = 0) -> Bool {
        guard attemptCount < Self.waits.count else { return false }
        let wait = Self.waits[attemptCount] * (0.9 + 0.2 * chance)
        attemptCount += 1
        due = now.addingTimeInterval(max(wait, min(least, 3_600)))
        return true
    }
}
