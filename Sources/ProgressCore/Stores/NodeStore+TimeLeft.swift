/// The time left of a parent follows from its children's, where they have one (docs/contract.md, section 7): a fraction
/// does not know that four children work side by side, or that the rest is one long one.
///
/// A node that is sampled tells its parent when it will end. Shown values change only with the version of a node.
extension NodeStore {
    /// The seconds that the rest of the fraction takes; nil where they cannot be known.
    func ownTime(of index: NodeIndex, at unitsPerSecond: Double) -> Double? {
        guard hasTime(index) else { return nil }
        return self[index].timeRemaining(at: unitsPerSecond)
    }

    /// Whether the time left can be known at all.
    private func hasTime(_ index: NodeIndex) -> Bool {
        self[index].state == .running && self[familyOf: index].lostCount == 0 && self[index].fraction < 1
    }

    /// Whether a node works that reports its time left.
    func reportsTime(_ index: NodeIndex) -> Bool {
        guard self[index].details?.details.estimatedTimeRemaining != nil, self[index].startedAt >= 0 else {
            return false
        }
        return [.running, .indeterminate].contains(self[index].state)
    }

    /// The time left as the node told it when it was last sampled, at its newest change; nil where that is not shown.
    func toldTime(of index: NodeIndex) -> Double? {
        let told = self[rateOf: index].told
        guard told.isShown, hasTime(index) else { return nil }
        return Double(max(self[index].createdAt &+ told.end &- self[index].updatedAt, 0)) / 1_000
    }

    /// A parent without children that still count has the time of its fraction.
    mutating func showOwnTime(ofParent index: NodeIndex) {
        if self[index].rate == .none || self[familyOf: index].uncreditedCount > 0 { return }
        self[rateOf: index].told.isShown = false
    }

    /// A node tells its parent when it will end: one that has just been sampled, or that something else changed.
    /// - Returns: when; 0 where it does not know.
    @discardableResult
    mutating func tellTime(of index: NodeIndex, now: Int64) -> Int64 {
        let (parent, isParent) = (self[index].parent, self[familyOf: index].uncreditedCount > 0)
        if self[index].rate == .none { return 0 }
        if parent == .none && !isParent {
            tellNone(by: index)
            return 0
        }
        var (seconds, isShown): (Double?, Bool) = (nil, false)
        let isBelieved = !self[index].flags.contains(.isSilent)
        if isBelieved, let speed = self[rateOf: index].speed, var own = ownTime(of: index, at: speed.unitsPerSecond) {
            own = max(own - self[rateOf: index].secondsSinceSample(at: now), 0)
            let time = isParent ? timeByChildren(of: index, own, now: now) : timeWithinParent(of: index, own, now: now)
            (seconds, isShown) = (time, time != own)
        } else if isParent && isBelieved {
            seconds = timeByChildrenAlone(of: index, now: now)
            isShown = seconds != nil
        }
        if [.running, .indeterminate].contains(self[index].state),
            let reported = self[index].details?.details.estimatedTimeRemaining
        {
            seconds = reported
        }
        let end = seconds.flatMap { $0 >= 0 && $0 <= Node.longestTime ? now &+ Int64($0 * 1_000) : nil }
        tell(end, isShown: isShown, by: index)
        if end != nil, parent != .none, self[familyOf: parent].times == .none { countTimes(of: parent) }
        return end ?? 0
    }

    /// Whether the children share, as far as it was seen; files do until something else is seen.
    private func sharing(of parent: NodeIndex) -> ToldTime.Sharing {
        let sharing = self[parent].rate == .none ? .unknown : self[rateOf: parent].told.sharing
        let place = self[familyOf: parent].times
        return sharing == .unknown && place != .none && self[place].areFiles ? .shared : sharing
    }

    /// It was seen at an end whether the children share.
    private mutating func noteSharing(of parent: NodeIndex, _ isSharing: Bool) {
        let sharing = sharing(of: parent).after(sharing: isSharing)
        let isSeenOfFiles = sharing == .unknown && self[self[familyOf: parent].times].areFiles
        self[rateOf: parent].told.sharing = isSeenOfFiles ? .independent : sharing
    }

