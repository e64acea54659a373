import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressStreams

/// From the debts of subscriptions to their sockets.
extension EventBroker {
    /// Nodes looked up for one stream at a time.
    private static let looksAtOnce = 64
    /// If the pace holds back more nodes, none of them is looked up.
    private static let newsSearched = 1_024
    /// Nodes that a walk tells at a time; few, so that streams which began together stay near each other, and share what is
    /// rendered.
    private static let pageCount = 16

    /// Sends the debts that are due, and ends streams whose whole selection has ended.
    func drainStreams(_ slice: TimeSlice) {
        if drains.nextDue > now { return }
        let streams = drains.due(at: now)
        outbox.reset()
        var isOver = false
        for stream in streams {
            if isOver { return drains.endRound(isComplete: false, now: now) }
            drains.served(stream, next: drain(stream, slice))
            isOver = slice.isOver
        }
        drains.endRound(isComplete: true, now: now)
    }

    /// - Returns: when to drain it again; nil waits for the next event or a writable socket.
    private func drain(_ stream: OpenStream, _ slice: TimeSlice) -> UInt64? {
        if stream.isClosed || stream.socket.isBehind { return nil }
        while let start = stream.subscription.nextStartEvent() { gather(start, for: stream) }
        if let synced = stream.subscription.nextSynced() { gather(synced, for: stream) }
        if outbox.sendGathered(to: stream) != .sent { return nil }
        let isWalking = stream.subscription.isWalking
        let ids = stream.subscription.due(at: now, limit: isWalking ? Self.pageCount : Self.looksAtOnce)
        if ids.isEmpty && !isWalking {
            return stream.subscription.mayHaveEnded ? endIfOver(stream, slice) : stream.subscription.nextDue()
        }
        let time = now
        guard let looks = look(slice, { $0.looks(of: ids, for: stream, page: Self.pageCount, now: time) }) else {
            return now
        }
        let taken = inbox.taken
        for (id, look, leaves) in looks {
            if stream.wantsSummary { outbox.reset() }
            // Waiting news with a summary may show more than this look, so it is always told.
            let news = pace.oldestStamp(of: id) == nil ? nil : stream.wantsSummary ? 0 : taken
            while let event = stream.subscription.next(of: id, look, untilGone: leaves, newsAsOf: news, now: now) {
                gather(event, for: stream)
                if outbox.hasGatheredMuch, outbox.sendGathered(to: stream) != .sent { return nil }
            }
            if let synced = stream.subscription.nextSynced() { gather(synced, for: stream) }
            // One node may have texts of a megabyte. The others stay owed.
            if slice.isOver { break }
        }
        return outbox.sendGathered(to: stream) == .sent ? now : nil
    }

    // MARK: Sending

    /// Adds an event to what `sendGathered` sends: many events of one stream take one call of the kernel.
    func gather(_ event: StreamEvent, for stream: OpenStream) {
        var summary: ProgressSummary?
        if stream.wantsSummary, case .node(_, let snapshot) = event {
            summary = summaries.summary(of: snapshot.id, forAll: false, now: now)
        }
        outbox.gather(event, summary, promise: promise(for: stream), for: stream, now: now)
    }

    func promise(for stream: OpenStream) -> UInt64 {
        let held = stream.singleNode.map { pace.oldestStamp(of: $0) } ?? pace.oldestStamp()
        return stream.promise(
            taken: inbox.taken,
            held: held,
            hidden: stream.wantsSummary ? summaries.oldestStamp : nil
        )
    }

    // MARK: The end

