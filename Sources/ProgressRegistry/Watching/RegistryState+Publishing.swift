import ProgressCore
import ProgressStreams

/// What a mutation touched goes to the reactors that watch it. Inside the gate.
extension RegistryState {
    /// A change that touches more nodes than this leaves only their newest state.
    private static let momentLimit = 64

    /// Hands what the last mutation touched to the reactors that watch it, and wakes them.
    ///
    /// After each mutation, or some that only remove: where a node was and is can be told at that moment only.
    func publish(from reactor: Int?) {
        if let next = tree.nextDeadline, next < armedDeadline {
            armedDeadline = next
            requestReaping()
        }
        if tree.hasPendingRemovals && !isFreeing {
            isFreeing = true
            requestReaping()
        }
        if tree.changes.isEmpty { return }
        var woken: UInt64 = 0
        publishDepartures(&woken)
        publishTouches(&woken)
        tree.changes.removeAll()
        for number in Bits(woken) where number != reactor { mailboxes[number].wake() }
    }

    // MARK: Departures

    private func publishDepartures(_ woken: inout UInt64) {
        if tree.changes.departures.isEmpty { return }
        // What is named below a removed top is told before it.
        for departure in tree.changes.departures where departure.kind == .removedBelow { publish(departure, &woken) }
        let unknown = unknownNodes()
        for departure in tree.changes.departures where departure.kind != .removedBelow {
            // It came and went in one change: nobody has heard of it.
            if !unknown.contains(departure.id) { publish(departure, &woken) }
        }
    }

    private func unknownNodes() -> Set<ProgressID> {
        var ids: Set<ProgressID> = []
        for touch in tree.changes.touches where touch.isNew && !tree.isLiving(touch.id, at: touch.index) {
            ids.insert(touch.id)
        }
        return ids
    }

    private func publish(_ departure: Changes.Departure, _ woken: inout UInt64) {
        let index = try? tree.find(departure.id)
        let here = index.map { place(of: $0) }
        var move = Move(id: departure.id, stamp: departure.stamp, before: Place(), after: nil)
        var logged = departure
        switch departure.kind {
        case .removed:
            move.before =
                departure.parentID.map { place(below: $0, departure.rootDetails) }
                ?? Place(rootDetails: departure.details)
        case .removedBelow:
            // Selected by its id, or not to be mentioned.
            move.isTop = false
            move.before = Place(parentID: departure.parentID, depth: .max)
        case .joined:
            move.before = Place(rootDetails: departure.details, watchedTops: index.map { topsWatched(at: $0) } ?? [])
            move.after = here
            logged.newDetails = here?.rootDetails
            let touch = tree.changes.touches.first { $0.id == departure.id }
            move.contents = Contents(telling: touch?.kinds ?? []).intersection(.state)
        case .relabelled:
            move.before?.rootDetails = departure.details
            if let here {
                move.after = here
                // It may have been relabelled again, but as a root only: later departures say so.
                move.after?.rootDetails = departure.newDetails
            }
            move.isRelabeling = true
            // O(subtree), as the opening of such a stream; a stream without a filter selects the tree before and after.
            if relabelingWatchCount > 0 { move.below = descendants(of: departure.id) }
        }
        if let last = departure.last {
            move.last = Contents(telling: last.kinds).events(showing: last.snapshot)
        }
        if departure.isRemoval { watches[departure.id]?.awaitsDeparture = false }
        departures.append(logged)
        deliver(move, &woken)
    }

    // MARK: Touches

    private func publishTouches(_ woken: inout UInt64) {
        let keepsMoments = tree.changes.touches.count <= Self.momentLimit
        var top: (id: ProgressID, place: Place)?
        for touch in tree.changes.touches where tree.isLiving(touch.id, at: touch.index) {
            guard touch.kinds.isMove else {
                let mask = mask(of: touch)
                if mask == 0 { continue }
                let hasMoment = keepsMoments && touch.kinds.contains(.state)
                let moment = hasMoment ? tree.snapshot(of: touch.index) : nil
                for number in Bits(mask) {
                    noteMail(for: number, &woken)
                    mailboxes[number].add(touch, moment: moment)
                }
                continue
            }
            publish(move: touch, below: &top, &woken)
        }
    }

