/// Throughput and time left where the reporter gives none (docs/contract.md, section 7).
///
/// Time is cut into ticks of 128 ms. The first write of a node in a tick that moves its completed units samples its
/// rate, and that of every ancestor that it moves, up to the first that was sampled in this tick: so a burst costs
/// nothing, and the results depend on the writes and their times alone, not on readers. A rate changes only together
/// with the version of its node. When updates stay away it becomes silent (`Forest+Silence.swift`).
extension Forest {
    /// The effect of a change on the rates on its way up.
    struct RateWalk {
        let tick: UInt16
        /// Whether units moved by work, here or below. A join, a removal or a new total is no work.
        var isWork: Bool
        /// By how much the units of the present node moved without work.
        var shift: Double
        /// When the node below says that it will end; 0 if it does not say.
        var toldEnd: Int64 = 0
        /// Whether the count of the first node went back.
        var isRewind = false

        /// - Parameter shift: given where nodes come or go: the resulting change of the first node's units.
        init(now: Int64, isWork: Bool, shift: Double?) {
            tick = Node.tick(at: now)
            self.isWork = isWork && shift == nil
            self.shift = shift ?? 0
        }
    }

    /// Updates the rate of a node that already has its new counts and fraction, and prepares the walk for its parent.
    mutating func followRate(of index: NodeIndex, _ walk: inout RateWalk, moves: Bool, now: Int64) {
        if walk.shift != 0 && nodes[index].rate != .none {
            nodes[rateOf: index].shift(by: walk.shift)
            tellAgain(index, now: now)
        }
        let isOtherWork = walk.isRewind && nodes.hasOtherWork(index)
        if nodes[index].isSampled(in: walk.tick) && !isOtherWork {
            if walk.isWork { raiseTimes(from: index, to: walk.toldEnd, now: now) }
            walk.isWork = false
        } else if walk.isWork && moves {
            sampleRate(of: index, walk.tick, now: now)
            walk.toldEnd = nodes.tellTime(of: index, now: now)
            nodes.noteForetold(index)
        }
        if walk.shift == 0 { return }
        let counts = nodes[index].counts
        let pending = Double(nodes[index].pendingUnitCount)
        walk.shift = counts.isIndeterminate ? 0 : pending * Rate.clamped(walk.shift / Double(counts.total))
    }

    /// Prepares the walk for the parent of a node with a new total, which is no work.
    mutating func followTotal(
        of index: NodeIndex,
        _ walk: inout RateWalk,
        from old: (counts: Counts, fraction: Double),
        now: Int64
    ) {
        tellAgain(index, now: now)
        if old.counts.isIndeterminate {
            // Work that could not be seen until now counts, though.
            (walk.isWork, walk.shift) = (true, 0)
            return
        }
        // The earlier counts, measured by the new total.
        let counts = Counts(total: nodes[index].counts.total, completed: old.counts.completed)
        let moved = counts.fraction(childSum: nodes[familyOf: index].sum.value) - old.fraction
        walk.shift = Double(nodes[index].pendingUnitCount) * Rate.clamped(moved)
    }

    /// The first sample makes the rate; a node that does not work needs none yet.
    @inline(never)
    mutating func sampleRate(of index: NodeIndex, _ tick: UInt16, now: Int64) {
        let isEmpty = nodes.hasEmptyRate(index)
        if isEmpty && nodes[rateOf: index].isResting { return }
        nodes[index].rateTick = tick
        if nodes[index].rate != .none {
            if isEmpty { nodes[rateOf: index].beginAgain(nodes.units(of: index), at: now) }
            nodes[rateOf: index].sample(nodes.units(of: index), at: now)
            nodes[rateOf: index].hear(at: now)
            nodes[index].flags.remove(.isSilent)
            awaitSilence(of: index)
        } else if !nodes[index].isEnded && !nodes[index].flags.contains(.isPaused) {
            nodes.makeRate(of: index, Rate(units: nodes.units(of: index), at: now))
            awaitSilence(of: index)
        }
    }

    /// A rate rests while its node is paused or finished.
    mutating func settleRest(of index: NodeIndex, now: Int64) {
        if nodes[index].rate == .none { return }
        let rests = nodes[index].flags.contains(.isPaused) || nodes[index].finishedAt >= 0
        if rests == nodes[rateOf: index].isResting { return }
        if rests {
            nodes.restTimes(of: index, at: now)
            if nodes[index].flags.contains(.isPaused) {
                ReportedTimes.tellAgain(from: nodes[index].parent, in: &self, now: now)
            }
            return
        }
        nodes.resumeTimes(of: index, at: now)
        // Its total, or the time that it reports, may have changed meanwhile.
        let end = nodes.tellTime(of: index, now: now)
        if nodes.countsForTimes(index) { raiseTimes(from: nodes[index].parent, to: end, now: now) }
        awaitSilence(of: index)
    }