    /// Ends a stream when its whole selection has ended and neither pace, backlog nor summaries hold news back.
    private func endIfOver(_ stream: OpenStream, _ slice: TimeSlice) -> UInt64? {
        let selection = stream.selection
        guard case .nodes(let named, let descendants) = selection else { return stream.subscription.nextDue() }
        guard let hasEnded = look(slice, { $0.hasEnded(named, descendants: descendants) }) else { return now }
        guard hasEnded else {
            stream.subscription.noteStillActive()
            return stream.subscription.nextDue()
        }
        var concerned: [ProgressID] = []
        if descendants && pace.count > Self.newsSearched {
            guard let isConcerned = mayHoldNews(of: named, slice) else { return now }
            // By then it is told.
            if isConcerned { return max(min(pace.nextDue() ?? now, now + 100_000_000), now + 1_000_000) }
        } else {
            guard let held = newsHeld(of: selection, named, descendants: descendants, slice) else { return now }
            concerned = held
        }
        if !concerned.isEmpty || !stream.subscription.owesNothing {
            for id in concerned { pace.makeDue(id, now: now) }
            stream.subscription.makeAllDue()
            return now
        }
        // News that an outdated summary still hides comes first.
        let isHiding = stream.wantsSummary && named.contains { $0.id.map { summaries.isOwed($0) } ?? false }
        if isHiding { return now + 10_000_000 }
        gather(.end, for: stream)
        _ = outbox.sendGathered(to: stream)
        stream.socket.finish()
        close(stream)
        return nil
    }

    /// Whether the pace may hold back news of nodes below `named`; if not, none of them has changed since the oldest
    /// change that it holds back.
    /// - Returns: nil if the slice is over.
    private func mayHoldNews(of named: [Selection.Named], _ slice: TimeSlice) -> Bool? {
        guard let oldest = pace.oldestStamp() else { return false }
        return look(slice) { registry in
            named.contains { one in
                guard let index = one.id.flatMap({ try? registry.tree.find($0) }) else { return false }
                return registry.tree.forest.subtreeStamp(of: index) >= oldest
            }
        }
    }

    /// The selected nodes whose news the pace holds back. In a look of its own: the pace hears what a look collects only
    /// after it, and what has ended may have ended a moment ago.
    /// - Returns: nil if the slice is over.
    private func newsHeld(
        of selection: Selection,
        _ named: [Selection.Named],
        descendants: Bool,
        _ slice: TimeSlice
    ) -> [ProgressID]? {
        if !descendants { return named.compactMap(\.id).filter { pace.oldestStamp(of: $0) != nil } }
        return look(slice) { registry in
            pace.ids.filter { id in
                (try? registry.tree.find(id)).map { registry.tree.forest.isSelected($0, by: selection) } ?? false
            }
        }
    }

    // MARK: Summaries

    /// - Returns: when to run again.
    func refreshSummaries(_ slice: TimeSlice) -> UInt64 {
        if !summaries.isBusy { return .max }
        if audience.summaryCount == 0 {
            summaries.removeAll()
            return .max
        }
        let (made, next) = summaries.refresh(slice, now: now)
        for (id, stamp) in made { pace.holdSummary(of: id, stamps: stamp...max(stamp, inbox.taken), now: now) }
        return made.isEmpty ? next : now
    }
}

/// A node as it is now; if it `leaves`, only its removal is told.
typealias DrainLook = (id: ProgressID, look: NodeView, leaves: Bool)

extension RegistryState {
    /// - Parameters:
    ///   - ids: nodes that are owed and due.
    ///   - page: how many nodes a walk adds to them.
    fileprivate func looks(of ids: [ProgressID], for stream: OpenStream, page: Int, now: UInt64) -> [DrainLook] {
        _ = stream.subscription.withCursor { stream.hold.walk?.leaveLost(stream.selection, &$0, in: self) }
        let ids = owed(ids, to: stream) + walkOn(stream, page, now: now)
        let looks = looks(of: ids, by: stream.selection) {
            stream.subscription.owesDeparture(of: $0)
        } owesEntrance: {
            stream.subscription.owesEntrance(of: $0)
        }
        dropNotices(of: looks, to: stream)
        return looks
    }

