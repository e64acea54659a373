package import ProgressCore

/// One stream as a state machine: told what moved and what is news, it says which events its reader gets, in which
/// order, and up to where each may promise that everything was sent. It knows no socket, tree, clock or text.
///
/// It cannot be copied: whoever holds one reads it where it is, which costs nothing.
///
/// To be told of moves in the order of their stamps, all of them before anything is looked up for `next`.
package struct Subscription: ~Copyable, Sendable {
    package let selection: Selection
    /// Nanoseconds between two sends of one node; 0: as the service's own pace.
    private let minimumInterval: UInt64
    /// Changes up to this stamp are in what it began with.
    private var began: UInt64 = 0
    private var backlog = Backlog()
    private var owesReset = false
    private var unknownNames: [String] = []
    /// No promise reaches this stamp while a name is owed.
    private var unknownStamp: UInt64 = 0
    private var ownPace = OwnPace()
    /// Nodes that were shown while news of them waited: as of when, and what that showed.
    private var ahead: [ProgressID: (stamp: UInt64, shown: Contents)] = [:]
    private var aheadLimit = 64
    /// Everything selected by id may have ended: to be looked at when nothing is owed.
    package private(set) var mayHaveEnded: Bool

    /// How many removals may be owed before the reader is told to forget all and gets snapshots instead.
    private static let removalLimit = 4_096

    package init(_ selection: Selection, minimumInterval: UInt64) {
        self.selection = selection
        self.minimumInterval = minimumInterval
        if case .nodes = selection { mayHaveEnded = true } else { mayHaveEnded = false }
    }

    /// Begins, or begins anew, with what it owes as of one moment.
    package mutating func open(_ opening: Opening) {
        began = opening.began
        owesReset = opening.owesReset
        unknownNames = opening.unknownNames
        // The registry remembers as of `began` that this reader was told of them all.
        unknownStamp = min(opening.stamp, opening.began)
        ahead = [:]
        backlog.removeAll()
        for debt in opening.debts { backlog.open(debt, stamp: opening.stamp) }
    }

    // MARK: Hearing

    /// A node came, went or moved.
    ///
    /// - Parameter keepsUp: whether the reader is told the last moments of what went, too.
    package mutating func apply(_ move: Move, keepsUp: Bool) {
        if move.stamp <= began { return }
        let wasSelected = move.before.map { selection.selects(move.id, at: $0) } ?? false
        let isSelected = move.after.map { selection.selects(move.id, at: $0) } ?? false
        let event = entrance(for: move)
        if wasSelected, case .nodes = selection { mayHaveEnded = true }
        switch (wasSelected, isSelected) {
        case (false, true):
            backlog.enter(move.id, as: event, stamp: move.stamp)
            guard selection.includesDescendants else { break }
            for id in move.below { backlog.enter(id, as: .snapshot, stamp: move.stamp) }
        case (true, false):
            guard move.isTop || selection.names(move.id) else { break }
            ownPace.forget(move.id)
            let isAhead = ahead.removeValue(forKey: move.id) != nil
            let last = keepsUp && !owesReset && !isAhead ? move.last : []
            backlog.leave(move.id, below: move.before?.parentID, last: last, stamp: move.stamp)
        case (true, true):
            if move.isRelabelling { break }
            backlog.retell(move.id, as: event, isTop: move.isTop, move.contents, stamp: move.stamp)
        case (false, false): break
        }
        if isNoticed(move) { backlog.notice(move.id, stamp: move.stamp) }
    }

    private func entrance(for move: Move) -> EventKind {
        guard move.isTop, !move.isRelabelling, selection.includesDescendants, let place = move.after else {
            return .snapshot
        }
        return selection.selectsParent(of: move.id, at: place) ? .child : .snapshot
    }

    private func isNoticed(_ move: Move) -> Bool {
        guard move.isTop, !move.isRelabelling, !selection.includesDescendants, let place = move.after else {
            return false
        }
        return selection.selectsParent(of: move.id, at: place)
    }

    /// What to do with news of a node.
    package enum Hearing: Equatable, Sendable {
        /// The reader knows it already.
        case nothing
        /// Send its events now, and those of moments before: nothing else is owed that has to come first.
        case tellNow
        /// Send its events now; what was before is older than what the reader was shown.
        case tellLatest
        /// It is owed, and due then.
        case owed(due: UInt64)
    }

    /// A selected node changed.
    ///
    /// - Parameters:
    ///   - contents: what is news; less what the reader was shown already.
    ///   - stamp: of the oldest change in it; `newest`: of the newest.
    ///   - isBehind: the socket takes nothing now.
    package mutating func hear(
        _ contents: inout Contents,
        of id: ProgressID,
        stamp: UInt64,
        newest: UInt64,
        now: UInt64,
        isBehind: Bool
    ) -> Hearing {
        if newest <= began { return .nothing }
        let ahead = ahead.isEmpty ? nil : ahead.removeValue(forKey: id)
        // A finish is `progress`, then `state`, whatever was shown before.
        if let ahead, newest <= ahead.stamp, !contents.contains(.state) { contents.subtract(ahead.shown) }
        if contents.isEmpty { return .nothing }
        if contents.contains(.state), case .nodes = selection { mayHaveEnded = true }
        var due: UInt64 = 0
        if minimumInterval > 0 && !contents.contains(.state) { due = ownPace.next(of: id, interval: minimumInterval) }
        if due <= now { due = 0 }
        let mustWait = isBehind || due > 0 || owesReset || (!backlog.isEmpty && mustQueue(id))
        if !mustWait { return ahead == nil ? .tellNow : .tellLatest }
        backlog.add(contents, of: id, stamp: stamp, due: due)
        return .owed(due: due)
    }

    private func mustQueue(_ id: ProgressID) -> Bool { backlog.isUrgent || backlog.hasDebt(of: id) }

    /// Events that were to be told now, and were not: the reader fell behind.
    package mutating func owe(_ contents: Contents, of id: ProgressID, stamp: UInt64) {
        if !contents.isEmpty { backlog.add(contents, of: id, stamp: stamp) }
    }

    /// Too much went while the reader was behind: it is to forget all, and to get what there is.
    package var mustStartOver: Bool { backlog.removalCount > Self.removalLimit }

    // MARK: Telling

    /// Whether events may go straight to the reader.
    package var isCurrent: Bool { !backlog.isUrgent && !owesReset }

    package var owesNothing: Bool { backlog.isEmpty && !owesReset && unknownNames.isEmpty }

    package func showsProgress(of id: ProgressID) -> Bool { backlog.showsProgress(of: id) }

    package func owesEntrance(of id: ProgressID) -> Bool { backlog.owesEntrance(of: id) }

    /// The event that comes before all others: `reset`, then the unknown names.
    package mutating func nextPreface() -> StreamEvent? {
        if owesReset {
            owesReset = false
            return .reset
        }
        return unknownNames.popLast().map { .unknown($0) }
    }

    /// When it has something to send; nil: it owes nothing.
    package mutating func nextDue() -> UInt64? { owesReset || !unknownNames.isEmpty ? 0 : backlog.nextDue() }

    /// Nodes to look up for `next`, in the order in which they are to be told of.
    package mutating func due(at now: UInt64, limit: Int) -> [ProgressID] { backlog.due(at: now, limit: limit) }

    /// The next event of a node; nil when there is none left.
    ///
    /// - Parameter stamp: when it was looked at, where news of the node wait that were not heard of; 0 where these show
    ///   more than the look.
    package mutating func next(of id: ProgressID, _ look: Look, newsAsOf stamp: UInt64?, now: UInt64) -> StreamEvent? {
        let event = backlog.next(of: id, look)
        guard case .node(let kind, _)? = event else { return event }
        if kind != .child { noteSent(id, now: now) }
        if let stamp {
            let shown: Contents = kind == .progress ? .progress : [.snapshot, .progress]
            ahead[id] = (stamp, shown.union(ahead[id]?.shown ?? []))
        }
        return event
    }

    /// A node's counts were sent.
    package mutating func noteSent(_ id: ProgressID, now: UInt64) {
        if minimumInterval > 0 { ownPace.note(id, now: now, interval: minimumInterval) }
    }

    // MARK: Promising

    /// Up to where everything selected has been sent.
    ///
    /// - Parameters:
    ///   - taken: every change up to this stamp has been heard of.
    ///   - held: the oldest change that may concern this stream and is held back for anybody; nil: none is.
    package mutating func promise(taken: UInt64, held: UInt64?) -> UInt64 {
        if ahead.count > aheadLimit { forgetHeard(held: held ?? .max) }
        let unknown = unknownNames.isEmpty ? .max : unknownStamp
        let oldest = min(backlog.oldestStamp() ?? .max, held ?? .max, unknown)
        return min(taken, oldest == 0 ? 0 : oldest - 1)
    }

    /// News that waited for nodes that went with a top above them are never heard of.
    private mutating func forgetHeard(held: UInt64) {
        ahead = ahead.filter { $0.value.stamp >= held }
        aheadLimit = max(64, 2 * ahead.count)
    }

    // MARK: Ending

    /// Not all that is selected has ended.
    package mutating func goOn() { mayHaveEnded = false }

    /// It ends: nothing waits for its time any longer.
    package mutating func hurry() { backlog.hurry() }
}
