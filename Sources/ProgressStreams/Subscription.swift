package import ProgressCore

/// One stream as a state machine. It hears moves and news, and decides which events its reader gets, in which order,
/// and what each of them promises. It knows no socket, tree, clock or text.
///
/// The caller passes moves in the order of their stamps, and all of them before it looks anything up for `next`.
///
/// It is noncopyable because a copy would retain each of its collections. What it hears and how it walks are in files of
/// their own; all three change the same state.
package struct Subscription: ~Copyable, Sendable {
    // Fields that every delivery reads come first, as in `OpenStream`.
    /// The opening covers changes up to this stamp.
    var began: UInt64 = 0
    /// The opening, and `synced` after it, is not told yet; until then all news is owed.
    var isOpening = true
    /// Everything selected by id may have ended; the broker checks when nothing is owed.
    package private(set) var mayHaveEnded: Bool
    /// Nothing is owed, nothing was shown ahead, and it has no pace of its own: news is told as it comes. That is the usual
    /// case, in which a delivery reads no later field.
    var tellsAtOnce = false

    var start = StreamStart()
    var ahead = AlreadySent()
    var ownPace: OwnPace
    var backlog = Backlog()
    /// While it walks over what it selects.
    var cursor: OpeningCursor? {
        get { aside.value }
        _modify { yield &aside.value }
    }
    private var aside = Aside<OpeningCursor>()
    /// Tops that have been selected since, and larger than `limits` allow to owe; a walk has to tell them.
    var overflow: Set<ProgressID> = []
    let limits: BacklogLimits

    package internal(set) var selection: Selection
    /// It does not end while it selects by name.
    private let followsRuns: Bool

    /// - Parameters:
    ///   - minimumInterval: nanoseconds between two sends of one node; 0 for the service's own pace.
    ///   - followsRuns: whether it waits for the next node that takes one of its names.
    package init(
        _ selection: Selection,
        minimumInterval: UInt64,
        followsRuns: Bool = false,
        limits: BacklogLimits = BacklogLimits()
    ) {
        self.limits = limits
        self.selection = selection
        self.followsRuns = followsRuns && !selection.names.isEmpty
        ownPace = OwnPace(interval: minimumInterval)
        mayHaveEnded = false
        noteEnding()
    }

    /// Notes that something selected may have ended.
    mutating func noteEnding() {
        if case .nodes = selection, !followsRuns { mayHaveEnded = true }
    }

    /// Begins or starts over, as of one moment, and walks over what is selected.
    /// - Parameter selection: what its names mean at that moment.
    package mutating func open(_ opening: Opening, _ selection: Selection) {
        self.selection = selection
        open(opening)
    }

    package mutating func open(_ opening: Opening) {
        defer { noteDebts() }
        began = opening.began
        isOpening = true
        start = StreamStart(opening)
        ahead.removeAll()
        overflow = []
        backlog.removeAll()
        for debt in opening.debts { backlog.open(debt, stamp: opening.stamp) }
        cursor = OpeningCursor(after: opening.after, knowsOnlyTold: opening.isFirst, whole: opening.whole)
    }

    /// Ends each method that changes what is owed.
    mutating func noteDebts() {
        tellsAtOnce = owesNothing && ahead.isEmpty && ownPace.isUnlimited
    }

    // MARK: Telling

    /// Whether `reset`, or names that no node has, come first: a reader that is cut off before the last must get them
    /// again.
    package var owesStart: Bool { !start.isEmpty }

    /// Whether it was told everything, except what its own pace holds back.
    package var isInStep: Bool { !backlog.isUrgent && start.isEmpty && !isOpening }

    package var owesNothing: Bool { backlog.isEmpty && start.isEmpty && !isOpening }

    package func showsProgress(of id: ProgressID) -> Bool { backlog.showsProgress(of: id) }

    package func owesEntrance(of id: ProgressID) -> Bool { backlog.owesEntrance(of: id) }

    package func owesDeparture(of id: ProgressID) -> Bool { backlog.owesDeparture(of: id) }

    /// The next event that comes before all others: `reset`, then the unknown names.
    package mutating func nextStartEvent() -> StreamEvent? {
        defer { noteDebts() }
        return start.next()
    }

    /// `synced`, once all of the opening is told; nil at any other time.
    package mutating func nextSynced() -> StreamEvent? {
        if !isOpening || !start.isEmpty || isWalking || backlog.owesOpening { return nil }
        isOpening = false
        noteDebts()
        return .synced
    }

    /// When it has something to send; nil if it owes nothing.
    package mutating func nextDue() -> UInt64? { start.isEmpty && !isOpening ? backlog.nextDue() : 0 }

    /// Nodes to look up for `next`, in the order in which they are told.
    package mutating func due(at now: UInt64, limit: Int) -> [ProgressID] { backlog.due(at: now, limit: limit) }

    /// The next event of a node; nil when none is left.
    ///
    /// - Parameters:
    ///   - untilGone: nil once it was told that the node left.
    ///   - stamp: the stamp of the look if news of the node waits in the pace, or 0 if that news shows more than the
    ///     look; nil if no news waits.
    package mutating func next(
        of id: ProgressID,
        _ look: NodeView,
        untilGone: Bool,
        newsAsOf stamp: UInt64?,
        now: UInt64
    ) -> StreamEvent? {
        defer { noteDebts() }
        let event = backlog.next(of: id, look, untilGone: untilGone)
        guard case .node(let kind, _)? = event else { return event }
        if kind != .child { noteSent(id, now: now) }
        cursor?.told.insert(look.place)
        if isWalking && selection.names(id) { cursor?.toldTops.insert(id) }
        if let stamp {
            ahead.note(id, stamp: stamp, shown: kind == .progress ? .progress : [.snapshot, .progress])
        }
        return event
    }

    /// Notes that a node's counts were sent.
    package mutating func noteSent(_ id: ProgressID, now: UInt64) {
        if !tellsAtOnce && !isWalking { ownPace.note(id, now: now) }
    }

    // MARK: Promising

    /// The stamp up to which everything selected has been sent.
    ///
    /// - Parameters:
    ///   - taken: every change up to this stamp was heard.
    ///   - held: the oldest change in the pace that may concern this stream; nil if none.
    package mutating func promise(taken: UInt64, held: UInt64?) -> UInt64 {
        let owed = promise(ofOwed: taken, held)
        return tellsAtOnce ? owed : min(owed, cursor?.after ?? .max)
    }

    mutating func promise(ofOwed taken: UInt64, _ held: UInt64?) -> UInt64 {
        var oldest = held ?? .max
        if !tellsAtOnce {
            ahead.tidy(held: oldest)
            oldest = min(oldest, backlog.oldestStamp() ?? .max, start.oldestStamp ?? .max)
        }
        return min(taken, oldest == 0 ? 0 : oldest - 1)
    }

    // MARK: Ending

    /// Notes that part of the selection has not ended.
    package mutating func noteStillActive() { mayHaveEnded = false }

    /// Makes all debts due at once, before the stream ends.
    package mutating func makeAllDue() { backlog.makeAllDue() }
}
