/// When writes whose replies wait are enough for a group: when a turn of the reactor brings no more of them. A group costs
/// the disk or the engine nearly the same, however many share it, and whoever is ready joins without losing time.
struct GroupTrigger {
    enum Verdict {
        /// Nobody waits for a group that was not asked for.
        case idle
        /// The next turn may bring more; it should come at once.
        case goesOn
        case isOver
    }

    /// Nobody waits longer for others than this. Nanoseconds.
    private static let patience: UInt64 = 1_000_000

    private var count = 0
    private var countBefore = 0
    /// Of the first turn with one of them.
    private var begin: UInt64 = 0

    /// A reply waits.
    mutating func noteWrite() { count += 1 }

    /// - Parameter now: when the reactor's turn began.
    mutating func turn(now: UInt64) -> Verdict {
        if count == 0 { return .idle }
        if countBefore == 0 { begin = now }
        guard count > countBefore, now < begin + Self.patience else {
            (count, countBefore) = (0, 0)
            return .isOver
        }
        countBefore = count
        return .goesOn
    }
}
