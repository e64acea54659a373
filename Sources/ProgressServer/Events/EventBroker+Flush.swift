import MicroHTTPD
import ProgressCore

extension EventBroker {
    /// A node at the moment of its announcement.
    struct Announcement: Sendable {
        /// The stamp of the node's newest change.
        var changeStamp: UInt64 = 0
        let id: ProgressID
        let kinds: Changes.Kinds
        let firstStamp: UInt64
        let isSummaryOnly: Bool
        /// The node at each change of its state but the last.
        var earlier: ArraySlice<ProgressSnapshot> = []
        /// Nil where the node is gone.
        var snapshot: ProgressSnapshot?
        /// Nodes at or above it whose subtrees this reactor's subscriptions watch.
        var tops: [ProgressID] = []
        /// Details of its root, for the filters of streams of roots.
        var rootDetails: DetailsBox?
        /// For a departure: what went, and from where.
        var departure: Changes.Departure?
        /// Whether the node of a departure is still there: it joined a parent, or was relabelled.
        var isLiving = true

        /// Nobody had heard of the node before. A root that was attached has `details` too: others have.
        var isArrival: Bool { Self.isArrival(kinds) }

        static func isArrival(_ kinds: Changes.Kinds) -> Bool {
            kinds.contains(.created) || (kinds.contains(.joined) && !kinds.contains(.details))
        }
    }

    /// Takes what changed and announces what is due.
    /// - Returns: when the next held change is due.
    func flush(_ slice: TimeSlice) -> UInt64 {
        repeat {
            let (departures, announcements) = collect()
            var undelivered = Self.suffixMinima(of: announcements)
            for departure in departures { announce(departure: departure, undelivered: undelivered.first ?? .max) }
            lapsed.removeAll()
            for announcement in announcements {
                undelivered.removeFirst()
                announce(announcement, undelivered: undelivered.first ?? .max)
            }
        } while nextHeldDue <= now && !slice.isOver
        if now >= nextForgetting {
            lastSent = lastSent.filter { $0.value + interval > now }
            nextForgetting = now + max(interval, 100_000_000)
        }
        return nextHeldDue
    }

    /// For each announcement, the oldest stamp among itself and those behind it.
    private static func suffixMinima(of announcements: [Announcement]) -> ArraySlice<UInt64> {
        var minima = announcements.map(\.firstStamp)
        for position in minima.indices.dropLast().reversed() {
            minima[position] = min(minima[position], minima[position + 1])
        }
        return minima[...]
    }

    /// How many nodes are announced, looked at and taken from the mailbox at once, so that a slice can end in between.
    private static let announcementsAtOnce = 32
    private static let looksAtOnce = 512
    private static let marksAtOnce = 2_048

    // MARK: Inside the gate

    /// Takes the marks and looks up everything that is due, in one entry, so that the sequence number fits both.
    private func collect() -> (departures: [Announcement], announcements: [Announcement]) {
        registry.enter(from: reactor) { registry in
            let marks = registry.mailboxes[reactor].take(most: Self.marksAtOnce)
            let untaken = registry.mailboxes[reactor].oldestStamp
            takenSequence = untaken.map { $0 - 1 } ?? registry.tree.sequence
            let departures = merge(marks, registry.tree)
            let due = now >= nextHeldDue ? takeDue(registry.tree) : []
            // What is left in the mailbox is looked at in this turn or the next.
            if untaken != nil { nextHeldDue = now }
            return (departures, due)
        }
    }

    /// As the marks came: a `child`, the snapshots below it, then what it changed above. Goes through all that is held
    /// before it begins anew.
    private func takeDue(_ tree: borrowing ProgressTree) -> [Announcement] {
        var due: [Announcement] = []
        let end = min(holdPosition + Self.looksAtOnce, holdQueue.count)
        while holdPosition < end && due.count < Self.announcementsAtOnce {
            let place = holdQueue[holdPosition]
            holdPosition += 1
            guard let entry = held[place.id], entry.order == place.order else { continue }
            guard entry.due <= now else {
                holdRest.append(place)
                holdRestDue = min(holdRestDue, entry.due)
                continue
            }
            held[place.id] = nil
            if tree.isLiving(place.id, at: entry.index) { due.append(announcement(of: place.id, entry, tree)) }
        }
        if holdPosition == holdQueue.count { finishRound() }
        return due
    }

    private func finishRound() {
        swap(&holdQueue, &holdRest)
        holdRest.removeAll(keepingCapacity: holdRest.count < 1_024)
        holdPosition = 0
        nextHeldDue = holdRestDue
        holdRestDue = .max
        // Between two rounds it may be older than it need be.
        oldestHeldStamp = .max
        for entry in held.values { oldestHeldStamp = min(oldestHeldStamp, entry.firstStamp) }
    }

