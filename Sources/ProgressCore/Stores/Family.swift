/// A family's place in the store.
struct FamilyIndex: StorePlace {
    let rawValue: Int32

    /// An empty family, shared by all nodes that never had a child; it is read and never written.
    static let none = FamilyIndex(rawValue: 0)
}

/// The part of a node that only those with children have, or once had.
struct Family {
    var children = Siblings()
    /// Uncredited children that are worth something; the others never move this node.
    var uncreditedCount: Int32 = 0
    /// Those of them that failed or were cancelled, or have such children; then the time left is not known.
    var lostCount: Int32 = 0
    /// In `NodeStore`; none before a child that counts has told how long it will take.
    var times = ChildTimesIndex.none
    /// Reservations against this node, open or claimed; they die with it.
    var reservations: Set<ProgressID> = []
    /// Sum of the contributions of the uncredited children.
    var sum = ExactSum()
    /// Most families have none.
    private var retiredBox: RetiredBox?

    /// The amounts that vanished children added to the sums of the summary.
    var retired: SummarySums {
        get { retiredBox?.sums ?? SummarySums() }
        set { retiredBox = newValue == SummarySums() ? nil : RetiredBox(newValue) }
    }

    private final class RetiredBox: Sendable {
        let sums: SummarySums

        init(_ sums: SummarySums) { self.sums = sums }
    }

    /// An uncredited child joined.
    mutating func noteUncredited(worth pendingUnitCount: Int64) {
        if pendingUnitCount > 0 { uncreditedCount += 1 }
    }

    /// It was credited, or left.
    mutating func noteNoMoreUncredited(worth pendingUnitCount: Int64) {
        if pendingUnitCount > 0 { uncreditedCount -= 1 }
    }
}
