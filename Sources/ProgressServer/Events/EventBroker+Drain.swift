import MicroHTTPD
import ProgressCore

extension EventBroker {
    /// How many frames one subscription gets in one turn.
    private static let framesPerTurn = 64

    /// The subscription has something to send at `due`, or may have ended.
    func rouse(_ subscription: Subscription, at due: UInt64 = 0) {
        restless[ObjectIdentifier(subscription)] = subscription
        subscription.nextDrain = min(subscription.nextDrain, due)
    }

    /// Sends what subscriptions owe, and ends those whose selection has ended.
    ///
    /// Each gets its frames once before any gets them twice; what finds the slice over is served in the next turn.
    /// - Returns: when the next owed event is due.
    func drainRestless(_ slice: TimeSlice) -> UInt64 {
        var deadline = UInt64.max
        var settled: [ObjectIdentifier] = []
        var isOver = false
        for (key, subscription) in restless {
            if subscription.nextDrain <= now && subscription.drainRound != drainRound {
                subscription.drainRound = drainRound
                subscription.nextDrain = drain(subscription)
                isOver = slice.isOver
            }
            if subscription.nextDrain == .max { settled.append(key) }
            deadline = min(deadline, subscription.nextDrain)
            if isOver { break }
        }
        // Not while they are walked through, which would copy them all.
        for key in settled { restless[key] = nil }
        if isOver { return now }
        drainRound += 1
        return deadline
    }

    /// - Returns: when it wants to be drained again; `.max`: not before something happens.
    private func drain(_ subscription: Subscription) -> UInt64 {
        if subscription.isClosed || subscription.socket.isBehind { return .max }
        if subscription.owesReset {
            subscription.owesReset = false
            let head = id(promise(for: subscription))
            if transmit(.reset, head, FrameRenderer.reset, to: subscription) != .sent { return .max }
        }
        while let name = subscription.unknownNames.popLast() {
            let frame = FrameRenderer.removed(name, isDeselected: false)
            if transmit(.removed, id(promise(for: subscription)), frame, to: subscription) != .sent { return .max }
        }
        let taken = subscription.owed.takeDue(at: now, limit: Self.framesPerTurn)
        for (position, (id, entry)) in taken.enumerated() {
            let rest = taken[(position + 1)...]
            send(entry, of: id, to: subscription, undelivered: rest.lazy.map(\.entry.firstStamp).min() ?? .max)
            guard subscription.isClosed || subscription.socket.isBehind else { continue }
            for (id, entry) in rest { subscription.owed.restore(entry, of: id) }
            return .max
        }
        if taken.count == Self.framesPerTurn { return now }
        if let due = subscription.owed.nextDue { return due }
        return subscription.mayHaveEnded ? endIfOver(subscription) : .max
    }

    private func send(
        _ entry: OwedEvents.Entry,
        of id: ProgressID,
        to subscription: Subscription,
        undelivered: UInt64
    ) {
        var kinds = entry.kinds
        let snapshot: ProgressSnapshot? = registry.enter(from: reactor) { registry in
            (try? registry.tree.find(id)).map { registry.tree.snapshot(of: $0) }
        }
        // Gone meanwhile: its top was told, unless it joined what went and the reader knew it before.
        if snapshot == nil && kinds.contains(.child) && !entry.isNew { kinds = .removed }
        // Its own departure may still be in the mailbox, with a last moment that means nothing to this reader.
        if snapshot == nil && entry.kinds.isArrival {
            lapsed[ObjectIdentifier(subscription), default: [:]][id] = entry.isNew || kinds == .removed
        }
        if kinds.contains(.removed) {
            let frame = FrameRenderer.removed(id.description, isDeselected: kinds.contains(.deselected))
            let head = self.id(promise(for: subscription, undelivered: undelivered))
            _ = transmit(.removed, head, frame, to: subscription)
            return
        }
        guard let snapshot else { return }
        renderer.reset()
        send(kinds, snapshot, to: subscription, firstStamp: entry.firstStamp, undelivered)
    }

    // MARK: The end

    func mayEnd(_ subscription: Subscription) {
        guard case .nodes = subscription.selection else { return }
        subscription.mayHaveEnded = true
        rouse(subscription)
    }

    /// Ends a stream whose nodes have all ended, once nothing of them is held back.
    private func endIfOver(_ subscription: Subscription) -> UInt64 {
        guard case .nodes(let named, let descendants) = subscription.selection else { return .max }
        let selection = subscription.selection
        let (isOver, unsent) = registry.enter(from: reactor) { registry in
            let isOver = named.allSatisfy { one in
                guard let id = one.id, let index = try? registry.tree.find(id) else { return true }
                return registry.tree.isEnded(index)
            }
            let concerns = { (id: ProgressID) -> Bool in
                if named.contains(where: { $0.id == id }) { return true }
                guard descendants, let index = try? registry.tree.find(id) else { return false }
                return registry.isSelected(index, by: selection)
            }
            let hasMail =
                isOver
                && registry.mailboxes[reactor].waiting.contains { mark in
                    concerns(mark.id) || mark.departure?.parentID.map(concerns) ?? false
                }
            return (isOver, (hasMail: hasMail, held: isOver ? held.keys.filter(concerns) : []))
        }
        guard isOver else {
            subscription.mayHaveEnded = false
            return .max
        }
        if unsent.hasMail || !unsent.held.isEmpty {
            for id in unsent.held { held[id]?.due = now }
            nextHeldDue = min(nextHeldDue, now)
            holdRestDue = min(holdRestDue, now)
            return now
        }
        _ = transmit(.end, id(takenSequence), FrameRenderer.end, to: subscription)
        subscription.socket.finish()
        close(subscription)
        return .max
    }
}
