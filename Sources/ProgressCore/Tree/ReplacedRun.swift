/// A run that ends because a newer one begins.
package struct ReplacedRun: Sendable {
    /// The node that has the name.
    package let holder: NodeIndex
    /// The caller that begins the newer one.
    package let caller: Caller

    package init(_ holder: NodeIndex, by caller: Caller) {
        self.holder = holder
        self.caller = caller
    }

    func failure(at now: Int64) -> ProgressDetails.Failure { Self.failure(by: caller, at: now) }

    static func failure(by caller: Caller, at now: Int64) -> ProgressDetails.Failure {
        var failure = ProgressDetails.Failure(message: "A newer run began.", code: "replaced")
        (failure.by, failure.at) = (caller, now)
        return failure
    }
}

extension ProgressTree {
    /// Bytes of text that the end of a run adds.
    func textByteCount(ofEnding run: ReplacedRun) -> Int {
        forest[run.holder].isEnded ? 0 : run.failure(at: 0).textByteCount + run.failure(at: 0).message.utf8.count
    }

    /// Fails the holder, unless it has ended, cancels the nodes that work below it, and frees the names below it: those
    /// that `new` has are taken over. Part of a change that has begun and was checked.
    mutating func end(_ run: ReplacedRun, before new: [NewProgress], now: Int64) {
        if forest[run.holder].isEnded {
            let reason = run.failure(at: now).message
            let count = cancelRest(below: run.holder, reason: reason, by: run.caller, now: now)
            if count > 0 { forest.noteTreeWrite(from: run.holder, now: now, working: -count) }
        } else {
            endAsFailed(run.holder, run.failure(at: now), by: run.caller, now: now)
        }
        let taken = Set(new.compactMap { $0.box?.details.name })
        var current = forest.nodes.next(after: run.holder, within: run.holder)
        while let index = current {
            if let name = forest[index].details?.details.name, names[name] == index, !taken.contains(name) {
                releaseName(name, of: index)
                forest[index].flags.insert(.hasLostName)
                forest.log.unsaved.note(index)
            }
            current = forest.nodes.next(after: index, within: run.holder)
        }
    }
}
