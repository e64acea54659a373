package import ProgressCore

/// The debts of a subscription to its reader: one for each node, however many changes the reader missed. Only while an
/// opening is taken in the changes themselves are kept.
///
/// The reader knows a node without a debt exactly if the node is selected. So the debts alone say which nodes the
/// reader knows, and a stream that owes nothing needs no memory for them. A subscription keeps that true: every change
/// of the selected nodes becomes an `enter`, `leave`, `replace`, `retell` or `reintroduce` here.
package struct Backlog: Sendable {
    private var intake: OpeningIntake
    private var debts = DebtBook()
    /// How many debts of the opening are left; they have the numbers up to `lastOpeningNumber`.
    private var openingCount = 0
    private var lastOpeningNumber: UInt64 = 0
    /// The stamp of them all, so that they need no place among the ages of debts.
    private var openingStamp: UInt64 = 0

    /// - Parameter openedAtOnce: how many debts of an opening are taken in at a time; at least one.
    package init(openedAtOnce: Int = 4_096) { intake = OpeningIntake(partCount: openedAtOnce) }

    /// Whether all of the opening is taken in; before that nothing is told.
    package var isOpened: Bool { intake.isOver }
    package var isEmpty: Bool { debts.isEmpty && isOpened }
    package var isUrgent: Bool { debts.hasDue || !isOpened }
    package var removalCount: Int { debts.removalCount }
    var owesOpening: Bool { openingCount > 0 || !isOpened }

    /// The oldest untold change; nil if there is none. O(log n), amortized.
    package mutating func oldestStamp() -> UInt64? {
        if isEmpty { return nil }
        return owesOpening ? openingStamp : debts.oldestStamp()
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
        debts.change(id, stamp: stamp) { debt in
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
        debts.change(id, stamp: stamp) { debt in
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
            return debts.add(id, Debt(leaving: last, stamp: stamp))
        }
        if debt.isUnknown { return settle(id) { $0.forgetSelf() } }
        debts.change(id, stamp: stamp) { debt in
            debt.last = debt.leaves ? debt.last : last
            debt.forgetSelf()
            debt.leaves = true
        }
    }

    /// The same for a node whose name means another.
    package mutating func replace(_ id: ProgressID, last: [StreamEvent], stamp: UInt64) {
        if !intake.isOver { return postpone { $0.replace(id, last: last, stamp: stamp) } }
        leave(id, below: nil, last: last, stamp: stamp)
        if owesDeparture(of: id) { debts.change(id) { $0.isReplaced = true } }
    }

    /// The node stays selected, but the reader may have lost it with what was above it: it is told again from the start,
    /// after its parent.
    package mutating func reintroduce(_ id: ProgressID, stamp: UInt64) {
        if !intake.isOver { return postpone { $0.reintroduce(id, stamp: stamp) } }
        debts.change(id, stamp: stamp) { debt in
            if debt.knowledge == .known && !debt.leaves { debt.knowledge = .perhaps }
            debt.entrance = .snapshot
            debt.contents.formIntersection(.state)
        }
    }

    /// News of a node that is selected.
    package mutating func add(_ contents: Contents, of id: ProgressID, stamp: UInt64, due: UInt64 = 0) {
        if !intake.isOver { return postpone { $0.add(contents, of: id, stamp: stamp, due: due) } }
        debts.change(id, stamp: stamp, due: due) { $0.add(contents) }
    }

    /// The node joined a parent that is selected without its descendants: one `child`, and nothing more of it.
    package mutating func notice(_ id: ProgressID, stamp: UInt64) {
        if !intake.isOver { return postpone { $0.notice(id, stamp: stamp) } }
        debts.change(id, stamp: stamp) { $0.hasNotice = true }
    }

    // MARK: Opening

    /// Begins with the debts of an opening; all of them come before any other. Those that are not taken in at once are
    /// by later calls of `due`.
    /// - Precondition: nothing is owed.
    /// - Parameter stamp: no change that comes later is older.
    package mutating func open(_ opening: [Opening.Debt], stamp: UInt64) {
        openingStamp = stamp
        debts.reserveCapacity(opening.count)
        intake.begin(opening)
        open(intake.next())
    }

    /// Takes in a part of the opening, and after the last one what changed meanwhile.
    private mutating func open(_ part: ArraySlice<Opening.Debt>) {
        for debt in part { open(debt) }
        if !isOpened { return }
        (openingCount, lastOpeningNumber) = (debts.count, debts.lastNumber)
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
            debts.open(id, stamp: openingStamp) { debt in
                if debt.knowledge == .known && !debt.leaves { debt.knowledge = isPerhapsKnown ? .perhaps : .none }
                debt.entrance = debt.entrance ?? .snapshot
            }
        case .relocation(let id):
            debts.open(id, stamp: openingStamp) { debt in
                debt.knowledge = .elsewhere
                debt.entrance = .snapshot
            }
        case .removal(let id): debts.open(id, stamp: openingStamp) { $0.leaves = true }
        case .replacement(let id):
            debts.open(id, stamp: openingStamp) { debt in
                debt.leaves = true
                debt.isReplaced = true
            }
        }
    }

    // MARK: Telling

    /// When the next debt is due; nil if nothing is owed. O(log n), amortized.
    package mutating func nextDue() -> UInt64? { isUrgent ? 0 : debts.nextPaced() }

    /// Nodes to look up and tell, at most `limit`: first those that left, then the others as they came. None while an
    /// opening is taken in.
    package mutating func due(at now: UInt64, limit: Int) -> [ProgressID] {
        if !isOpened { open(intake.next()) }
        return isOpened ? debts.due(at: now, limit: limit) : []
    }

    package mutating func makeAllDue() { debts.makeAllDue() }

    /// The next event of a node that is due; nil when nothing more of it is owed.
    ///
    /// Call it until it returns nil or the reader is behind; events that it has not returned stay owed.
    /// - Parameter untilGone: nil once it was told that the node left. That it is back is told after what it is below now.
    package mutating func next(of id: ProgressID, _ look: NodeView, untilGone: Bool = false) -> StreamEvent? {
        precondition(isOpened, "an event before all of the opening is taken in")
        if untilGone && !owesDeparture(of: id) { return nil }
        var event: StreamEvent?
        settle(id) { event = $0.next(of: id, look) }
        return event
    }

    // MARK: Settling

    /// Takes from a debt, and drops it when nothing is left.
    private mutating func settle(_ id: ProgressID, _ body: (inout Debt) -> Void) {
        guard let number = debts.settle(id, body) else { return }
        if number <= lastOpeningNumber { openingCount -= 1 }
        if debts.isEmpty { removeAll() }
    }

    package mutating func removeAll() {
        debts.removeAll()
        openingCount = 0
        intake.begin([])
    }
}
