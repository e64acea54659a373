package import ProgressCore

/// One stream as a state machine. It hears moves and news, and decides which events its reader gets, in which order,
/// and what each of them promises. It knows no socket, tree, clock or text.
///
/// The caller passes moves in the order of their stamps, and all of them before it looks anything up for `next`.
///
/// It is noncopyable because a copy would retain each of its collections.
package struct Subscription: ~Copyable, Sendable {
    // What every delivery reads comes first, as in `OpenStream`.
    /// The opening covers changes up to this stamp.
    private var began: UInt64 = 0
    /// The opening, and `synced` after it, is not told yet; until then all news is owed.
    private var isOpening = true
    /// Everything selected by id may have ended; the broker checks when nothing is owed.
    package private(set) var mayHaveEnded: Bool
    /// Nothing is owed, nothing was shown ahead, and it has no pace of its own: news is told as it comes. That is the usual
    /// case, in which a delivery reads nothing of what follows.
    private var tellsAtOnce = false

    private var start = StreamStart()
    private var ahead = AlreadySent()
    private var ownPace: OwnPace
    private var backlog = Backlog()
    /// While it walks over what it selects.
    private var cursor: OpeningCursor?
    /// Tops that are selected since, and larger than `limits` allow to owe; a walk has to tell them.
    private var overflow: Set<ProgressID> = []
    private let limits: BacklogLimits

    package private(set) var selection: Selection
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
    private mutating func noteEnding() {
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
        case (false, true): enter(move, as: event)
        case (true, false):
            guard move.isTop || selection.names(move.id) else { break }
            leave(move, keepsUp: keepsUp)
        case (true, true):
            if move.isRelabeling { break }
            retell(move, as: event)
        case (false, false): break
        }
        if isNoticed(move) { backlog.notice(move.id, stamp: move.stamp) }
    }

    private mutating func enter(_ move: Move, as event: EventKind) {
        cursor?.forget(move.id, at: move.place)
        if move.isRelabeling { cursor?.whole.insert(move.id) }
        if let cursor, cursor.covers(move.stamp) {
            if backlog.hasDebt(of: move.id) { backlog.enter(move.id, as: event, stamp: move.stamp) }
            return
        }
        backlog.enter(move.id, as: event, stamp: move.stamp)
        guard selection.includesDescendants else { return }
        if move.below.count > limits.debtsOfChange {
            overflow.insert(move.id)
        } else {
            for id in move.below { backlog.enter(id, as: .snapshot, stamp: move.stamp) }
        }
    }

    private mutating func leave(_ move: Move, keepsUp: Bool) {
        ownPace.forget(move.id)
        let isAhead = ahead.take(move.id) != nil
        let mayBeKnown = cursor?.mayKnow(move.id, at: move.place) ?? true
        cursor?.forget(move.id, at: move.place)
        lose(move.id)
        if !mayBeKnown && !backlog.hasDebt(of: move.id) { return }
        let last = keepsUp && !start.owesReset ? (isAhead ? [] : move.earlier) + move.last : []
        // What is selected by itself is known without its parent.
        let parentID = selection.names(move.id) ? nil : move.before?.parentID
        backlog.leave(move.id, below: parentID, last: last, stamp: move.stamp)
    }

    /// The walk does not continue below a top that the reader has lost, and what it has come to there is not told as such.
    private mutating func lose(_ id: ProgressID) {
        if cursor == nil { return }
        cursor?.lost.insert(id)
        backlog.turnPage()
    }

    private mutating func retell(_ move: Move, as event: EventKind) {
        // What is selected by itself the reader may have without its parent, too.
        let isTop = move.isTop || selection.names(move.id)
        if isTop, let cursor, cursor.isLed(by: move.stamp) { lose(move.id) }
        if let cursor, !backlog.hasDebt(of: move.id) {
            if !cursor.mayKnow(move.place) { return enter(move, as: event) }
            if !isTop && cursor.covers(move.stamp) { return }
        }
        if cursor != nil && !isTop {
            // Perhaps the reader does not know it yet, and has to before what is below it.
            backlog.reintroduce(move.id, stamp: move.stamp)
            return backlog.add(move.contents, of: move.id, stamp: move.stamp)
        }
        backlog.retell(move.id, as: event, isTop: isTop, move.contents, stamp: move.stamp)
    }

    /// Hears that a name went over to another node.
    /// - Parameter last: events that are told before `removed` of the node that had it.
    package mutating func goOver(_ handover: NameHandover, last: [StreamEvent], stamp: UInt64) {
        defer { noteDebts() }
        selection = handover.selection
        noteEnding()
        cursor?.whole.formUnion(handover.tops)
        if let old = handover.replaced {
            ownPace.forget(old)
            let isAhead = ahead.take(old) != nil
            let mayBeKnown = cursor?.mayKnow(old, at: handover.oldPlace) ?? true
            cursor?.forget(old, at: handover.oldPlace)
            lose(old)
            if mayBeKnown || backlog.hasDebt(of: old) {
                backlog.replace(old, last: start.owesReset || isAhead ? [] : last, stamp: stamp)
            }
        }
        if let kept = handover.kept, cursor?.mayKnow(kept, at: handover.oldPlace) ?? true {
            backlog.retell(kept, as: .snapshot, isTop: true, [], stamp: stamp)
        }
        if handover.count > limits.debtsOfChange {
            overflow.formUnion(handover.tops)
            return
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
    ///   - place: the node's in the store.
    ///   - isBehind: whether the socket is full.
    package mutating func hear(
        _ contents: inout Contents,
        of id: ProgressID,
        at place: NodeIndex,
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
        if let cursor, cursor.tellsNews(of: place, newest: newest), !backlog.hasDebt(of: id) { return .nothing }
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

    // MARK: Walking

    /// Whether too many nodes left while the reader was behind: it must forget everything and be opened again.
    package var mustStartOver: Bool { backlog.removalCount > limits.removals }

    /// Whether it owes more than a walk over what it selects would cost.
    package var mustCollapse: Bool { backlog.count - backlog.removalCount > limits.debts || !overflow.isEmpty }

    /// How many nodes it owes something of, and for how many of them that is that they left.
    package var debtCount: Int { backlog.count }
    package var removalCount: Int { backlog.removalCount }

    /// What it owes, in bytes of memory; a debt takes so many with its place in each queue.
    package var owedByteCount: Int { backlog.count * Self.bytesOfDebt + (cursor?.told.byteCount ?? 0) }

    /// A backlog that is not worth a walk.
    package static let smallBacklog = 64 * bytesOfDebt
    private static let bytesOfDebt = 192

    /// Whether a walk would leave most of what it owes.
    package var owesMostlyRemovals: Bool { 2 * backlog.removalCount > backlog.count }

    package var isWalking: Bool { cursor != nil }

    /// How many nodes of one change it owes one by one.
    package var debtsOfChange: Int { limits.debtsOfChange }

    /// Lets a walk use the cursor; nil if it does not walk.
    package mutating func withCursor<Value>(_ body: (inout OpeningCursor) -> Value) -> Value? {
        guard var cursor else { return nil }
        self.cursor = nil
        defer { self.cursor = cursor }
        return body(&cursor)
    }

    /// The walk has come to a node that is told next.
    package mutating func introduce(_ id: ProgressID, at place: NodeIndex) {
        guard let cursor else { return }
        defer { noteDebts() }
        backlog.introduce(id, mayBeKnown: cursor.mayKnow(place), stamp: cursor.after + 1)
    }

    /// The walk has yet to come to a node of which something is owed.
    package mutating func passOver(_ id: ProgressID) {
        defer { noteDebts() }
        backlog.passOver(id)
    }

    /// The same of the node's parent, which is shown alone.
    package mutating func dropNotice(of id: ProgressID) {
        defer { noteDebts() }
        backlog.dropNotice(of: id)
    }

    /// Whether the walk has come to the node, and it is not told yet.
    package func isIntroduced(_ id: ProgressID) -> Bool { backlog.isIntroduced(id) }

    /// Whether the reader has the node in another place than it is.
    package func isElsewhere(_ id: ProgressID) -> Bool { backlog.isElsewhere(id) }

    /// The walk has met all that is selected.
    package mutating func endWalk(now: UInt64) {
        guard let after = cursor?.after else { return }
        defer { noteDebts() }
        cursor = nil
        ownPace.noteOpened(now: now)
        backlog.endWalk(stamp: after + 1)
    }

    /// Owes no changes any more, and walks instead: over what has changed since the reader was last told everything.
    ///
    /// - Parameters:
    ///   - taken: every change up to this stamp was heard.
    ///   - held: the oldest change in the pace that may concern this stream; nil if none.
    ///   - covered: of the registry now: what changed up to it, the walk meets.
    ///   - path: the nodes above the place where the walk is; they are told before what is below them.
    ///   - relabelled: roots that were relabelled after a stamp; nil if that is forgotten.
    package mutating func collapse(
        taken: UInt64,
        held: UInt64?,
        covered: UInt64,
        keeping path: Set<ProgressID>,
        relabelled: (UInt64) -> Set<ProgressID>?
    ) {
        defer { noteDebts() }
        let told = promise(ofOwed: taken, held)
        isOpening = true
        if cursor == nil {
            var fresh = OpeningCursor(after: told, knowsOnlyTold: false)
            fresh.cover(covered)
            if let roots = relabelled(told) { fresh.whole = roots } else { fresh.tellsEverything = true }
            fresh.whole.formUnion(selection.tops(renamedAfter: told))
            cursor = fresh
        } else {
            cursor?.beginLap(toldUpTo: told, covered: covered)
        }
        cursor?.whole.formUnion(overflow)
        overflow = []
        // Where something is lost the walk continues elsewhere.
        backlog.collapse(keeping: cursor?.lost.isEmpty == true ? path : [])
    }

    // MARK: Telling

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

    private mutating func promise(ofOwed taken: UInt64, _ held: UInt64?) -> UInt64 {
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
