/// Counts how often a replica was deposed recently.
struct DepositionCount: Equatable, Sendable {
    private var times: [UInt64] = []

    /// This many within a minute are no accident: two clusters take each other's office.
    static let alarmingCount = 3
    private static let period: UInt64 = 60_000_000_000

    mutating func note(at now: UInt64) {
        times.append(now)
        times.removeAll { $0 + Self.period < now }
    }

    /// Whether an alarm is due; it ends when a minute is over.
    func areAlarming(at now: UInt64) -> Bool { times.count { $0 + Self.period >= now } >= Self.alarmingCount }
}
