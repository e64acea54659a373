package import ProgressCore

/// The debts of a subscription to its reader: one for each node, however many changes the reader missed.
///
/// The reader knows a node without a debt exactly if the node is selected; while the subscription walks over all that it
/// selects, its cursor says more. So the debts alone say which nodes the reader knows, and a stream that owes nothing needs
/// no memory for them. A subscription keeps that true: every change of the selected nodes becomes an `enter`, `leave`,
/// `replace`, `retell` or `reintroduce` here.
package struct Backlog: Sendable {
    private var debts = DebtBook()
    /// The number of an opening's debts that are left once its walk is over; they are numbered up to
    /// `lastOpeningNumber`.
    private var openingCount = 0
    private var lastOpeningNumber: UInt64 = 0
    /// No promise reaches it until they are told.
    private var openingStamp: UInt64 = 0
    /// Marks the debts of nodes that the walk has come to, and that the reader can be told.
    private var page: UInt32 = 1

    package init() {}

    package var isEmpty: Bool { debts.isEmpty }
    package var isUrgent: Bool { debts.hasDue }
    package var count: Int { debts.count }
    package var removalCount: Int { debts.removalCount }
    var owesOpening: Bool { openingCount > 0 }

    /// The oldest untold change; nil if there is none. O(log n), amortized.
    package mutating func oldestStamp() -> UInt64? {
        if isEmpty { return nil }
        let oldest = debts.oldestStamp()
        return owesOpening ? min(openingStamp, oldest ?? .max) : oldest
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
        debts.change(id, stamp: stamp) { debt in
            // The reader lost it together with the top above it, unless it has the node in another place.
            if debt.knowledge == .elsewhere { debt.leaves = true }
            if !debt.leaves { debt.knowledge = .none }
            debt.entrance = event
            debt.contents = []
        }
    }

    /// The node is still selected but has moved: to another parent if it `isTop`, else along with an ancestor.
    package mutating func retell(
        _ id: ProgressID,
        as event: EventKind,
        isTop: Bool,
        _ contents: Contents,
        stamp: UInt64
    ) {
        debts.change(id, stamp: stamp) { debt in
            // A walk comes to it again, in its new place.
            debt.page = 0
            guard isTop else { return debt.add(contents.union(.snapshot)) }
            if debt.knowledge == .known || debt.knowledge == .perhaps { debt.knowledge = .elsewhere }
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

    /// Like `leave`, for a node whose name means another one.
    package mutating func replace(_ id: ProgressID, last: [StreamEvent], stamp: UInt64) {
        leave(id, below: nil, last: last, stamp: stamp)
        if owesDeparture(of: id) { debts.change(id) { $0.isReplaced = true } }
    }

    /// The node stays selected, but the reader may have lost it with what was above it: it is told again from the start,
    /// after its parent.
    package mutating func reintroduce(_ id: ProgressID, stamp: UInt64) {
        debts.change(id, stamp: stamp) { debt in
            if debt.knowledge == .known && !debt.leaves { debt.knowledge = .perhaps }
            debt.page = 0
            debt.entrance = .snapshot
            debt.contents.formIntersection(.state)
        }
    }

    /// News of a node that is selected.
    package mutating func add(_ contents: Contents, of id: ProgressID, stamp: UInt64, due: UInt64 = 0) {
        debts.change(id, stamp: stamp, due: due) { $0.add(contents) }
    }

    /// The node joined a parent that is selected without its descendants: one `child`, and nothing more of it.
    package mutating func notice(_ id: ProgressID, stamp: UInt64) {
        debts.change(id, stamp: stamp) { $0.hasNotice = true }
    }

    // MARK: Opening

    /// Owes what a reader lost, or has elsewhere. While a walk is on, no promise covers it.
    package mutating func open(_ debt: Opening.Debt, stamp: UInt64) {
        switch debt {
        case .relocation(let id):
            debts.open(id, stamp: stamp) { debt in
                debt.knowledge = .elsewhere
                debt.entrance = .snapshot
            }
        case .removal(let id): debts.open(id, stamp: stamp) { $0.leaves = true }
        case .replacement(let id):
            debts.open(id, stamp: stamp) { debt in
                debt.leaves = true
                debt.isReplaced = true
            }
        }
    }

    /// A walk has come to a node: it is told as it is.
    package mutating func introduce(_ id: ProgressID, mayBeKnown: Bool, stamp: UInt64) {
        debts.open(id, stamp: stamp) { [page] debt in
            if debt.knowledge == .known && !debt.leaves { debt.knowledge = mayBeKnown ? .perhaps : .none }
            debt.entrance = debt.entrance ?? .snapshot
            debt.page = page
        }
    }

    /// Whether a walk has come to the node, and it is not told yet.
    package func isIntroduced(_ id: ProgressID) -> Bool { debts[id]?.page == page }

    /// The reader has lost something above what the walk has come to, perhaps.
    package mutating func turnPage() { page &+= 1 }

    /// A walk has yet to come to the node: nothing is owed but that it left.
    package mutating func passOver(_ id: ProgressID) { settle(id) { $0.forgetSelf() } }

    /// A walk has yet to come to the node's parent, which is shown alone.
    package mutating func dropNotice(of id: ProgressID) {
        if debts[id]?.hasNotice == true { settle(id) { $0.hasNotice = false } }
    }

    /// Whether the reader has the node in another place, which the walk cannot tell it.
    package func isElsewhere(_ id: ProgressID) -> Bool { debts[id]?.knowledge == .elsewhere }

    /// The nodes that the reader has in another place. Cost: O(debts).
    var displaced: [ProgressID] { isEmpty ? [] : debts.all { $0.knowledge == .elsewhere } }

    /// The walk is over: what is owed now belongs to the opening, too.
    package mutating func endWalk(stamp: UInt64) {
        turnPage()
        debts.makeAllDue()
        (openingStamp, openingCount, lastOpeningNumber) = (stamp, debts.count, debts.lastNumber)
    }

    /// A walk tells everything again: nothing is owed but what left, or is elsewhere, `path`, and what a walk has come to.
    package mutating func collapse(keeping path: Set<ProgressID>) {
        openingCount = 0
        debts.keepOnly { [page] id, debt in
            if debt.knowledge == .elsewhere { return true }
            if path.contains(id) { debt.page = page }
            if debt.page == page { return true }
            debt.forgetSelf()
            return debt.leaves
        }
    }

    // MARK: Telling

    /// When the next debt is due; nil if nothing is owed. O(log n), amortized.
    package mutating func nextDue() -> UInt64? { isUrgent ? 0 : debts.nextPaced() }

    /// Nodes to look up and tell, at most `limit`: first those that left, then the others as they came.
    package mutating func due(at now: UInt64, limit: Int) -> [ProgressID] { debts.due(at: now, limit: limit) }

    package mutating func makeAllDue() { debts.makeAllDue() }

    /// The next event of a node that is due; nil when nothing more of it is owed.
    ///
    /// Call it until it returns nil or the reader is behind; events that it has not returned stay owed.
    /// - Parameter untilGone: nil once it was told that the node left. That it is back is told after what it is below now.
    package mutating func next(of id: ProgressID, _ look: NodeView, untilGone: Bool = false) -> StreamEvent? {
        if untilGone && !owesDeparture(of: id) { return nil }
        var event: StreamEvent?
        settle(id) { event = $0.next(of: id, look) }
        return event
    }

    // MARK: Settling

    /// Takes from a debt, and drops it when nothing is left.
    private mutating func settle(_ id: ProgressID, _ body: (inout Debt) -> Void) {
        guard let number = debts.settle(id, body) else { return }
        if openingCount > 0 && number <= lastOpeningNumber { openingCount -= 1 }
        if debts.isEmpty { removeAll() }
    }

    package mutating func removeAll() {
        debts.removeAll()
        openingCount = 0
    }
}
