package import ProgressCore

/// From moves, names and news to what is owed.
extension Subscription {
    /// Hears that a node came, left or moved.
    ///
    /// - Parameters:
    ///   - keepsUp: whether the reader also gets the last states of a node that left.
    ///   - isBelow: whether a node is below the one that moved.
    package mutating func apply(_ move: Move, keepsUp: Bool, isBelow: (ProgressID) -> Bool) {
        if move.stamp <= began { return }
        defer { noteDebts() }
        let wasSelected = move.before.map { selection.selects(move.id, at: $0, stamp: move.stamp) } ?? false
        let isSelected = move.after.map { selection.selects(move.id, at: $0, stamp: move.stamp) } ?? false
        let event = entrance(for: move)
        if wasSelected { noteEnding() }
        switch (wasSelected, isSelected) {
        case (false, true):
            if move.isRelabeling { loseDisplaced(at: move.stamp, where: isBelow) }
            enter(move, as: event)
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

    /// Nodes that the reader has elsewhere were not selected for a while, nor was anything below them there.
    private mutating func loseDisplaced(at stamp: UInt64, where isBelow: (ProgressID) -> Bool) {
        for id in backlog.displaced where isBelow(id) { backlog.enter(id, as: .snapshot, stamp: stamp) }
    }

    private mutating func leave(_ move: Move, keepsUp: Bool) {
        ownPace.forget(move.id)
        let isAhead = ahead.take(move.id) != nil
        let mayBeKnown = cursor?.mayKnow(move.id, at: move.place) ?? true
        cursor?.forget(move.id, at: move.place)
        lose(move.id)
        if !mayBeKnown && !backlog.hasDebt(of: move.id) { return }
        let last = keepsUp && !start.owesReset ? (isAhead ? [] : move.earlier) + move.last : []
        // A node that is selected by itself is known without its parent.
        let parentID = selection.names(move.id) ? nil : move.before?.parentID
        backlog.leave(move.id, below: parentID, last: last, stamp: move.stamp)
    }

    /// The walk does not continue below a top that the reader has lost, or that it meets again, and what it has come to
    /// there is no longer introduced: something above it may have to come first.
    private mutating func lose(_ id: ProgressID) {
        if cursor == nil { return }
        cursor?.lost.insert(id)
        backlog.turnPage()
    }

    private mutating func retell(_ move: Move, as event: EventKind) {
        // The reader may have a node that is selected by itself without its parent, too.
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
        for top in handover.tops { lose(top) }
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
        /// Like `tellNow`, without the earlier states: the reader has seen newer ones.
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
}
