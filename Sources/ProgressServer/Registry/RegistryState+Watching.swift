import ProgressCore

extension RegistryState {
    /// What a reactor's subscriptions ask to be told of.
    enum WatchTarget: Hashable, Sendable {
        case node(ProgressID)
        /// A node's whole subtree, itself included.
        case subtree(ProgressID)
        case roots
        case everything
    }

    func addMailbox(_ mailbox: Mailbox) { mailboxes.append(mailbox) }

    /// One more subscription of `reactor` watches `target`.
    func watch(_ target: WatchTarget, reactor: Int) {
        switch target {
        case .roots:
            rootsCounts[reactor, default: 0] += 1
            rootsMask |= 1 << UInt64(reactor)
        case .everything:
            everythingCounts[reactor, default: 0] += 1
            everythingMask |= 1 << UInt64(reactor)
        case .node(let id):
            watches[id, default: Watch()].itselfCounts[reactor, default: 0] += 1
            watches[id]?.itself |= 1 << UInt64(reactor)
            markWatched(id)
        case .subtree(let id):
            watches[id, default: Watch()].descendantsCounts[reactor, default: 0] += 1
            watches[id]?.descendants |= 1 << UInt64(reactor)
            descendantWatchCount += 1
            markWatched(id)
        }
        noteWhetherWatched()
    }

    func unwatch(_ target: WatchTarget, reactor: Int) {
        let bit = UInt64(1) << UInt64(reactor)
        switch target {
        case .roots: if Self.leave(&rootsCounts, reactor) { rootsMask &= ~bit }
        case .everything: if Self.leave(&everythingCounts, reactor) { everythingMask &= ~bit }
        case .node(let id):
            if Self.leave(&watches[id, default: Watch()].itselfCounts, reactor) { watches[id]?.itself &= ~bit }
            markWatched(id)
        case .subtree(let id):
            descendantWatchCount -= 1
            if Self.leave(&watches[id, default: Watch()].descendantsCounts, reactor) {
                watches[id]?.descendants &= ~bit
            }
            markWatched(id)
        }
        noteWhetherWatched()
    }

    /// - Returns: whether nobody of this reactor is left.
    private static func leave(_ counts: inout [Int: Int], _ reactor: Int) -> Bool {
        guard let count = counts[reactor] else { return true }
        counts[reactor] = count == 1 ? nil : count - 1
        return count == 1
    }

    private func markWatched(_ id: ProgressID) {
        let watch = watches[id] ?? Watch()
        if watch.itself == 0 && watch.descendants == 0 { watches[id] = nil }
        guard let index = try? tree.find(id) else { return }
        tree.setWatched(index, itself: watch.itself != 0, descendants: watch.descendants != 0)
    }

    private func noteWhetherWatched() {
        tree.recordsTouches = rootsMask | everythingMask != 0 || !watches.isEmpty
    }

    /// When the reaper has something to do next: a deadline, or the next look for abandoned trees.
    func nextReaping(after now: Int64) -> Int64? {
        let deadline = tree.nextDeadline ?? .max
        let look = tree.limits.abandonment > 0 ? now + 1_000 : .max
        return min(deadline, look) == .max ? nil : min(deadline, look)
    }

    /// Frees some of what was removed.
    /// - Returns: whether there is more.
    func free(most: Int) -> Bool {
        isFreeing = tree.free(most: most)
        return isFreeing
    }

    // MARK: Publishing

    /// A change that touches more nodes than this leaves only their newest state.
    private static let momentLimit = 64

    /// Hands what the last mutation touched to the reactors that watch it, and wakes them.
    func publish(from reactor: Int?) {
        if let next = tree.nextDeadline, next < armedDeadline {
            armedDeadline = next
            requestReaping()
        }
        if tree.hasCondemned && !isFreeing {
            isFreeing = true
            requestReaping()
        }
        if tree.changes.isEmpty { return }
        var woken: UInt64 = 0
        let stamp = tree.sequence
        for departure in tree.changes.departures {
            departures.append(departure)
            for number in Bits(mask(of: departure)) {
                if mailboxes[number].isEmpty { woken |= 1 << UInt64(number) }
                let index = (try? tree.find(departure.id)) ?? NodeIndex.none
                mailboxes[number].add(departure, at: index, stamp: stamp)
            }
        }
        let keepsMoments = tree.changes.touches.count <= Self.momentLimit
        for touch in tree.changes.touches where tree.isLiving(touch.id, at: touch.index) {
            let mask = mask(of: touch)
            if mask == 0 { continue }
            let hasMoment = keepsMoments && touch.kinds.contains(.state)
            let moment = hasMoment ? tree.snapshot(of: touch.index) : nil
            for number in Bits(mask) {
                if mailboxes[number].isEmpty { woken |= 1 << UInt64(number) }
                mailboxes[number].add(touch, stamp: stamp, moment: moment)
            }
        }
        tree.changes.removeAll()
        for number in Bits(woken) where number != reactor { mailboxes[number].wake() }
    }

    /// The reactors that watch a touched node; for one that joined, also those that watch its parent.
    private func mask(of touch: Changes.Touch) -> UInt64 {
        var mask = everythingMask
        if tree.isWatched(touch.index) { mask |= watches[touch.id]?.itself ?? 0 }
        guard let parent = tree.parent(of: touch.index) else {
            if tree.isWatchedWithDescendants(touch.index) { mask |= watches[touch.id]?.descendants ?? 0 }
            return mask | rootsMask
        }
        if touch.kinds.contains(.joined) {
            if tree.isWatched(parent) { mask |= watches[tree.id(of: parent)]?.itself ?? 0 }
            if tree.parent(of: parent) == nil { mask |= rootsMask }
        }
        return mask | descendantMask(from: touch.index)
    }

    private func mask(of departure: Changes.Departure) -> UInt64 {
        var mask = everythingMask
        if let watch = watches[departure.id] { mask |= watch.itself | watch.descendants }
        if departure.kind == .joined || departure.parentID == nil { mask |= rootsMask }
        if let parentID = departure.parentID, let parent = try? tree.find(parentID) {
            mask |= descendantMask(from: parent)
        }
        return mask
    }

    private func descendantMask(from index: NodeIndex) -> UInt64 {
        if descendantWatchCount == 0 { return 0 }
        var mask: UInt64 = 0
        var current: NodeIndex? = index
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
