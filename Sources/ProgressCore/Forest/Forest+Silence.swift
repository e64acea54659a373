/// Computed rates end with the evidence (docs/contract.md, section 7): a node whose updates stay away is silent, and shows
/// no computed rate and no computed time until the next update.
///
/// An update is a write that moves the counts of the node or of something below it. The queue of deadlines holds at most
/// one entry for a rate. It comes at least every 30 s, so that a silence is noticed in time also where the usual gap has
/// become shorter since the last look.
extension Forest {
    /// Notifies the rates above a write that moved counts, `index` first; those that were sampled in this tick know
    /// already.
    ///
    /// Most writes sample the whole path, so that this looks at the root alone.
    mutating func noteUpdate(from index: NodeIndex, _ tick: UInt16, now: Int64) {
        var index = index
        while index != .none {
            if nodes[index].rate != .none && nodes[index].rateTick != tick { hearUpdate(of: index, now: now) }
            index = nodes[index].parent
        }
    }

    @inline(never)
    private mutating func hearUpdate(of index: NodeIndex, now: Int64) {
        nodes[rateOf: index].hear(at: now)
        if !nodes[index].flags.contains(.isSilent) { return }
        let before = speed(of: index)
        nodes[index].flags.remove(.isSilent)
        log.unsaved.note(index)
        awaitSilence(of: index)
        if speed(of: index) != before { touch(index, .progress, now: now) }
    }

    /// Queues an entry for a rate that says something, or beside which runs do, unless there is one.
    mutating func awaitSilence(of index: NodeIndex) {
        let rate = nodes[rateOf: index]
        if rate.isAwaited || rate.isResting || nodes[index].isEnded { return }
        if !rate.hasEvidence && nodes.foretellings[index] == nil { return }
        if nodes[index].flags.contains(.isSilent) { return }
        lookForSilence(of: index, at: rate.firstLookAt)
    }

    private mutating func lookForSilence(of index: NodeIndex, at due: Int64) {
        nodes[rateOf: index].isAwaited = true
        schedule(Deadline(due: due, kind: .silence, id: nodes[index].id))
    }

    /// The entry of a node's rate is due. A rate that rests, or whose node has ended, needs none.
    mutating func silenceIfDue(_ id: ProgressID, at now: Int64) {
        guard let index = lookUp(id), nodes[index].rate != .none, nodes[rateOf: index].isAwaited else { return }
        nodes[rateOf: index].isAwaited = false
        if nodes[index].isEnded || nodes[rateOf: index].isResting { return }
        let silentAt = nodes[rateOf: index].silentAt
        if silentAt > now {
            lookForSilence(of: index, at: min(silentAt, now + Rate.leastSilence))
            return
        }
        let before = speed(of: index)
        nodes[index].flags.insert(.isSilent)
        // What is reported counts on.
        if !nodes.reportsTime(index) { nodes.tellNone(by: index) }
        // The next update samples it whatever its tick is.
        nodes[index].rateTick = 0
        log.unsaved.note(index)
        if speed(of: index) == before { return }
        log.begin()
        touch(index, .progress, now: nodes[index].updatedAt)
    }
}
