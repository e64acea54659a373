import ProgressCore

/// Debts by node, by when they are due and by their age.
struct DebtBook: Sendable {
    private var debts: [ProgressID: Debt] = [:]
    /// The number of debts that are due, and of nodes that are owed their `removed`.
    private var dueCount = 0
    private(set) var removalCount = 0
    /// The number of the newest debt.
    private(set) var lastNumber: UInt64 = 0
    /// Nodes in the order in which they left; all debts that are due, in the order in which they came.
    private var leaving = DebtQueue()
    private var waiting = DebtQueue()
    /// Debts that are not due yet; all debts by their oldest change, those of an opening excepted. Some entries belong to
    /// settled debts.
    private var paced = EntryQueue()
    private var ages = EntryQueue()

    var isEmpty: Bool { debts.isEmpty }
    var count: Int { debts.count }
    var hasDue: Bool { dueCount > 0 }

    subscript(_ id: ProgressID) -> Debt? { debts[id] }

    /// The oldest change in a debt; nil if there is none. O(log n), amortized.
    mutating func oldestStamp() -> UInt64? {
        while let first = ages.first {
            if let debt = debts[first.id], debt.number == first.number, debt.stamp == first.key { return first.key }
            ages.removeFirst()
        }
        return nil
    }

    // MARK: Owing

    /// Adds to a debt, or makes one. Without a stamp it stays as old as it is. O(log n), amortized.
    mutating func change(
        _ id: ProgressID,
        stamp: UInt64 = .max,
        due: UInt64 = 0,
        _ body: (inout Debt) -> Void
    ) {
        guard let before = debts[id] else {
            var debt = Debt(stamp: stamp, due: due)
            body(&debt)
            if !debt.isEmpty { add(id, debt) }
            return
        }
        var debt = before
        body(&debt)
        debt.stamp = min(debt.stamp, stamp)
        debt.due = min(debt.due, due)
        debts[id] = debt
        if debt.stamp != before.stamp { ages.insert(EntryQueue.Entry(key: debt.stamp, number: debt.number, id: id)) }
        if debt.leaves && !before.leaves { noteLeaving(id, debt) }
        if debt.due != before.due { noteDue(id, debt) }
    }

    /// Like `change`, for a debt of an opening: it has no place among the ages. O(1), amortized.
    mutating func open(_ id: ProgressID, stamp: UInt64, _ body: (inout Debt) -> Void) {
        guard let before = debts[id] else {
            var debt = Debt(stamp: stamp, due: 0)
            body(&debt)
            return owe(id, debt)
        }
        var debt = before
        body(&debt)
        debts[id] = debt
        if debt.leaves && !before.leaves { noteLeaving(id, debt) }
    }

    /// - Precondition: nothing is owed for the node.
    mutating func add(_ id: ProgressID, _ new: Debt) {
        owe(id, new)
        ages.insert(EntryQueue.Entry(key: new.stamp, number: lastNumber, id: id))
        if ages.isUntidy(debts.count) {
            ages.tidy { [debts] in debts[$0.id]?.number == $0.number && debts[$0.id]?.stamp == $0.key }
        }
        if paced.isUntidy(debts.count) {
            paced.tidy { [debts] in debts[$0.id]?.number == $0.number && debts[$0.id]?.due == $0.key }
        }
    }

    private mutating func owe(_ id: ProgressID, _ new: Debt) {
        lastNumber += 1
        var debt = new
        debt.number = lastNumber
        debts[id] = debt
        if debt.leaves { noteLeaving(id, debt) }
        noteDue(id, debt)
    }

    private mutating func noteLeaving(_ id: ProgressID, _ debt: Debt) {
        removalCount += 1
        leaving.append(id, debt.number)
    }

    private mutating func noteDue(_ id: ProgressID, _ debt: Debt) {
        if debt.due > 0 { return paced.insert(EntryQueue.Entry(key: debt.due, number: debt.number, id: id)) }
        dueCount += 1
        waiting.append(id, debt.number)
        if waiting.isUntidy(debts.count) { waiting.tidy { [debts] in debts[$0]?.number == $1 } }
    }

    // MARK: Due debts

    /// When the first debt that is not due yet will be; nil if there is none. O(log n), amortized.
    mutating func nextPaced() -> UInt64? {
        while let first = paced.first {
            if let debt = debts[first.id], debt.number == first.number, debt.due == first.key { return first.key }
            paced.removeFirst()
        }
        return nil
    }

    /// Nodes with debts that are due, at most `limit`: first those that left, then the others as they came.
    mutating func due(at now: UInt64, limit: Int) -> [ProgressID] {
        while let due = nextPaced(), due <= now, let entry = paced.first { change(entry.id) { _ in } }
        let debts = debts
        let holds = { (id: ProgressID, number: UInt64) in debts[id]?.number == number }
        var ids = leaving.first(limit, holds: holds) { debts[$0]?.leaves == true }
        if ids.count < limit {
            ids += waiting.first(limit - ids.count, holds: holds) { debts[$0]?.leaves == false && debts[$0]?.due == 0 }
        }
        return ids
    }

    mutating func makeAllDue() {
        while nextPaced() != nil, let entry = paced.first { change(entry.id) { _ in } }
    }

    // MARK: Settling

    /// Takes from a debt, and drops it when nothing is left.
    /// - Returns: the number of a debt that was dropped.
    mutating func settle(_ id: ProgressID, _ body: (inout Debt) -> Void) -> UInt64? {
        guard let before = debts[id] else { return nil }
        var debt = before
        body(&debt)
        if before.leaves && !debt.leaves { removalCount -= 1 }
        if !debt.isEmpty {
            debts[id] = debt
            return nil
        }
        debts[id] = nil
        if before.due == 0 { dueCount -= 1 }
        return before.number
    }

    /// The nodes with such debts, in the order of these. O(debts).
    func all(_ isMeant: (Debt) -> Bool) -> [ProgressID] {
        debts.filter { isMeant($0.value) }.sorted { $0.value.number < $1.value.number }.map(\.key)
    }

    /// Drops all debts but those that `body` keeps, in their order; what it changes is kept as changed.
    mutating func keepOnly(_ body: (ProgressID, inout Debt) -> Bool) {
        let old = debts.sorted { $0.value.number < $1.value.number }
        removeAll()
        for (id, debt) in old {
            var debt = debt
            if body(id, &debt), !debt.isEmpty { add(id, debt) }
        }
    }

    /// Frees all memory. Each delivery asks whether anything is owed, and a dictionary that kept its storage would have to
    /// be looked into.
    mutating func removeAll() {
        let number = lastNumber
        self = DebtBook()
        lastNumber = number
    }
}
