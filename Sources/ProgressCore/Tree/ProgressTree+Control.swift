extension ProgressTree {
    /// Cancels, pauses or resumes `index` and every unfinished descendant that has not failed and whose flag differs.
    ///
    /// Pause and resume pass over cancelled nodes. A call that finds nothing to change changes nothing; it is no sign
    /// of life of the worker.
    /// - Throws: `.alreadyFailed`, `.alreadyFinished`, `.alreadyCancelled`; nothing has changed then.
    /// - Complexity: O(subtree + depth).
    package mutating func control(
        _ index: NodeIndex,
        _ control: Control,
        reason: String? = nil,
        by caller: Caller,
        at now: Int64
    ) throws(ProgressError) {
        if forest[index].flags.contains(.isFailed) { throw .alreadyFailed(forest[index].id) }
        if forest[index].flags.contains(.isCancelled) {
            if control != .cancel { throw .alreadyCancelled(forest[index].id) }
        } else if forest[index].counts.isFinished {
            throw .alreadyFinished(forest[index].id)
        }
        var mark = ControlMark(LastControl(action: control, reason: reason, by: caller, at: now), reason: reason)
        mark.fits = hasRoom(for: mark, in: index)
        forest.controlled.beginCall()
        forest.log.reserve(Int(forest[index].workingCount))
        var working: Int32 = 0
        var hasBegun = false
        var current: NodeIndex? = index
        while let one = current {
            if applies(control, to: one) {
                if !hasBegun { forest.log.begin() }
                hasBegun = true
                if control == .cancel { working -= 1 }
                set(control, on: one, &mark, now: now)
            }
            // Cancelled, its whole subtree has ended; the top itself is counted with the path above it.
            if control == .cancel && one != index { forest[one].workingCount = 0 }
            current = forest.nodes.next(after: one, within: index)
        }
        guard hasBegun else {
            forest.noteWrite(index, at: now)
            return
        }
        forest.noteTreeWrite(from: index, now: now, working: working)
    }

    /// Ends `index` as failed, for good; unfinished descendants are cancelled.
    /// - Parameter edits: set in the same change; neither counts nor a name.
    /// - Throws: `.alreadyFailed`, `.alreadyCancelled`, `.alreadyFinished`, `.tooMuchText`; nothing has changed then.
    package mutating func fail(
        _ index: NodeIndex,
        _ failure: ProgressDetails.Failure,
        _ edits: [Edit] = [],
        by caller: Caller,
        at now: Int64
    ) throws(ProgressError) {
        if forest[index].flags.contains(.isFailed) { throw .alreadyFailed(forest[index].id) }
        if forest[index].flags.contains(.isCancelled) { throw .alreadyCancelled(forest[index].id) }
        if forest[index].counts.isFinished { throw .alreadyFinished(forest[index].id) }
        var failure = failure
        (failure.by, failure.at) = (caller, now)
        let planned = try plan(edits, of: index, ending: true, beside: failure.textByteCount)
        forest.renewLease(of: index, at: now)
        forest.log.begin()
        if !edits.isEmpty { carryOut(planned, on: index, now: now) }
        endAsFailed(index, failure, by: caller, now: now)
    }

    /// Fails a node that has not ended, and cancels those below it that have not; part of a change that has begun and
    /// was checked.
    mutating func endAsFailed(_ index: NodeIndex, _ failure: ProgressDetails.Failure, by caller: Caller, now: Int64) {
        var failure = failure
        (failure.by, failure.at) = (caller, now)
        forest[index].flags.remove(.isStalled)
        forest.touch(index, .state, now: now)
        forest.lose(index, as: .isFailed, now: now)
        forest.editDetails(of: index) { $0.failure = failure }
        forest.setTrace(of: index, ControlTrace(forest[index].trace?.control, reason: failure.message))
        let working = -1 - cancelRest(below: index, reason: failure.message, by: caller, now: now)
        forest.noteTreeWrite(from: index, now: now, working: working)
    }

    /// Cancels everything below `index` that has not ended, because `index` has; part of a change that has begun.
    /// - Parameter reason: shown to readers and workers.
    /// - Returns: how many were cancelled. No node below is counted as working then; nodes above still count them.
    mutating func cancelRest(below index: NodeIndex, reason: String?, by caller: Caller, now: Int64) -> Int32 {
        var mark = ControlMark(LastControl(action: .cancel, reason: nil, by: caller, at: now), reason: reason)
        mark.fits = hasRoom(for: mark, in: index)
        forest.controlled.beginCall()
        forest.log.reserve(Int(forest[index].workingCount))
        var count: Int32 = 0
        var current = forest.nodes.next(after: index, within: index)
        while let one = current {
            if applies(.cancel, to: one) {
                count += 1
                set(.cancel, on: one, &mark, now: now)
            }
            forest[one].workingCount = 0
            current = forest.nodes.next(after: one, within: index)
        }
        return count
    }

    private func applies(_ control: Control, to index: NodeIndex) -> Bool {
        if forest[index].isEnded { return false }
        switch control {
        case .cancel: return true
        case .pause: return !forest[index].flags.contains(.isPaused)
        case .resume: return forest[index].flags.contains(.isPaused)
        }
    }

    private mutating func set(_ control: Control, on index: NodeIndex, _ mark: inout ControlMark, now: Int64) {
        let wasPaused = forest[index].flags.contains(.isPaused)
        forest.touch(index, .state, now: now)
        switch control {
        case .cancel: forest.lose(index, as: .isCancelled, now: now)
        case .pause:
            forest[index].flags.insert(.isPaused)
            forest.forgetReportedSpeed(of: index)
        case .resume:
            forest[index].flags.remove(.isPaused)
            if forest[index].flags.contains(.hasLease) { forest.startLease(of: index, at: now) }
        }
        if control == .resume {
            forest.controlled.forget(forest[index].id)
        } else {
            forest.controlled.note(forest[index].id, wasPaused: wasPaused, at: now)
        }
        forest[index].flags.remove(.isStalled)
        if forest[index].rate != .none {
            forest.settleRest(of: index, now: now)
        } else if control == .resume {
            ReportedTimes.follow(index, in: &forest, now: now)
        }
        leave(&mark, on: index)
    }

    /// Notes the caller that controlled a node, and the reason. A control call is never refused for want of room: texts
    /// that do not fit are left out.
    mutating func leave(_ mark: inout ControlMark, on index: NodeIndex) {
        // The usual case, for each of 100,000 nodes.
        if mark.isTold {
            let growth = mark.textByteCount - forest[index].trace.textByteCount
            if growth <= 0 || mark.fits {
                forest.textByteCount += growth
                forest[index].trace = mark.trace
                return
            }
        }
        let before = forest[index].trace
        var trace = mark.trace(after: before)
        let growth = trace.textByteCount - before.textByteCount
        if growth > 0 && !mark.fits && (try? checkText(replacing: 0, by: growth)) == nil {
            mark.leaveOutTexts()
            trace = mark.trace(after: before)
        }
        forest.setTrace(of: index, trace)
    }

    /// Whether the mark fits on every node of a subtree that it may be left on: those that work.
    private func hasRoom(for mark: ControlMark, in top: NodeIndex) -> Bool {
        let byteCount = Int(forest[top].workingCount) * mark.textByteCount
        return byteCount == 0 || heldTextAndRuns + byteCount <= forest.limits.maximumTextByteCount
    }

    /// The age of the control call that a worker now learns of, in milliseconds; nil if unknown, or if it was told
    /// before.
    package mutating func takeControlAge(of id: ProgressID, at now: Int64) -> Int64? {
        forest.controlled.take(id).map { max(now - $0, 0) }
    }
}
