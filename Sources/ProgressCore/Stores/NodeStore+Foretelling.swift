/// The time left of a root whose name has three finished runs begins with these (docs/contract.md, section 7).
extension NodeStore {
    /// Remembers the present foretelling, where that is due; at a sample.
    mutating func noteForetold(_ index: NodeIndex) {
        guard self[index].parent == .none, self[index].rate != .none, var foretelling = foretellings[index] else {
            return
        }
        let seconds = self[rateOf: index].secondsWorked
        guard foretelling.isDue(after: seconds), let rate = self[rateOf: index].speed,
            let own = ownTime(of: index, at: rate.unitsPerSecond)
        else { return }
        foretelling.note(after: seconds, at: self[index].fraction, byRate: toldTime(of: index) ?? own)
        foretellings[index] = foretelling
    }

    /// Replaces the time by the rate alone with the one that the runs and the rate foretell together.
    func foretell(_ index: NodeIndex, _ speed: inout ShownSpeed) {
        guard self[index].parent == .none, self[index].state == .running, self[index].fraction < 1,
            self[index].rate != .none, !self[index].flags.contains(.isSilent),
            self[familyOf: index].lostCount == 0, let foretelling = foretellings[index],
            let estimate = foretelling.estimate(
                after: self[rateOf: index].secondsWorked,
                at: self[index].fraction,
                byRate: speed.timeRemaining
            ), Node.isReasonable(seconds: estimate.timeRemaining)
        else { return }
        speed.timeRemaining = estimate.timeRemaining
        let byRate = self[rateOf: index].speed?.uncertainty(of: estimate.timeRemaining)
        speed.uncertainty = estimate.uncertainty ?? byRate ?? .infinity
    }

    /// The profile of a finished node, from which the next runs of its name learn.
    func runProfile(of index: NodeIndex) -> RunProfile? {
        guard self[index].state == .finished, self[index].rate != .none else { return nil }
        return RunProfile(self[rateOf: index].stored.blocks, of: Double(self[index].counts.total))
    }
}
