package import ProgressCore

/// The debts of a subscription to its reader: one for each node, however many changes the reader missed. Only while it
/// is opened the changes themselves are kept, so many that it matters to nobody.
///
/// The reader knows a node without a debt exactly if the node is selected. So the debts alone say which nodes the
/// reader knows, and a stream that owes nothing needs no memory for them. A subscription keeps that true: every change
/// of the selected nodes becomes an `enter`, `leave`, `replace`, `retell` or `reintroduce` here.
package struct Backlog: Sendable {
    private var debts: [ProgressID: Debt] = [:]
    /// Nodes in the order in which they left; all debts that are due, in the order in which they came.
    private var leaving = DebtQueue()
    private var waiting = DebtQueue()
    /// Debts that are not due yet; all debts by their oldest change. Some entries belong to settled debts.
    private var paced = EntryQueue()
    private var ages = EntryQueue()
    private var lastNumber: UInt64 = 0
    package private(set) var removalCount = 0
    /// How many debts are due.
    private var urgentCount = 0
    /// How many debts of the opening are left; they have the numbers up to `lastOpeningNumber`.
    private var openingCount = 0
    private var lastOpeningNumber: UInt64 = 0
    /// The stamp of them all, so that they need no place in `ages`.
    private var openingStamp: UInt64 = 0
    private var intake: OpeningIntake

    /// - Parameter openedAtOnce: how many debts of an opening are taken in at a time; at least one.
    package init(openedAtOnce: Int = 4_096) { intake = OpeningIntake(partCount: openedAtOnce) }

    /// Whether all of the opening is taken in; before that nothing is told.
    package var isOpened: Bool { intake.isOver }
    package var isEmpty: Bool { debts.isEmpty && isOpened }
    package var isUrgent: Bool { urgentCount > 0 || !isOpened }
    var owesOpening: Bool { openingCount > 0 || !isOpened }

    /// The oldest untold change; nil if there is none. O(log n), amortized.
    package mutating func oldestStamp() -> UInt64? {
        if isEmpty { return nil }
        if owesOpening { return openingStamp }
        while let first = ages.first {
            if let debt = debts[first.id], debt.number == first.number, debt.stamp == first.key { return first.key }
            ages.removeFirst()
        }
        return nil
    }

    func hasDebt(of id: ProgressID) -> Bool { debts[id] != nil }

    /// Whether the newest counts of a node will be told anyway, so that another `progress` changes nothing.
    package func showsProgress(of id: ProgressID) -> Bool { debts[id]?.showsProgress ?? false }

    /// Whether the node itself, or its new place, has yet to be told; the nodes below it come later.
    package func owesEntrance(of id: ProgressID) -> Bool { debts[id]?.entrance != nil }

    /// Whether it has yet to be told that the node left; that waits for nothing.
    package func owesDeparture(of id: ProgressID) -> Bool { debts[id]?.leaves ?? false }

    // MARK: Owing

    /// The node became selected at `stamp`.
    package mutating func enter(_ id: ProgressID, as event: EventKind, stamp: UInt64) {
        if !intake.isOver { return postpone { $0.enter(id, as: event, stamp: stamp) } }
        change(id, stamp: stamp) { debt in
            // The reader lost it together with the top above it, unless it has the node in another place.
            if debt.knowledge == .elsewhere { debt.leaves = true }
            if !debt.leaves { debt.knowledge = .none }
            debt.entrance = event
            debt.contents = []
        }
    }

    /// The node stays selected, in another place: below another parent if it `isTop`, else below another root.
    package mutating func retell(
        _ id: ProgressID,
        as event: EventKind,
        isTop: Bool,
        _ contents: Contents,
        stamp: UInt64
    ) {
        if !intake.isOver { return postpone { $0.retell(id, as: event, isTop: isTop, contents, stamp: stamp) } }
        change(id, stamp: stamp) { debt in
            guard isTop else { return debt.add(contents.union(.snapshot)) }
            if debt.knowledge == .known { debt.knowledge = .elsewhere }
            debt.entrance = event
            debt.contents = debt.contents.union(contents).intersection(.state)
        }
    }

    /// The node is no longer selected; `removed` is owed if the reader knows it.
    ///
    /// - Parameters:
    ///   - parentID: its parent while it was selected; a node whose parent is unknown is unknown.
    ///   - last: events that are told before `removed`; none if the reader does not keep up.
    package mutating func leave(_ id: ProgressID, below parentID: ProgressID?, last: [StreamEvent], stamp: UInt64) {
        if !intake.isOver { return postpone { $0.leave(id, below: parentID, last: last, stamp: stamp) } }
        guard let debt = debts[id] else {
            if let parentID, let parent = debts[parentID], parent.isUnknown { return }
            return add(id, Debt(leaving: last, stamp: stamp))
        }
        if debt.isUnknown { return settle(id) { $0.forgetSelf() } }
        change(id, stamp: stamp) { debt in
            debt.last = debt.leaves ? debt.last : last
            debt.forgetSelf()
            debt.leaves = true
        }
    }

    /// The same for a node whose name means another.
    package mutating func replace(_ id: ProgressID, last: [StreamEvent], stamp: UInt64) {
        if !intake.isOver { return postpone { $0.replace(id, last: last, stamp: stamp) } }
        leave(id, below: nil, last: last, stamp: stamp)
        if debts[id]?.leaves == true { debts[id]?.isReplaced = true }
    }

    /// The node stays selected, but the reader may have lost it with what was above it: it is told again from the start,
    /// after its parent.
    package mutating func reintroduce(_ id: ProgressID, stamp: UInt64) {
        if !intake.isOver { return postpone { $0.reintroduce(id, stamp: stamp) } }
        change(id, stamp: stamp) { debt in
            if debt.knowledge == .known && !debt.leaves { debt.knowledge = .perhaps }
            debt.entrance = .snapshot
            debt.contents.formIntersection(.state)
        }
    }

    /// News of a node that is selected.
    package mutating func add(_ contents: Contents, of id: ProgressID, stamp: UInt64, due: UInt64 = 0) {
        if !intake.isOver { return postpone { $0.add(contents, of: id, stamp: stamp, due: due) } }
        change(id, stamp: stamp, due: due) { $0.add(contents) }
    }

    /// The node joined a parent that is selected without its descendants: one `child`, and nothing more of it.
    package mutating func notice(_ id: ProgressID, stamp: UInt64) {
        if !intake.isOver { return postpone { $0.notice(id, stamp: stamp) } }
        change(id, stamp: stamp) { $0.hasNotice = true }
    }

    // MARK: Opening

    /// Begins with the debts of an opening; all of them come before any other. Those that are not taken in at once are
    /// by later calls of `due`.
    /// - Precondition: nothing is owed.
    /// - Parameter stamp: no change that comes later is older.
    package mutating func open(_ opening: [Opening.Debt], stamp: UInt64) {
        openingStamp = stamp
        debts.reserveCapacity(opening.count)
        waiting.reserveCapacity(opening.count)
        intake.begin(opening)
        open(intake.next())
    }

    /// Takes in a part of the opening, and after the last one what changed meanwhile.
    private mutating func open(_ part: ArraySlice<Opening.Debt>) {
        for debt in part { open(debt) }
        if !isOpened { return }
        (openingCount, lastOpeningNumber) = (debts.count, lastNumber)
        for change in intake.takeChanges() { change(&self) }
    }

    /// Keeps a change that comes before all of the opening is taken in.
    private mutating func postpone(_ change: @escaping OpeningIntake.Change) {
        let part = intake.postpone(change)
        if !part.isEmpty { open(part) }
    }

    private mutating func open(_ debt: Opening.Debt) {
        switch debt {
        case .introduction(let id, let isPerhapsKnown):
            open(id) { debt in
                if debt.knowledge == .known && !debt.leaves { debt.knowledge = isPerhapsKnown ? .perhaps : .none }
                debt.entrance = debt.entrance ?? .snapshot
            }
        case .relocation(let id):
            open(id) { debt in
                debt.knowledge = .elsewhere
                debt.entrance = .snapshot
            }
        case .removal(let id): open(id) { $0.leaves = true }
        case .replacement(let id):
            open(id) { debt in
                debt.leaves = true
                debt.isReplaced = true
            }
        }
    }

    private mutating func open(_ id: ProgressID, _ body: (inout Debt) -> Void) {
        guard let before = debts[id] else {
            var debt = Debt(stamp: openingStamp, due: 0)
            body(&debt)
            return owe(id, debt)
        }
        var debt = before
        body(&debt)
        debts[id] = debt
        if debt.leaves && !before.leaves { noteLeaving(id, debt) }
    }

    // MARK: Telling

    /// When the next debt is due; nil if nothing is owed. O(log n), amortized.
    package mutating func nextDue() -> UInt64? { isUrgent ? 0 : nextPaced() }

    /// Nodes to look up and tell, at most `limit`: first those that left, then the others as they came. None while an
    /// opening is taken in.
    package mutating func due(at now: UInt64, limit: Int) -> [ProgressID] {
        if !isOpened { open(intake.next()) }
        if !isOpened { return [] }
        while let due = nextPaced(), due <= now, let entry = paced.first { change(entry.id) { _ in } }
        let debts = debts
        let holds = { (id: ProgressID, number: UInt64) in debts[id]?.number == number }
        var ids = leaving.first(limit, holds: holds) { debts[$0]?.leaves == true }
        if ids.count < limit {
            ids += waiting.first(limit - ids.count, holds: holds) { debts[$0]?.leaves == false && debts[$0]?.due == 0 }
        }
        return ids
    }

    package mutating func makeAllDue() {
        while nextPaced() != nil, let entry = paced.first { change(entry.id) { _ in } }
    }

    /// The next event of a node that is due; nil when nothing more of it is owed.
    ///
    /// Call it until it returns nil or the reader is behind; events that it has not returned stay owed.
    /// - Parameter untilGone: nil once it was told that the node left. That it is back is told after what it is below now.
    package mutating func next(of id: ProgressID, _ look: Look, untilGone: Bool = false) -> StreamEvent? {
        precondition(isOpened, "an event before all of the opening is taken in")
        if untilGone && !owesDeparture(of: id) { return nil }
        var event: StreamEvent?
        settle(id) { event = $0.next(of: id, look) }
        return event
    }

    // MARK: Book-keeping

    private mutating func nextPaced() -> UInt64? {
        while let first = paced.first {
            if let debt = debts[first.id], debt.number == first.number, debt.due == first.key { return first.key }
            paced.removeFirst()
        }
        return nil
    }

    /// Adds to a debt, or makes one. Without a stamp it stays as old as it is.
    private mutating func change(
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

    private mutating func add(_ id: ProgressID, _ new: Debt) {
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
        urgentCount += 1
        waiting.append(id, debt.number)
        if waiting.isUntidy(debts.count) { waiting.tidy { [debts] in debts[$0]?.number == $1 } }
    }

    /// Takes from a debt, and drops it when nothing is left.
    private mutating func settle(_ id: ProgressID, _ body: (inout Debt) -> Void) {
        guard let before = debts[id] else { return }
        var debt = before
        body(&debt)
        if before.leaves && !debt.leaves { removalCount -= 1 }
        if !debt.isEmpty {
            debts[id] = debt
            return
        }
        debts[id] = nil
        if before.due == 0 { urgentCount -= 1 }
        if before.number <= lastOpeningNumber { openingCount -= 1 }
        if debts.isEmpty { removeAll() }
    }

    package mutating func removeAll() {
        debts.removeAll(keepingCapacity: debts.capacity <= 64)
        leaving.removeAll()
        waiting.removeAll()
        paced.removeAll()
        ages.removeAll()
        removalCount = 0
        urgentCount = 0
        openingCount = 0
        intake.begin([])
    }
}
