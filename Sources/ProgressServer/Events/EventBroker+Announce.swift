import MicroHTTPD
import ProgressCore

extension EventBroker {
    func announce(_ announcement: Announcement, undelivered: UInt64) {
        guard let snapshot = announcement.snapshot else { return }
        deliveryCount += 1
        renderer.reset()
        wakeWaiters(announcement)
        if !announcement.kinds.isDisjoint(with: [.progress, .details]) { lastSent[announcement.id] = now }

        let own = Self.events(for: announcement.kinds)
        if own == .progress && announcement.earlier.isEmpty && !announcement.isSummaryOnly {
            deliverProgress(snapshot, announcement, undelivered)
        } else if !own.isEmpty || announcement.isSummaryOnly {
            for subscription in byNode[announcement.id] ?? [] where wants(subscription, announcement) {
                deliver(own, snapshot, announcement, to: subscription, undelivered)
            }
        }
        let arrival: OwedEvents.Kinds =
            announcement.kinds.contains(.joined) ? [.child] : announcement.kinds.contains(.created) ? [.snapshot] : []
        for top in announcement.tops {
            for subscription in bySubtree[top] ?? [] where subscription.selection.includesDescendants {
                if !wants(subscription, announcement) { continue }
                let kinds = top == announcement.id ? own : arrival.union(own)
                deliver(kinds, snapshot, announcement, to: subscription, undelivered)
            }
        }
        if announcement.kinds.contains(.joined), let parent = snapshot.parentID {
            for subscription in byNode[parent] ?? [] where !subscription.selection.includesDescendants {
                deliver(arrival, snapshot, announcement, to: subscription, undelivered, isOther: true)
            }
        }
        announceToRoots(announcement, snapshot, own, arrival, undelivered)
    }

    /// The usual case: only counts have changed. Whoever rests would owe what it owes.
    private func deliverProgress(_ snapshot: ProgressSnapshot, _ announcement: Announcement, _ undelivered: UInt64) {
        guard let list = byNode[announcement.id] else { return }
        metrics.add(list.restingCount, to: .skipped)
        var tired: [Subscription] = []
        for subscription in list.awake {
            deliver(.progress, snapshot, announcement, to: subscription, undelivered)
            if subscription.socket.isBehind && subscription.owed.showsProgress(of: announcement.id) {
                tired.append(subscription)
            }
        }
        for subscription in tired {
            subscription.isResting = true
            byNode[announcement.id]?.rest(subscription)
        }
    }

    func wants(_ subscription: Subscription, _ announcement: Announcement) -> Bool {
        !announcement.isSummaryOnly || subscription.wantsSummary
    }

    private func announceToRoots(
        _ announcement: Announcement,
        _ snapshot: ProgressSnapshot,
        _ own: OwedEvents.Kinds,
        _ arrival: OwedEvents.Kinds,
        _ undelivered: UInt64
    ) {
        for subscription in rootSubscriptions where wants(subscription, announcement) {
            guard case .roots(let filter, let descendants) = subscription.selection,
                filter.matches(announcement.rootDetails)
            else { continue }
            if snapshot.depth == 0 || descendants {
                deliver(arrival.union(own), snapshot, announcement, to: subscription, undelivered)
            } else if snapshot.depth == 1 && announcement.kinds.contains(.joined) {
                deliver(arrival, snapshot, announcement, to: subscription, undelivered, isOther: true)
            }
        }
    }

    /// The events that tell a change to somebody who selects the node.
    static func events(for kinds: Changes.Kinds) -> OwedEvents.Kinds {
        var events: OwedEvents.Kinds = []
        if kinds.contains(.details) {
            events.insert(.snapshot)
        } else if kinds.contains(.progress) {
            events.insert(.progress)
        }
        if kinds.contains(.state) { events.insert(.state) }
        return events
    }
}
