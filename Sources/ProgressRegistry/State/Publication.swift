import ProgressCore
import ProgressStreams

/// One publication: sorts the changes of a mutation into the mailboxes of the reactors that watch them. Inside the gate.
struct Publication {
    private let registry: RegistryState
    /// The reactors whose mailboxes were empty and no longer are; one bit each.
    private(set) var woken: UInt64 = 0

    /// A change that touches more nodes than this leaves only their newest state.
    private static let momentLimit = 64
    /// If a change touches more nodes than this, its runs of touches are handed over as they are.
    private static let touchLimit = 1_024

    init(_ registry: RegistryState) { self.registry = registry }

    mutating func deliverChanges() {
        publishDepartures()
        publishMoments()
        publishTouches()
        for move in registry.tree.changes.nameMoves { publish(move) }
    }

    // MARK: Names

    private mutating func publish(_ name: Changes.NameMove) {
        // Readers that return get new nodes because of their stamps.
        if name.from != nil || !name.isOfNew { registry.departures.append(name) }
        guard let new = name.to else { return }
        let taken = NameChange(name.name, from: name.from)
        let readers = registry.watching.mask(of: taken)
        if readers == 0 { return }
        var move = Move(id: new, stamp: liveStamp(name.stamp), before: nil, after: nil)
        move.takenName = taken
        for number in Bits(readers) {
            noteMail(for: number)
            registry.mailboxes[number].add(move)
        }
    }

    // MARK: Departures

    private mutating func publishDepartures() {
        if registry.tree.changes.departures.isEmpty { return }
        // Watched progress below a removed top leaves before the top.
        let unheard = unheardIDs()
        for isBelow in [true, false] {
            for departure in registry.tree.changes.departures where (departure.kind == .removedBelow) == isBelow {
                if !unheard.contains(departure.id) { publish(departure) }
            }
        }
    }

    /// The ids that came and went in one change, so that no reader knows them.
    private func unheardIDs() -> Set<ProgressID> {
        var ids: Set<ProgressID> = []
        for touch in registry.tree.changes.touches where touch.isNew {
            if !registry.tree.forest.isLiving(touch.id, at: touch.index) { ids.insert(touch.id) }
        }
        return ids
    }

    private mutating func publish(_ departure: Changes.Departure) {
        if departure.isOfUnknown { return registry.departures.append(departure) }
        let index = try? registry.tree.find(departure.id)
        let here = index.map { place(of: $0) }
        var move = Move(id: departure.id, stamp: liveStamp(departure.stamp), before: TreePosition(), after: nil)
        move.place = departure.place
        var logged = departure
        switch departure.kind {
        case .removed:
            move.before =
                departure.parentID.map { place(below: $0, departure.rootDetails) }
                ?? TreePosition(rootDetails: departure.details)
        case .removedBelow:
            // Only streams that select it by id are notified.
            move.isTop = false
            move.before = TreePosition(parentID: departure.parentID, depth: .max)
        case .joined:
            move.before = TreePosition(
                rootDetails: departure.details,
                watchedTops: index.map { registry.topsWatched(at: $0) } ?? []
            )
            move.after = here
            logged.newDetails = here?.rootDetails
            move.contents = Contents(telling: kinds(of: departure)).intersection(.state)
        case .relabelled:
            move.before?.rootDetails = departure.details
            if let here {
                move.after = here
                // A later change may relabel it again, but only as a root, and has a departure for it.
                move.after?.rootDetails = departure.newDetails
            }
            move.isRelabeling = true
            // O(subtree), like opening such a stream. Streams without a filter show the tree before and after.
            if registry.watching.watchesRelabelings { move.below = registry.tree.forest.descendants(of: departure.id) }
        }
        move.last = departure.moments.flatMap { Contents.change(ofStateTo: $0).events(showing: $0) }
        if let last = departure.last {
            move.last += Contents(telling: last.kinds).events(showing: last.snapshot)
        }
        if departure.isRemoval { registry.watching.noteDeparture(of: departure.id) }
        registry.departures.append(logged)
        deliver(move)
    }

    /// The other kinds of change to a root that joined a parent.
    private func kinds(of departure: Changes.Departure) -> Changes.Kinds {
        if registry.tree.changes.adoptedAfter != nil { return departure.kinds }
        return registry.tree.changes.touches.first { $0.id == departure.id }?.kinds ?? []
    }

    // MARK: Adopted groups

    /// The stamp up to which less than this change is promised to present readers.
    private func liveStamp(_ stamp: UInt64) -> UInt64 { registry.tree.changes.adoptedAfter.map { $0 + 1 } ?? stamp }

