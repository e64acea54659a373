/// An opening that is taken in part by part, and what changes meanwhile: that comes after it.
///
/// Memory that is touched for the first time makes debts slow: 100,000 taken in at once keep all other readers of a thread
/// waiting for 20 ms.
struct OpeningIntake: Sendable {
    typealias Change = @Sendable (inout Backlog) -> Void

    private var debts: ArraySlice<Opening.Debt> = []
    private var changes: [Change] = []
    private let partCount: Int

    /// What is taken in with each further change once there are `partCount` of them. A reader that stalls is not drained,
    /// and its changes must not grow for ever.
    private static let countForChange = 16

    /// - Parameter partCount: how many debts are taken in at a time.
    init(partCount: Int) {
        precondition(partCount > 0, "a part of nothing ends no opening")
        self.partCount = partCount
    }

    var isOver: Bool { debts.isEmpty }

    /// Begins anew.
    mutating func begin(_ opening: [Opening.Debt]) {
        debts = opening[...]
        changes = []
    }

    /// The next part.
    mutating func next() -> ArraySlice<Opening.Debt> { take(partCount) }

    /// Keeps a change for the end.
    /// - Returns: a part to take in at once.
    mutating func postpone(_ change: @escaping Change) -> ArraySlice<Opening.Debt> {
        changes.append(change)
        return changes.count > partCount ? take(Self.countForChange) : []
    }

    /// What came meanwhile, after the last part.
    mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    private mutating func take(_ count: Int) -> ArraySlice<Opening.Debt> {
        let part = debts.prefix(count)
        debts = debts.count > count ? debts.dropFirst(count) : []
        return part
    }
}
