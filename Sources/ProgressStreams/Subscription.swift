package import ProgressCore

/// One stream as a state machine. It hears moves and news, and decides which events its reader gets, in which order,
/// and what each of them promises. It knows no socket, tree, clock or text.
///
/// The caller passes moves in the order of their stamps, and all of them before it looks anything up for `next`.
///
/// It is noncopyable because a copy would retain each of its collections.
package struct Subscription: ~Copyable, Sendable {
    // What every delivery reads comes first, as in `OpenStream`.
    /// The debts of the opening cover changes up to this stamp.
    private var began: UInt64 = 0
    /// The debts of the opening, and `synced` after them, are not told yet; until then all news is owed.
    private var isOpening = true
    /// Everything selected by id may have ended; the broker checks when nothing is owed.
    package private(set) var mayHaveEnded: Bool
    /// Nothing is owed, nothing was shown ahead, and it has no pace of its own: news is told as it comes. That is the usual
    /// case, in which a delivery reads nothing of what follows.
    private var tellsAtOnce = false

    private var start = StreamStart()
    private var ahead = AlreadySent()
    private var ownPace: OwnPace
    private var backlog: Backlog

    package private(set) var selection: Selection
    /// It does not end while it selects by name.
    private let followsRuns: Bool

    /// Instead of more removals than this the reader gets `reset` and snapshots.
    private static let removalLimit = 4_096

    /// - Parameters:
    ///   - minimumInterval: nanoseconds between two sends of one node; 0 for the service's own pace.
    ///   - followsRuns: whether it waits for the next node that takes one of its names.
    package init(
        _ selection: Selection,
        minimumInterval: UInt64,
        followsRuns: Bool = false,
        backlog: Backlog = Backlog()
    ) {
        self.backlog = backlog
        self.selection = selection
        self.followsRuns = followsRuns && !selection.names.isEmpty
        ownPace = OwnPace(interval: minimumInterval)
        mayHaveEnded = false
        noteEnding()
    }

    /// Notes that something selected may have ended.
    private mutating func noteEnding() {
        if case .nodes = selection, !followsRuns { mayHaveEnded = true }
    }

    /// Begins or starts over with the debts of one moment.
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
        backlog.removeAll()
        backlog.open(opening.debts, stamp: opening.stamp)
    }

    /// Ends each method that changes what is owed.
    private mutating func noteDebts() {
        tellsAtOnce = owesNothing && ahead.isEmpty && ownPace.isUnlimited
    }

    // MARK: Hearing

    /// Hears that a node came, left or moved.
    ///
    /// - Parameter keepsUp: whether the reader also gets the last states of a node that left.
    package mutating func apply(_ move: Move, keepsUp: Bool) {
        if move.stamp <= began { return }
        defer { noteDebts() }
        let wasSelected = move.before.map { selection.selects(move.id, at: $0, stamp: move.stamp) } ?? false
        let isSelected = move.after.map { selection.selects(move.id, at: $0, stamp: move.stamp) } ?? false
        let event = entrance(for: move)
        if wasSelected { noteEnding() }
        switch (wasSelected, isSelected) {
        case (false, true):
            backlog.enter(move.id, as: event, stamp: move.stamp)
            guard selection.includesDescendants else { break }
            for id in move.below { backlog.enter(id, as: .snapshot, stamp: move.stamp) }
        case (true, false):
            guard move.isTop || selection.names(move.id) else { break }
            ownPace.forget(move.id)
            let isAhead = ahead.take(move.id) != nil
            let last = keepsUp && !start.owesReset ? (isAhead ? [] : move.earlier) + move.last : []
            backlog.leave(move.id, below: move.before?.parentID, last: last, stamp: move.stamp)
        case (true, true):
            if move.isRelabeling { break }
            backlog.retell(move.id, as: event, isTop: move.isTop, move.contents, stamp: move.stamp)
        case (false, false): break
        }
        if isNoticed(move) { backlog.notice(move.id, stamp: move.stamp) }
    }

    /// Hears that a name went over to another node.
    /// - Parameter last: events that are told before `removed` of the node that had it.
    package mutating func goOver(_ handover: NameHandover, last: [StreamEvent], stamp: UInt64) {
        defer { noteDebts() }
        selection = handover.selection
        noteEnding()
        if let old = handover.replaced {
            ownPace.forget(old)
            let isAhead = ahead.take(old) != nil
            backlog.replace(old, last: start.owesReset || isAhead ? [] : last, stamp: stamp)
        }
        for id in handover.remaining { backlog.reintroduce(id, stamp: stamp) }
        for id in handover.new { backlog.enter(id, as: .snapshot, stamp: stamp) }
    }

    private func entrance(for move: Move) -> EventKind {
        guard move.isTop, !move.isRelabeling, selection.includesDescendants, let place = move.after else {
            return .snapshot
        }
        return selection.selectsParent(of: move.id, at: place) ? .child : .snapshot
    }

    private func isNoticed(_ move: Move) -> Bool {
        guard move.isTop, !move.isRelabeling, !selection.includesDescendants, let place = move.after else {
            return false
        }
        return selection.selectsParent(of: move.id, at: place)
    }

    /// The answer to news of a node.
    package enum Hearing: Equatable, Sendable {
        /// The reader knows it already.
        case nothing
        /// Send its events now, those of earlier states first: nothing else has to precede them.
        case tellNow
        /// The same without the earlier states: the reader has seen newer ones.
        case tellLatest
        /// The backlog owes it, from `due` on.
        case owed(due: UInt64)
    }

    /// Hears that a selected node changed.
    ///
    /// - Parameters:
    ///   - contents: the news; on return without what the reader has already seen.
    ///   - stamp: the oldest change in it.
    ///   - newest: the newest change in it.
    ///   - isBehind: whether the socket is full.
    package mutating func hear(
        _ contents: inout Contents,
        of id: ProgressID,
        stamp: UInt64,
        newest: UInt64,
        now: UInt64,
        isBehind: Bool
    ) -> Hearing {
        if newest <= began { return .nothing }
        if tellsAtOnce && !isBehind {
            if contents.contains(.state) { noteEnding() }
            return contents.isEmpty ? .nothing : .tellNow
        }
        defer { noteDebts() }
        let ahead = ahead.take(id)
        // A finish is `progress`, then `state`, whatever was shown before.
        if let ahead, newest <= ahead.stamp, !contents.contains(.state) { contents.subtract(ahead.shown) }
        if contents.isEmpty { return .nothing }
        if contents.contains(.state) { noteEnding() }
        let due = contents.contains(.state) ? 0 : ownPace.next(of: id, now: now)
        let mustWait = isBehind || due > 0 || isOpening || (!backlog.isEmpty && mustQueue(id))
        if !mustWait { return ahead == nil ? .tellNow : .tellLatest }
        backlog.add(contents, of: id, stamp: stamp, due: due)
        return .owed(due: due)
    }

    private func mustQueue(_ id: ProgressID) -> Bool { backlog.isUrgent || backlog.hasDebt(of: id) }

    /// Owes events that should have been sent now, because the reader fell behind.
    package mutating func owe(_ contents: Contents, of id: ProgressID, stamp: UInt64) {
        if contents.isEmpty { return }
        backlog.add(contents, of: id, stamp: stamp)
        noteDebts()
    }

    /// Whether too many nodes left while the reader was behind: it must forget everything and be opened again.
    package var mustStartOver: Bool { backlog.removalCount > Self.removalLimit }

    // MARK: Telling

    package var owesNothing: Bool { backlog.isEmpty && start.isEmpty && !isOpening }

    /// Whether all with which it began is taken in; before that nothing is due.
    package var isOpened: Bool { backlog.isOpened }

    package func showsProgress(of id: ProgressID) -> Bool { backlog.showsProgress(of: id) }

    package func owesEntrance(of id: ProgressID) -> Bool { backlog.owesEntrance(of: id) }

    package func owesDeparture(of id: ProgressID) -> Bool { backlog.owesDeparture(of: id) }

    /// The next event that comes before all others: `reset`, then the unknown names.
    package mutating func nextStartEvent() -> StreamEvent? {
        defer { noteDebts() }
        return start.next()
    }

    /// `synced`, once all debts of the opening are told; nil at any other time.
    package mutating func nextSynced() -> StreamEvent? {
        if !isOpening || !start.isEmpty || backlog.owesOpening { return nil }
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
        if let stamp {
            ahead.note(id, stamp: stamp, shown: kind == .progress ? .progress : [.snapshot, .progress])
        }
        return event
    }

    /// Notes that a node's counts were sent.
    package mutating func noteSent(_ id: ProgressID, now: UInt64) {
        if !tellsAtOnce { ownPace.note(id, now: now) }
    }

    // MARK: Promising

    /// The stamp up to which everything selected has been sent.
    ///
    /// - Parameters:
    ///   - taken: every change up to this stamp was heard.
    ///   - held: the oldest change in the pace that may concern this stream; nil if none.
    package mutating func promise(taken: UInt64, held: UInt64?) -> UInt64 {
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