    /// The states within an adopted group: readers that keep up get each one. If a node joined a parent, its move tells
    /// the last state, after the snapshot in the new place.
    private mutating func publishMoments() {
        guard let before = registry.tree.changes.adoptedAfter else { return }
        let moved = Set(registry.tree.changes.touches.lazy.filter { $0.kinds.isMove && !$0.isNew }.map(\.id))
        for moment in registry.tree.changes.moments where !moved.contains(moment.id) {
            let touch = Changes.Touch(id: moment.id, index: moment.index, kinds: .state, stamp: before + 1)
            for number in Bits(registry.watching.mask(of: touch, in: registry.tree.forest)) {
                noteMail(for: number)
                registry.mailboxes[number].add(touch, moment: moment.snapshot)
            }
        }
    }

    // MARK: Touches

    private mutating func publishTouches() {
        if registry.tree.changes.touches.count > Self.touchLimit { return publishRuns(registry.tree.changes.touches) }
        // Those of an adopted group are already published.
        let isOwn = registry.tree.changes.adoptedAfter == nil
        let keepsMoments = isOwn && registry.tree.changes.touches.count <= Self.momentLimit
        var top: TouchRun.Top?
        for touch in registry.tree.changes.touches where registry.tree.forest.isLiving(touch.id, at: touch.index) {
            guard touch.kinds.isMove else {
                let mask = registry.watching.mask(of: touch, in: registry.tree.forest)
                if mask == 0 { continue }
                let hasMoment = keepsMoments && touch.kinds.contains(.state)
                let moment = hasMoment ? registry.tree.snapshot(of: touch.index) : nil
                for number in Bits(mask) {
                    noteMail(for: number)
                    registry.mailboxes[number].add(touch, moment: moment)
                }
                continue
            }
            if touch.isOfTop {
                top = publish(top: touch)
            } else if let top {
                deliver(registry.move(of: touch, below: top))
            }
        }
    }

    /// A top that came, or joined a parent.
    private mutating func publish(top touch: Changes.Touch) -> TouchRun.Top {
        let here = place(of: touch.index)
        // An attached root is reported by its departure.
        if touch.isNew {
            var move = Move(id: touch.id, stamp: touch.stamp, before: nil, after: here)
            move.place = touch.index
            deliver(move)
        }
        return TouchRun.Top(
            id: touch.id,
            place: here,
            details: registry.tree.forest.details(of: touch.index)
        )
    }

    /// Like `publishTouches`, for a change of many nodes: the cost of each node is left to the reactors, which work in
    /// slices. Only the tops, which are few, are reported now, because they may have moved by then.
    private mutating func publishRuns(_ touches: [Changes.Touch]) {
        let readers = registry.watching.anyone
        if readers == 0 { return }
        var top: TouchRun.Top?
        var start = touches.startIndex
        while let position = touches[start...].firstIndex(where: \.isOfTop) {
            deliver(TouchRun(touches[start..<position], below: top), to: readers)
            start = position + 1
            let touch = touches[position]
            if registry.tree.forest.isLiving(touch.id, at: touch.index) { top = publish(top: touch) }
        }
        deliver(TouchRun(touches[start...], below: top), to: readers)
    }

    private mutating func deliver(_ run: TouchRun, to readers: UInt64) {
        if run.isEmpty { return }
        for number in Bits(readers) {
            noteMail(for: number)
            registry.mailboxes[number].add(run)
        }
    }

    private mutating func deliver(_ move: Move) {
        for number in Bits(registry.watching.mask(of: move)) {
            noteMail(for: number)
            registry.mailboxes[number].add(move)
        }
    }

    private mutating func noteMail(for number: Int) {
        if registry.mailboxes[number].isEmpty { woken |= 1 << UInt64(number) }
    }

    // MARK: Places

    private func place(of index: NodeIndex) -> TreePosition {
        var place = TreePosition(
            parentID: registry.tree.forest.parent(of: index).map { registry.tree.forest.id(of: $0) }
        )
        var current = index
        while true {
            if registry.watching.watchesSubtrees, registry.tree.forest.isWatchedWithDescendants(current) {
                place.watchedTops.append(registry.tree.forest.id(of: current))
            }
            guard let parent = registry.tree.forest.parent(of: current) else { break }
            place.depth += 1
            current = parent
        }
        place.rootDetails = registry.tree.forest.details(of: current)
        return place
    }

    /// The place of a progress that is gone, below a parent that is there or has a departure too.
    private func place(below parentID: ProgressID, _ rootDetails: DetailsBox?) -> TreePosition {
        var place = TreePosition(depth: 1)
        if let parent = try? registry.tree.find(parentID) {
            place = self.place(of: parent)
            place.depth += 1
        }
        place.parentID = parentID
        place.rootDetails = rootDetails
        return place
    }
}
