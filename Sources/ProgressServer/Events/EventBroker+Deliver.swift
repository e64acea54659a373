import MicroHTTPD
import ProgressCore

extension EventBroker {
    /// Sends a node's events to a subscription, or notes that it is owed them.
    ///
    /// - Parameter isOther: the event tells of a child to somebody who selects the parent alone.
    func deliver(
        _ kinds: OwedEvents.Kinds,
        _ snapshot: ProgressSnapshot,
        _ announcement: Announcement,
        to subscription: Subscription,
        _ undelivered: UInt64,
        isOther: Bool = false
    ) {
        if !isOther {
            if subscription.lastDelivery == deliveryCount { return }
            subscription.lastDelivery = deliveryCount
        }
        if subscription.isClosed || kinds.isEmpty { return }
        // What it began with shows this already.
        if announcement.changeStamp <= subscription.beganStamp && !announcement.isSummaryOnly { return }
        var kinds = kinds
        if kinds.contains(.child) { kinds.subtract([.snapshot, .progress]) }
        if kinds.contains(.state) { mayEnd(subscription) }

        let isUrgent = !kinds.isDisjoint(with: [.state, .child])
        var due: UInt64 = 0
        if subscription.minimumInterval > 0 && !isUrgent {
            due = (subscription.sentAt[snapshot.id] ?? 0) + subscription.minimumInterval
        }
        if due > now || !subscription.isKeepingUp {
            subscription.owed.add(
                kinds,
                of: snapshot.id,
                stamp: announcement.firstStamp,
                due: due,
                isNew: announcement.isArrival && !isOther
            )
            if subscription.socket.isBehind {
                metrics.add(to: .skipped)
            } else {
                rouse(subscription, at: due)
            }
            return
        }
        if !isOther && !isNews(announcement, kinds, to: subscription) {
            sendEarlier(announcement, to: subscription, undelivered)
        }
        if subscription.isKeepingUp {
            send(kinds, snapshot, to: subscription, firstStamp: announcement.firstStamp, undelivered)
        } else {
            subscription.owed.add(kinds, of: snapshot.id, stamp: announcement.firstStamp)
        }
    }

    /// Whether the reader hears of the node for the first time: then nothing may come before that.
    private func isNews(
        _ announcement: Announcement,
        _ kinds: OwedEvents.Kinds,
        to subscription: Subscription
    ) -> Bool {
        if announcement.isArrival { return true }
        // A root that was attached is new to who watches its parent, and known to who watches roots.
        guard kinds.contains(.child), case .nodes = subscription.selection else { return false }
        return byNode[announcement.id]?.contains { $0 === subscription } != true
    }

    /// States that came and went since the last turn: a reader that keeps up is told each of them.
    func sendEarlier(_ announcement: Announcement, to subscription: Subscription, _ undelivered: UInt64) {
        for moment in announcement.earlier where subscription.isKeepingUp {
            renderer.reset()
            let kinds: OwedEvents.Kinds = moment.isFinished ? [.progress, .state] : .state
            send(kinds, moment, to: subscription, firstStamp: announcement.firstStamp, undelivered, isLast: false)
        }
        if !announcement.earlier.isEmpty { renderer.reset() }
    }

    /// Writes the events of one node, in the order that a bar needs: a finish is `progress`, then `state`.
    ///
    /// - Parameter isLast: false where a newer moment of the node follows.
    func send(
        _ kinds: OwedEvents.Kinds,
        _ snapshot: ProgressSnapshot,
        to subscription: Subscription,
        firstStamp: UInt64,
        _ undelivered: UInt64,
        isLast: Bool = true
    ) {
        let summary = subscription.wantsSummary ? summary(of: snapshot) : nil
        var rest = kinds
        if subscription.minimumInterval > 0 { subscription.noteSent(snapshot.id, at: now) }
        for (kind, event) in Self.order where kinds.contains(kind) {
            rest.remove(kind)
            var promise = promise(for: subscription, undelivered: undelivered)
            if !rest.isEmpty || !isLast { promise = min(promise, firstStamp == 0 ? 0 : firstStamp - 1) }
            let frame = renderer.frame(event, snapshot, summary, subscription.language)
            switch transmit(event.event, frame, promise: promise, to: subscription) {
            case .sent: continue
            case .gone: return
            case .behind:
                if !rest.isEmpty { subscription.owed.add(rest, of: snapshot.id, stamp: firstStamp) }
                return
            }
        }
    }

    private static let order: [(OwedEvents.Kinds, FrameRenderer.Kind)] = [
        (.child, .child), (.snapshot, .snapshot), (.progress, .progress), (.state, .state),
    ]

    /// Sends a frame that others may get as well.
    private func transmit(
        _ event: StreamEvent,
        _ frame: [UInt8],
        promise: UInt64,
        to subscription: Subscription
    ) -> SendResult {
        guard subscription.socket.isChunked else { return transmit(event, id(promise), frame, to: subscription) }
        joined.join(frame, promise: promise) { id(promise) }
        subscription.lastSend = now
        metrics.sent(event)
        return subscription.socket.send(chunk: joined.chunk)
    }

    func transmit(
        _ event: StreamEvent,
        _ head: [UInt8],
        _ frame: [UInt8],
        to subscription: Subscription
    ) -> SendResult {
        subscription.lastSend = now
        metrics.sent(event)
        return subscription.socket.send(head, frame)
    }

    /// The summary of a node for streams: at most 100 ms old, 1 s for a large subtree.
    ///
    /// A large one that is in use is made anew in slices, half a second before it is too old; the first, and the first
    /// after a silence, are made at once.
    private func summary(of snapshot: ProgressSnapshot) -> ProgressSummary? {
        if let known = summaries[snapshot.id] {
            let count = known.summary.nodeCounts.reduce(0, +)
            if count > 10_000 && now < known.at + 1_000_000_000 {
                if now >= known.at + 500_000_000 { refreshSummary(of: snapshot.id) }
                return known.summary
            }
            if count > 100 && now < known.at + 100_000_000 { return known.summary }
        }
        let summary: ProgressSummary? = registry.enter(from: reactor) { registry in
            (try? registry.tree.find(snapshot.id)).map { registry.tree.summary(of: $0) }
        }
        if summaries.count > 1_024 { summaries = summaries.filter { now < $0.value.at + 1_000_000_000 } }
        if let summary { summaries[snapshot.id] = (now, summary) }
        return summary
    }

    private func refreshSummary(of id: ProgressID) {
        if summaryJobs[id] != nil { return }
        summaryJobs[id] = (now, SummaryJob(of: id, registry, reactor: reactor))
    }

    /// - Returns: now, if there is more to do.
    func refreshSummaries(_ slice: TimeSlice) -> UInt64 {
        for (id, (startedAt, job)) in summaryJobs {
            guard job.run(slice) else { return now }
            summaries[id] = job.summary.map { (startedAt, $0) }
            summaryJobs[id] = nil
        }
        return .max
    }
}