    // MARK: Telling parents

    /// A node that has told its end has changed without a sample: its counts, or the nodes below it, changed without
    /// work.
    private mutating func tellAgain(_ index: NodeIndex, now: Int64) {
        if nodes[index].rate == .none || nodes[rateOf: index].told.end == 0 { return }
        let end = nodes.tellTime(of: index, now: now)
        if end == 0 { return ReportedTimes.tellAgain(from: nodes[index].parent, in: &self, now: now) }
        raiseTimes(from: nodes[index].parent, to: end, now: now)
    }

    /// A child tells an end, and those above it that are not sampled now may not promise an earlier one. Where a
    /// reported time is shown, nothing visible changes.
    mutating func raiseTimes(from index: NodeIndex, to end: Int64, now: Int64) {
        var index = end > 0 ? index : .none
        while index != .none {
            let before = speed(of: index)
            guard nodes.raiseTime(of: index, to: end) else { return }
            if speed(of: index) == before { log.unsaved.note(index) } else { touch(index, .progress, now: now) }
            index = nodes[index].parent
        }
    }

    // MARK: Showing

    /// The reported speed, else the computed one; empty while it is unknown or no work is done.
    func speed(of index: NodeIndex) -> ShownSpeed {
        let state = nodes[index].state
        guard state == .running || state == .indeterminate else { return ShownSpeed() }
        let isBelieved = nodes[index].rate != .none && !nodes[index].flags.contains(.isSilent)
        let rate = isBelieved ? nodes[rateOf: index].speed : nil
        var speed = ShownSpeed(throughput: rate?.unitsPerSecond)
        let own = rate.flatMap { nodes.ownTime(of: index, at: $0.unitsPerSecond) }
        if let seconds = (isBelieved ? nodes.toldTime(of: index) : nil) ?? own {
            speed.timeRemaining = seconds
            speed.uncertainty = rate?.uncertainty(of: seconds) ?? .infinity
        }
        nodes.foretell(index, &speed)
        guard let box = nodes[index].details else { return speed }
        if let throughput = box.details.throughput { speed.throughput = throughput }
        if let seconds = box.details.estimatedTimeRemaining {
            speed.timeRemaining = seconds
            speed.uncertainty = 0
        }
        return speed
    }
}

extension Node {
    /// Seconds: 10,000 hours. A longer time counts as unknown.
    static let longestTime = 3.6e7

    /// The seconds that the rest of the fraction takes; nil if there is no rest (children that do more than they are
    /// worth fill their parent before it has ended), or if the time is beyond all reason.
    func timeRemaining(at unitsPerSecond: Double) -> Double? {
        guard unitsPerSecond > 0, fraction < 1 else { return nil }
        let seconds = (1 - fraction) * Double(counts.total) / unitsPerSecond
        return Self.isReasonable(seconds: seconds) ? seconds : nil
    }

    static func isReasonable(seconds: Double) -> Bool { seconds <= longestTime }

    /// The tick of a moment; never 0, which means none. Equal again after 70 minutes: a sample is left out then.
    static func tick(at now: Int64) -> UInt16 { UInt16(truncatingIfNeeded: now >> 6) | 1 }

    /// Whether its rate and those above were sampled in this tick; a finish is taken in once more.
    func isSampled(in tick: UInt16) -> Bool { rateTick == tick && finishedAt < 0 }
}

extension NodeStore {
    /// The units of the node that are done so far, including the contributions of uncredited children, whatever the
    /// total is.
    func units(of index: NodeIndex) -> Double {
        return Double(self[index].counts.completed) + self[familyOf: index].sum.value
    }

    /// Whether its rate has seen no update since it was made, or since a restart.
    func hasEmptyRate(_ index: NodeIndex) -> Bool {
        guard self[index].rateTick == 0, self[index].rate != .none else { return false }
        return !self[index].flags.contains(.isSilent) && self[rateOf: index].isEmpty
    }

    /// The count of a node went back. Other work begins at once, also while nothing samples its rate: because it rests,
    /// or was sampled in this tick.
    @inline(never)
    mutating func followRewind(of index: NodeIndex, from completed: Int64, now: Int64) {
        if self[index].rate == .none { return }
        let (before, units) = (Double(completed) + self[familyOf: index].sum.value, units(of: index))
        if !Rate.isOtherWork(units, than: before) { return }
        self[rateOf: index].beginAgain(units, at: now)
        self[index].rateTick = 0
    }

    /// Whether a node has fallen below half of what it was when it was sampled last.
    func hasOtherWork(_ index: NodeIndex) -> Bool {
        if self[index].rate == .none || self[rateOf: index].isResting { return false }
        return self[rateOf: index].isOtherWork(units(of: index))
    }
}