    /// Those of `ids` that the walk has passed. It will tell those ahead, unless the reader has one in another place:
    /// that one comes now, after what is above it.
    private func owed(_ ids: [ProgressID], to stream: OpenStream) -> [ProgressID] {
        guard stream.subscription.isWalking else { return ids }
        return ids.filter { id in
            guard let index = try? tree.find(id) else { return true }
            guard !stream.subscription.owesDeparture(of: id), !stream.subscription.isIntroduced(id),
                isSelectedAhead(index, of: stream)
            else { return true }
            if stream.subscription.isElsewhere(id) {
                introduce(above: index, to: stream)
                return true
            }
            stream.subscription.passOver(id)
            return false
        }
    }

    /// Drops notices of nodes that joined a parent which is shown alone, if the walk has yet to tell that parent.
    private func dropNotices(of looks: [DrainLook], to stream: OpenStream) {
        guard stream.subscription.isWalking, !stream.selection.includesDescendants else { return }
        for (id, _, _) in looks {
            guard let index = try? tree.find(id), let parent = tree.forest.parent(of: index),
                isSelectedAhead(parent, of: stream)
            else { continue }
            stream.subscription.dropNotice(of: id)
        }
    }

    private func isSelectedAhead(_ index: NodeIndex, of stream: OpenStream) -> Bool {
        guard tree.forest.isSelected(index, by: stream.selection) else { return false }
        return stream.subscription.withCursor { cursor in
            stream.hold.walk?.isAhead(index, of: stream.selection, cursor, in: self) ?? false
        } ?? false
    }

    private func introduce(above index: NodeIndex, to stream: OpenStream) {
        var current = index
        while let parent = tree.forest.parent(of: current), isSelectedAhead(parent, of: stream) {
            stream.subscription.introduce(tree.forest.id(of: parent), at: parent)
            current = parent
        }
    }

    /// Continues the walk of a stream, once its reader knows what it lost.
    private func walkOn(_ stream: OpenStream, _ count: Int, now: UInt64) -> [ProgressID] {
        guard stream.subscription.isWalking, stream.subscription.removalCount == 0, var walk = stream.hold.walk else {
            return []
        }
        let part = stream.subscription.withCursor { cursor in
            walk.next(count, of: stream.selection, showsSummary: stream.wantsSummary, &cursor, in: self)
        }
        stream.hold.walk = walk
        guard let part else { return [] }
        for visit in part.found { stream.subscription.introduce(visit.id, at: visit.index) }
        if part.isOver {
            stream.hold.walk?.end(in: self)
            stream.hold.walk = nil
            stream.subscription.endWalk(now: now)
        }
        return part.found.map(\.id)
    }

    /// Nodes as they are now: those that left, whether or not they are back, then each of the others after its ancestors
    /// that the reader does not know yet.
    func looks(
        of ids: [ProgressID],
        by selection: Selection,
        owesDeparture: (ProgressID) -> Bool,
        owesEntrance: (ProgressID) -> Bool
    ) -> [DrainLook] {
        var looks: [DrainLook] = []
        var seen: Set<ProgressID> = []
        var left: Set<ProgressID> = []
        for id in ids {
            let leaves = owesDeparture(id)
            if leaves ? !left.insert(id).inserted : !seen.insert(id).inserted { continue }
            guard let index = try? tree.find(id) else {
                looks.append((id, .gone, leaves))
                continue
            }
            var path = [index]
            var current = index
            while !leaves, let parent = tree.forest.parent(of: current), owesEntrance(tree.forest.id(of: parent)),
                seen.insert(tree.forest.id(of: parent)).inserted
            {
                path.append(parent)
                current = parent
            }
            for index in path.reversed() {
                looks.append((tree.forest.id(of: index), look(at: index, by: selection), leaves))
            }
        }
        return looks
    }

    private func look(at index: NodeIndex, by selection: Selection) -> NodeView {
        NodeView(
            snapshot: tree.snapshot(of: index),
            isSelected: tree.forest.isSelected(index, by: selection),
            isParentSelected: tree.forest.parent(of: index).map { tree.forest.isSelected($0, by: selection) } ?? false,
            place: index
        )
    }
}
