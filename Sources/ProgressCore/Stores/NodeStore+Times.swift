/// Keeps parents' knowledge of their children's times up to date with every change of a child; see `ChildTimes`.
extension NodeStore {
    /// The record that a child counts in; `.none` if its parent has no record, or the child does not count.
    private func times(for child: NodeIndex) -> ChildTimesIndex {
        let parent = self[child].parent
        if parent == .none { return .none }
        let place = self[familyOf: parent].times
        return place != .none && countsForTimes(child) ? place : .none
    }

    func countsForTimes(_ child: NodeIndex) -> Bool {
        self[child].pendingUnitCount > 0 && self[child].flags.isDisjoint(with: [.isCredited, .isCancelled, .isFailed])
    }

    func timesEntry(of child: NodeIndex) -> ChildTimes.Child {
        ChildTimes.Child(
            index: child,
            units: self[child].counts.total,
            worth: self[child].pendingUnitCount,
            startedAt: self[child].startedAt,
            end: toldEnd(of: child)
        )
    }

    /// When it said that it will end, in milliseconds since 1970; 0 where it did not say, or rests.
    func toldEnd(of child: NodeIndex) -> Int64 {
        if self[child].rate == .none || self[child].startedAt < 0 || self[rateOf: child].isResting { return 0 }
        let end = self[rateOf: child].told.end
        return end > 0 ? self[child].createdAt &+ end : 0
    }

    /// A child counts from now on.
    mutating func enterTimes(_ child: NodeIndex) {
        let place = times(for: child)
        if place == .none { return }
        self[place].enter(timesEntry(of: child))
        self[place].note(isFile: isFile(child))
        self[place].sharing.interrupt()
    }

    private func isFile(_ child: NodeIndex) -> Bool { self[child].details?.details.kind == "file" }

    /// A child is about to change, or to no longer count.
    mutating func leaveTimes(_ child: NodeIndex) {
        let place = times(for: child)
        if place == .none { return }
        self[place].leave(timesEntry(of: child))
        self[place].sharing.interrupt()
    }

    /// A child begins; its start is noted next.
    mutating func noteStartForTimes(_ child: NodeIndex, at now: Int64) {
        let place = times(for: child)
        if place == .none { return }
        self[place].leave(timesEntry(of: child))
        self[child].startedAt = now
        self[place].noteStart()
        self[place].enter(timesEntry(of: child))
        self[place].sharing.begin(sum: self[familyOf: self[child].parent].sum.value, at: now)
    }

    /// A child has ended, and is about to be credited.
    /// - Parameter before: its present share of the sum of its parent.
    mutating func noteEndForTimes(_ child: NodeIndex, worth before: Double, at now: Int64) {
        let place = times(for: child)
        if place == .none { return }
        self[place].leave(timesEntry(of: child))
        self[place].noteEnd(
            units: self[child].counts.total,
            worth: self[child].pendingUnitCount,
            startedAt: self[child].startedAt,
            endedAt: now
        )
        var speed: Double?
        if self[child].rate != .none, self[child].counts.total > 0, let own = self[rateOf: child].speed {
            speed = own.unitsPerSecond * Double(self[child].pendingUnitCount) / Double(self[child].counts.total)
        }
        let rest = self[familyOf: self[child].parent].sum.value - before
        self[place].sharing.end(
            of: speed,
            sum: rest + Double(self[child].pendingUnitCount),
            rest: rest,
            othersCount: self[place].living.workingCount,
            at: now
        )
    }

    /// A child tells another end, or none.
    mutating func tell(_ end: Int64?, isShown: Bool, by child: NodeIndex) {
        let place = times(for: child)
        if place != .none { self[place].leave(timesEntry(of: child)) }
        self[rateOf: child].told.end = end.map { $0 &- self[child].createdAt } ?? 0
        self[rateOf: child].told.isShown = isShown && self[rateOf: child].told.end > 0
        if place == .none { return }
        self[place].enter(timesEntry(of: child))
        noteLatest(child, in: place)
    }

    /// A child does not work now, or its end is unknown.
    mutating func tellNone(by child: NodeIndex) {
        if self[child].rate != .none && self[rateOf: child].told.end > 0 { tell(nil, isShown: false, by: child) }
    }

    /// A rate comes to rest, and its node tells no end meanwhile: it is kept as the time from the last sample on.
    mutating func restTimes(of child: NodeIndex, at now: Int64) {
        let place = times(for: child)
        if place != .none { self[place].leave(timesEntry(of: child)) }
        moveTold(of: child, by: -self[rateOf: child].lastSample)
        self[rateOf: child].rest(units(of: child), at: now)
        if place == .none { return }
        self[place].enter(timesEntry(of: child))
        // One that ends rests as well; that is noted next.
        if self[child].flags.contains(.isPaused) { beginSharing(of: self[child].parent, at: now) }
    }

    /// It continues, and tells the end that it told before.
    mutating func resumeTimes(of child: NodeIndex, at now: Int64) {
        let place = times(for: child)
        if place != .none { self[place].leave(timesEntry(of: child)) }
        self[rateOf: child].resume(units(of: child), at: now)
        moveTold(of: child, by: self[rateOf: child].lastSample)
        if place != .none {
            self[place].enter(timesEntry(of: child))
            noteLatest(child, in: place)
            beginSharing(of: self[child].parent, at: now)
        }
    }

    /// From now on a child more or less works, which changes the speed of the others, or of all.
    private mutating func beginSharing(of parent: NodeIndex, at now: Int64) {
        let family = self[parent].family
        self[self[family].times].sharing.begin(sum: self[family].sum.value, at: now)
    }

    private mutating func moveTold(of child: NodeIndex, by milliseconds: Int64) {
        let end = self[rateOf: child].told.end
        if end == 0 { return }
        let since = milliseconds < 0 ? milliseconds &+ self[child].createdAt : milliseconds &- self[child].createdAt
        self[rateOf: child].told.end = end &+ since
    }

    /// No work was done from `then` to `now`. Shown values stay as they are.
    mutating func skipTimes(of index: NodeIndex, from then: Int64, to now: Int64) {
        let told = self[rateOf: index].told
        if told.end > 0 && !told.isShown { self[rateOf: index].told.end = told.end &+ max(now &- then, 0) }
    }

    private mutating func noteLatest(_ child: NodeIndex, in place: ChildTimesIndex) {
        let end = toldEnd(of: child)
        if end == 0 { return }
        var times = self[place]
        times.note(latest: child, end: end) { toldEnd(of: $0) }
        self[place] = times
    }

    /// Makes the record of a parent from its children. Cost: O(children).
    mutating func countTimes(of parent: NodeIndex) {
        makeTimes(of: parent, ChildTimes())
        let place = self[familyOf: parent].times
        var (firstEnd, lastStart) = (Int64.max, Int64.min)
        var child = self[familyOf: parent].children.first
        while child != .none {
            let startedAt = self[child].startedAt
            if startedAt >= 0 { lastStart = max(lastStart, startedAt) }
            if countsForTimes(child) {
                self[place].enter(timesEntry(of: child))
                self[place].note(isFile: isFile(child))
                noteLatest(child, in: place)
            } else if self[child].counts.isFinished && self[child].pendingUnitCount > 0 && startedAt >= 0 {
                firstEnd = min(firstEnd, self[child].endedAt)
                self[place].noteEnd(
                    units: self[child].counts.total,
                    worth: self[child].pendingUnitCount,
                    startedAt: startedAt,
                    endedAt: self[child].endedAt
                )
            }
            child = self[child].nextSibling
        }
        self[place].note(firstEnd: firstEnd, lastStart: lastStart)
    }
}
