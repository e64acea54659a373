import Synchronization

/// Reads that wait until the trees here hold the log as it was when they began: one look at the log serves all that
/// came before it. `ClusterStatus` says what the numbers mean. Any thread.
final class TailTickets: Sendable {
    private let drawn = Atomic<UInt64>(0)
    private let answeredNumber = Atomic<UInt64>(0)
    private let failedNumber = Atomic<UInt64>(0)
    private let hurry: @Sendable () -> Void

    init(hurry: @escaping @Sendable () -> Void) { self.hurry = hurry }

    func ask() -> UInt64 {
        let number = drawn.add(1, ordering: .sequentiallyConsistent).newValue
        hurry()
        return number
    }

    var answered: UInt64 { answeredNumber.load(ordering: .acquiring) }

    var failed: UInt64 { failedNumber.load(ordering: .acquiring) }

    // MARK: For the cluster thread

    var newest: UInt64 { drawn.load(ordering: .sequentiallyConsistent) }

    var hasWaiting: Bool { newest > max(answered, failed) }

    /// - Parameter ticket: `newest` as it was before the look was sent.
    /// - Returns: whether a read may wait for that.
    func answer(_ ticket: UInt64) -> Bool { raise(answeredNumber, to: ticket) }

    /// - Returns: whether a read may wait for that.
    func fail(_ ticket: UInt64) -> Bool { raise(failedNumber, to: ticket) }

    private func raise(_ number: borrowing Atomic<UInt64>, to ticket: UInt64) -> Bool {
        guard number.load(ordering: .relaxed) < ticket else { return false }
        number.store(ticket, ordering: .releasing)
        return true
    }
}