    /// - Parameter top: the top of what came or moved last; what is below it follows.
    private func publish(
        move touch: Changes.Touch,
        below top: inout (id: ProgressID, place: Place)?,
        _ woken: inout UInt64
    ) {
        let parentID = tree.parent(of: touch.index).map { tree.id(of: $0) }
        if touch.kinds.isDisjoint(with: [.createdBelow, .moved]) {
            let here = place(of: touch.index)
            top = (touch.id, here)
            // An attached root is told by its departure.
            if !touch.isNew { return }
            return deliver(Move(id: touch.id, stamp: touch.stamp, before: nil, after: here), &woken)
        }
        guard let top else { return }
        var after = top.place
        after.parentID = parentID
        after.depth += 2
        var before: Place?
        if touch.kinds.contains(.moved) {
            let watched = topsWatched(at: touch.index, upTo: top.id)
            let details = (try? tree.find(top.id)).flatMap { tree.details(of: $0) }
            before = Place(parentID: parentID, depth: 2, rootDetails: details, watchedTops: watched)
            after.watchedTops += watched.filter { !after.watchedTops.contains($0) }
        }
        var move = Move(id: touch.id, stamp: touch.stamp, before: before, after: after, isTop: false)
        move.contents = Contents(telling: touch.kinds).intersection(.state)
        deliver(move, &woken)
    }

    private func deliver(_ move: Move, _ woken: inout UInt64) {
        for number in Bits(mask(of: move)) {
            noteMail(for: number, &woken)
            mailboxes[number].add(move)
        }
    }

    private func noteMail(for number: Int, _ woken: inout UInt64) {
        if mailboxes[number].isEmpty { woken |= 1 << UInt64(number) }
    }

    // MARK: Places

    private func place(of index: NodeIndex) -> Place {
        var place = Place(parentID: tree.parent(of: index).map { tree.id(of: $0) })
        var current = index
        while true {
            if descendantWatchCount > 0, tree.isWatchedWithDescendants(current) {
                place.watchedTops.append(tree.id(of: current))
            }
            guard let parent = tree.parent(of: current) else { break }
            place.depth += 1
            current = parent
        }
        place.rootDetails = tree.details(of: current)
        return place
    }

    /// The place of a node that is gone, below a parent that is there; or was, and then was told itself.
    private func place(below parentID: ProgressID, _ rootDetails: DetailsBox?) -> Place {
        var place = Place(depth: 1)
        if let parent = try? tree.find(parentID) {
            place = self.place(of: parent)
            place.depth += 1
        }
        place.parentID = parentID
        place.rootDetails = rootDetails
        return place
    }

    /// The watched tops among a node and what is above it, up to a top of its own tree.
    private func topsWatched(at index: NodeIndex, upTo top: ProgressID? = nil) -> [ProgressID] {
        if descendantWatchCount == 0 { return [] }
        var tops: [ProgressID] = []
        var current: NodeIndex? = index
        while let one = current {
            let id = tree.id(of: one)
            if tree.isWatchedWithDescendants(one) { tops.append(id) }
            if top == nil || id == top { break }
            current = tree.parent(of: one)
        }
        return tops
    }

    // MARK: Masks

    /// The reactors that watch a node that moved, where it was or where it is.
    private func mask(of move: Move) -> UInt64 {
        var mask = everythingMask
        if let watch = watches[move.id] { mask |= watch.itself | watch.descendants }
        for place in [move.before, move.after] {
            guard let place else { continue }
            // Children of roots are told to those who watch roots.
            if place.depth <= 1 { mask |= rootsMask }
            for top in place.watchedTops { mask |= watches[top]?.descendants ?? 0 }
        }
        if move.isTop, let parentID = move.after?.parentID { mask |= watches[parentID]?.itself ?? 0 }
        return mask
    }

    /// The reactors that watch a node that changed where it is.
    private func mask(of touch: Changes.Touch) -> UInt64 {
        var mask = everythingMask
        if tree.isWatched(touch.index) { mask |= watches[touch.id]?.itself ?? 0 }
        if tree.parent(of: touch.index) == nil { mask |= rootsMask }
        if descendantWatchCount == 0 { return mask }
        var current: NodeIndex? = touch.index
        while let one = current {
            if tree.isWatchedWithDescendants(one) { mask |= watches[tree.id(of: one)]?.descendants ?? 0 }
            current = tree.parent(of: one)
        }
        return mask
    }
}

/// The numbers of the bits that are set, the lowest first.
struct Bits: Sequence, IteratorProtocol {
    private var rest: UInt64

    init(_ mask: UInt64) { rest = mask }

    mutating func next() -> Int? {
        guard rest != 0 else { return nil }
        defer { rest &= rest - 1 }
        return rest.trailingZeroBitCount
    }
}