    /// - Parameter own: by its fraction.
    private mutating func timeByChildren(of index: NodeIndex, _ own: Double, now: Int64) -> Double {
        let place = self[familyOf: index].times
        if place == .none { return own }
        if let isSharing = self[place].sharing.look(sum: self[familyOf: index].sum.value, at: now) {
            noteSharing(of: index, isSharing)
        }
        var seconds = own
        let waits = self[place].living.waitingCount > 0
        if waits, let time = self[place].timeWithWaiting(at: now, samples(in: place, now: now)) { seconds = time }
        let (end, last) = latestEnd(in: place)
        let latest = Double(end &- now) / 1_000
        if latest <= seconds { return followsReport(index, of: last) ? max(latest, 0) : seconds }
        if self[place].isAlone && waits { return latest }
        switch sharing(of: index) {
        case .shared: return seconds
        case .independent: return latest
        case .unknown: return self[place].mayOverlap ? (seconds * latest).squareRoot() : latest
        }
    }

    /// The seconds that a parent takes whose own speed is not known; nil unless all its work is that of children, all of
    /// which have told their end.
    func timeByChildrenAlone(of index: NodeIndex, now: Int64) -> Double? {
        let place = self[familyOf: index].times
        guard place != .none, hasTime(index), areChildrenAll(of: index), sharing(of: index) != .shared else {
            return nil
        }
        let end = latestEnd(in: place).end
        return end == 0 ? nil : Double(max(end &- now, 0)) / 1_000
    }

    /// Whether children that work and have told their end do all that is left.
    private func areChildrenAll(of index: NodeIndex) -> Bool {
        let living = self[self[familyOf: index].times].living
        let rest = Double(self[index].counts.total) - Double(self[index].counts.completed)
        return living.tellAll && rest <= Double(living.worth)
    }

    /// Whether a parent takes as long as its last child reports, or is told by its own children, also where its
    /// fraction needs longer.
    private func followsReport(_ index: NodeIndex, of last: NodeIndex) -> Bool {
        guard last != .none, areChildrenAll(of: index), areIndependent(index) else { return false }
        return reportsTime(last) || self[familyOf: last].uncreditedCount > 0 && self[rateOf: last].told.isShown
    }

    /// Whether the children do not share, and are known not to replace each other.
    private func areIndependent(_ index: NodeIndex) -> Bool {
        let sharing = sharing(of: index)
        return sharing == .independent || sharing == .unknown && !self[self[familyOf: index].times].mayOverlap
    }

    /// Where children share one source of speed, none takes longer than all of them.
    private func timeWithinParent(of index: NodeIndex, _ own: Double, now: Int64) -> Double {
        let parent = self[index].parent
        if parent == .none || self[parent].rate == .none || sharing(of: parent) != .shared { return own }
        let place = self[familyOf: parent].times
        if place == .none || self[place].living.waitingCount > 0 { return own }
        let end = self[rateOf: parent].told.end
        let rest = Double(self[parent].createdAt &+ end &- now) / 1_000
        return end > 0 && rest > 0 ? min(own, rest) : own
    }

    /// - Returns: 0 and `.none` where no child has told its end.
    private func latestEnd(in place: ChildTimesIndex) -> (end: Int64, child: NodeIndex) {
        var latest: (end: Int64, child: NodeIndex) = (0, .none)
        let candidates = self[place].candidates
        for each in candidates.indices where candidates[each] != .none {
            let end = toldEnd(of: candidates[each])
            if end > latest.end { latest = (end, candidates[each]) }
        }
        return latest
    }

    /// How long those children take that work, have told their end, and have done enough.
    private func samples(in place: ChildTimesIndex, now: Int64) -> [ChildPace.Sample] {
        var samples: [ChildPace.Sample] = []
        let candidates = self[place].candidates
        for each in candidates.indices where candidates[each] != .none {
            let child = candidates[each]
            let worked = now &- self[child].startedAt
            if self[child].fraction < ChildPace.leastFraction || worked < ChildPace.leastWork { continue }
            samples.append(
                ChildPace.Sample(
                    seconds: Double(toldEnd(of: child) &- self[child].startedAt) / 1_000,
                    units: Double(self[child].counts.total),
                    worth: Double(self[child].pendingUnitCount)
                )
            )
        }
        return samples
    }

    /// A child told a later end than its parent did in the same tick, in which that is not sampled again.
    /// - Returns: whether the parent tells that end now, so that those above it follow.
    mutating func raiseTime(of index: NodeIndex, to end: Int64) -> Bool {
        if index == .none || self[index].rate == .none { return false }
        let place = self[familyOf: index].times
        let told = self[rateOf: index].told
        guard place != .none, told.end > 0, self[index].createdAt &+ told.end < end else { return false }
        let isIndependent = areIndependent(index)
        if isIndependent { tell(end, isShown: true, by: index) }
        return isIndependent
    }
}