    private func announcement(
        of id: ProgressID,
        _ entry: Held,
        _ tree: borrowing ProgressTree
    ) -> Announcement {
        var announcement = Announcement(
            id: id,
            kinds: entry.kinds,
            firstStamp: entry.firstStamp,
            isSummaryOnly: entry.isSummaryOnly
        )
        announcement.earlier = entry.moments.dropLast()
        locate(&announcement, at: entry.index, tree)
        announcement.snapshot = tree.snapshot(of: entry.index)
        announcement.changeStamp = tree.changeStamp(of: entry.index)
        return announcement
    }

    /// Adds marks to what is held; departures are looked up at once.
    private func merge(_ marks: [Mark], _ tree: borrowing ProgressTree) -> [Announcement] {
        var departures: [Announcement] = []
        var arrived: Set<ProgressID> = []
        for mark in marks {
            guard var departure = mark.departure else {
                if Announcement.isArrival(mark.kinds) { arrived.insert(mark.id) }
                hold(mark, tree)
                continue
            }
            if departure.kind == .removed || departure.kind == .removedBelow {
                // Its arrival still waits: most readers know nothing that a last moment could go on from.
                if let waiting = held.removeValue(forKey: mark.id), Announcement.isArrival(waiting.kinds) {
                    departure.last = nil
                }
                // It came and went between two turns: nobody has heard of it.
                if arrived.contains(mark.id) && byNode[mark.id] == nil { continue }
            }
            var announcement = Announcement(
                id: mark.id,
                kinds: [],
                firstStamp: mark.firstStamp,
                isSummaryOnly: false
            )
            announcement.departure = departure
            announcement.isLiving = (try? tree.find(mark.id)) != nil
            if let parentID = departure.parentID, let parent = try? tree.find(parentID) {
                locate(&announcement, at: parent, tree)
            } else if let index = try? tree.find(mark.id) {
                locate(&announcement, at: index, tree)
                announcement.snapshot = tree.snapshot(of: index)
            } else {
                announcement.rootDetails = departure.details
            }
            departures.append(announcement)
        }
        return departures
    }

    private func hold(_ mark: Mark, _ tree: borrowing ProgressTree) {
        let isUrgent = !mark.kinds.isDisjoint(with: [.state, .joined, .created])
        nextHeldDue = min(nextHeldDue, now)
        oldestHeldStamp = min(oldestHeldStamp, mark.firstStamp)
        let due = isUrgent ? now : max(now, (lastSent[mark.id] ?? 0) + interval)
        holdSummaries(above: mark, tree)
        holdCount += 1
        guard var entry = held[mark.id] else {
            held[mark.id] = Held(
                index: mark.index,
                kinds: mark.kinds,
                firstStamp: mark.firstStamp,
                due: due,
                moments: mark.moments,
                order: holdCount,
                isSummaryOnly: false
            )
            holdQueue.append((mark.id, holdCount))
            return
        }
        if !entry.isSummaryOnly { metrics.add(to: .merged) }
        // It may have been looked at in this round, and not have been due then.
        holdRestDue = min(holdRestDue, due)
        entry.kinds.formUnion(mark.kinds)
        entry.moments += mark.moments
        entry.index = mark.index
        entry.due = entry.isSummaryOnly ? due : min(entry.due, due)
        entry.firstStamp = min(entry.firstStamp, mark.firstStamp)
        entry.isSummaryOnly = false
        held[mark.id] = entry
    }

    /// Streams that carry a summary are told when something below their nodes changed, at the pace of those nodes.
    private func holdSummaries(above mark: Mark, _ tree: borrowing ProgressTree) {
        guard summaryCount > 0, tree.isLiving(mark.id, at: mark.index) else { return }
        var current = tree.parent(of: mark.index)
        while let index = current {
            let id = tree.id(of: index)
            let isRoot = tree.parent(of: index) == nil
            let isWanted =
                (bySubtree[id] ?? []).contains(where: \.wantsSummary)
                || (isRoot && rootSubscriptions.contains(where: \.wantsSummary))
            if isWanted && held[id] == nil {
                let due = max(now, (lastSent[id] ?? 0) + max(interval, 100_000_000))
                holdCount += 1
                held[id] = Held(
                    index: index,
                    kinds: .progress,
                    firstStamp: mark.firstStamp,
                    due: due,
                    order: holdCount,
                    isSummaryOnly: true
                )
                holdQueue.append((id, holdCount))
                nextHeldDue = min(nextHeldDue, due)
            }
            current = tree.parent(of: index)
        }
    }

    /// Finds the watched subtrees around a node, and its root.
    private func locate(_ announcement: inout Announcement, at index: NodeIndex, _ tree: borrowing ProgressTree) {
        if bySubtree.isEmpty && rootSubscriptions.isEmpty && waiters.isEmpty { return }
        var current: NodeIndex? = index
        var root = index
        while let one = current {
            if tree.isWatchedWithDescendants(one) { announcement.tops.append(tree.id(of: one)) }
            root = one
            current = tree.parent(of: one)
        }
        announcement.rootDetails = tree.details(of: root)
    }
}
