import MicroHTTPD
import ProgressCore

extension EventBroker {
    /// How many removals a subscription may owe before it is told to forget all and gets snapshots instead.
    private static let removalLimit = 4_096

    func announce(departure announcement: Announcement, undelivered: UInt64) {
        guard let departure = announcement.departure else { return }
        deliveryCount += 1
        renderer.reset()
        wakeWaiters(announcement)
        switch departure.kind {
        case .removed, .removedBelow:
            let isRoot = departure.parentID == nil
            for subscription in byNode[departure.id] ?? [] { remove(departure, from: subscription, undelivered) }
            if departure.kind == .removedBelow { return }
            for top in announcement.tops {
                for subscription in bySubtree[top] ?? [] where subscription.selection.includesDescendants {
                    remove(departure, from: subscription, undelivered)
                }
            }
            for subscription in rootSubscriptions {
                guard case .roots(let filter, let descendants) = subscription.selection, isRoot || descendants,
                    filter.matches(isRoot ? departure.details : announcement.rootDetails)
                else { continue }
                remove(departure, from: subscription, undelivered)
            }
        case .joined: deselect(joined: departure, announcement, undelivered)
        case .relabelled: reselect(relabelled: departure, announcement, undelivered)
        }
    }

    /// A removal, after the last moment of a node that vanished as it finished.
    private func remove(_ departure: Changes.Departure, from subscription: Subscription, _ undelivered: UInt64) {
        if subscription.lastDelivery == deliveryCount || subscription.isClosed { return }
        subscription.lastDelivery = deliveryCount
        if departure.stamp <= subscription.beganStamp { return }
        mayEnd(subscription)
        let lapse = lapsed[ObjectIdentifier(subscription)]?[departure.id]
        if lapse == true { return }
        if lapse == nil, let last = departure.last, subscription.isKeepingUp {
            let kinds = Self.events(for: last.kinds)
            send(kinds, last.snapshot, to: subscription, firstStamp: departure.stamp, undelivered)
        }
        tell(departure.id, [.removed], stamp: departure.stamp, to: subscription, undelivered)
    }

    /// A root that joined a parent leaves the streams of roots, unless it stays selected through its new root.
    private func deselect(joined departure: Changes.Departure, _ announcement: Announcement, _ undelivered: UInt64) {
        for subscription in rootSubscriptions where departure.stamp > subscription.beganStamp {
            guard case .roots(let filter, let descendants) = subscription.selection, filter.matches(departure.details)
            else { continue }
            guard announcement.isLiving else {
                tell(departure.id, .removed, stamp: departure.stamp, to: subscription, undelivered)
                continue
            }
            if descendants && filter.matches(announcement.rootDetails) { continue }
            tell(departure.id, [.removed, .deselected], stamp: departure.stamp, to: subscription, undelivered)
        }
    }

    /// A root with other labels leaves some streams of roots and comes into others.
    private func reselect(relabelled departure: Changes.Departure, _ announcement: Announcement, _ undelivered: UInt64)
    {
        for subscription in rootSubscriptions where departure.stamp > subscription.beganStamp {
            guard case .roots(let filter, let descendants) = subscription.selection else { continue }
            let isSelected = announcement.snapshot != nil && filter.matches(announcement.rootDetails)
            switch (filter.matches(departure.details), isSelected) {
            case (true, false):
                tell(departure.id, [.removed, .deselected], stamp: departure.stamp, to: subscription, undelivered)
            case (false, true):
                let added = registry.enter(from: reactor) { registry in
                    registry.subtree(of: departure.id, descendants: descendants)
                }
                for id in added { subscription.owed.add(.snapshot, of: id, stamp: departure.stamp, isNew: true) }
                rouse(subscription)
            default: break
            }
        }
    }

    private func tell(
        _ id: ProgressID,
        _ kinds: OwedEvents.Kinds,
        stamp: UInt64,
        to subscription: Subscription,
        _ undelivered: UInt64
    ) {
        if subscription.isKeepingUp {
            let frame = FrameRenderer.removed(id.description, isDeselected: kinds.contains(.deselected))
            let head = self.id(promise(for: subscription, undelivered: undelivered))
            _ = transmit(.removed, head, frame, to: subscription)
            return
        }
        subscription.owed.add(kinds, of: id, stamp: stamp)
        rouse(subscription)
        if subscription.owed.removalCount > Self.removalLimit { startAnew(subscription) }
    }

    /// Too much went while the reader was behind: it forgets all and gets what there is.
    private func startAnew(_ subscription: Subscription) {
        metrics.add(to: .resets)
        subscription.owed.removeAll()
        subscription.owesReset = true
        registry.enter(from: reactor) { registry in
            registry.oweAll(to: subscription, after: 0)
        }
    }
}
