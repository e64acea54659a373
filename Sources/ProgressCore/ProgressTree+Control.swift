extension ProgressTree {
    /// A call that flows down the tree to the workers.
    ///
    /// Records on disk hold the raw values: never change them.
    package enum Control: UInt8, CaseIterable, Sendable {
        case cancel = 1
        case pause = 2
        case resume = 3

        package var name: StaticString {
            switch self {
            case .cancel: "cancel"
            case .pause: "pause"
            case .resume: "resume"
            }
        }
    }

    /// Cancels, pauses or resumes `index` and every unfinished descendant that has not failed and whose flag differs.
    ///
    /// Pause and resume pass over cancelled nodes. A call that finds nothing to change changes nothing.
    /// - Throws: `.alreadyFailed`, `.alreadyFinished`, `.alreadyCancelled`; nothing has changed then.
    /// - Complexity: O(subtree + depth).
    package mutating func control(
        _ index: NodeIndex,
        _ control: Control,
        reason: String? = nil,
        by caller: Caller,
        at now: Int64
    ) throws(ProgressError) {
        if nodes[index].flags.contains(.isFailed) { throw .alreadyFailed(nodes[index].id) }
        if nodes[index].flags.contains(.isCancelled) {
            if control != .cancel { throw .alreadyCancelled(nodes[index].id) }
        } else if nodes[index].counts.isFinished {
            throw .alreadyFinished(nodes[index].id)
        }
        let mark = ControlMark(LastControl(action: control, reason: reason, by: caller, at: now), reason: reason)
        controlled.beginCall()
        let isRevived = renewLease(of: index, at: now)
        var working: Int32 = 0
        var hasBegun = false
        if isRevived {
            log.begin()
            hasBegun = true
            touch(index, .state, now: now)
        }
        var current: NodeIndex? = index
        while let one = current {
            if applies(control, to: one) {
                if !hasBegun { log.begin() }
                hasBegun = true
                if control == .cancel { working -= 1 }
                set(control, on: one, mark, now: now)
            }
            // Cancelled, its whole subtree has ended; the top itself is counted with the path above it.
            if control == .cancel && one != index { nodes[one].workingCount = 0 }
            current = nodes.next(after: one, within: index)
        }
        guard hasBegun else {
            noteWrite(index, at: now)
            return
        }
        noteTreeWrite(from: index, now: now, working: working)
    }

    /// Ends `index` as failed, for good; unfinished descendants are cancelled.
    package mutating func fail(
        _ index: NodeIndex,
        _ failure: ProgressDetails.Failure,
        by caller: Caller,
        at now: Int64
    ) throws(ProgressError) {
        if nodes[index].flags.contains(.isFailed) { throw .alreadyFailed(nodes[index].id) }
        if nodes[index].flags.contains(.isCancelled) { throw .alreadyCancelled(nodes[index].id) }
        if nodes[index].counts.isFinished { throw .alreadyFinished(nodes[index].id) }
        var failure = failure
        (failure.by, failure.at) = (caller, now)
        try checkText(replacing: nil, by: failure.textByteCount)
        renewLease(of: index, at: now)
        log.begin()
        endAsFailed(index, failure, by: caller, now: now)
    }

    /// Fails what has not ended, and cancels what works below it; part of a change that has begun and was checked.
    mutating func endAsFailed(_ index: NodeIndex, _ failure: ProgressDetails.Failure, by caller: Caller, now: Int64) {
        var failure = failure
        (failure.by, failure.at) = (caller, now)
        nodes[index].flags.remove(.isStalled)
        touch(index, .state, now: now)
        lose(index, as: .isFailed, now: now)
        editDetails(of: index) { $0.failure = failure }
        setTrace(of: index, ControlTrace(nodes[index].trace?.control, reason: failure.message))
        let working = -1 - cancelRest(below: index, reason: failure.message, by: caller, now: now)
        noteTreeWrite(from: index, now: now, working: working)
    }

    /// Cancels everything below `index` that has not ended, because `index` has; part of a change that has begun.
    /// - Parameter reason: for those who are told.
    /// - Returns: how many were cancelled. No node below works any more; those above still count them.
    mutating func cancelRest(below index: NodeIndex, reason: String?, by caller: Caller, now: Int64) -> Int32 {
        let mark = ControlMark(LastControl(action: .cancel, reason: nil, by: caller, at: now), reason: reason)
        controlled.beginCall()
        var count: Int32 = 0
        var current = nodes.next(after: index, within: index)
        while let one = current {
            if applies(.cancel, to: one) {
                count += 1
                set(.cancel, on: one, mark, now: now)
            }
            nodes[one].workingCount = 0
            current = nodes.next(after: one, within: index)
        }
        return count
    }

    private func applies(_ control: Control, to index: NodeIndex) -> Bool {
        if nodes[index].isEnded { return false }
        switch control {
        case .cancel: return true
        case .pause: return !nodes[index].flags.contains(.isPaused)
        case .resume: return nodes[index].flags.contains(.isPaused)
        }
    }

    private mutating func set(_ control: Control, on index: NodeIndex, _ mark: ControlMark, now: Int64) {
        touch(index, .state, now: now)
        switch control {
        case .cancel: lose(index, as: .isCancelled, now: now)
        case .pause: nodes[index].flags.insert(.isPaused)
        case .resume:
            nodes[index].flags.remove(.isPaused)
            if nodes[index].flags.contains(.hasLease) { startLease(of: index, at: now) }
        }
        if control == .resume {
            controlled.forget(nodes[index].id)
        } else {
            controlled.note(nodes[index].id, at: now)
        }
        nodes[index].flags.remove(.isStalled)
        settleRest(of: index, now: now)
        leave(mark, on: index)
    }

    /// Writes down who controlled a node, and why. A control call is never refused for want of room: texts that do not
    /// fit are left out.
    mutating func leave(_ mark: ControlMark, on index: NodeIndex) {
        let before = nodes[index].trace
        var trace = mark.trace(after: before, hasTexts: true)
        let growth = trace.textByteCount - before.textByteCount
        if growth > 0 && (try? checkText(replacing: 0, by: growth)) == nil {
            trace = mark.trace(after: before, hasTexts: false)
        }
        setTrace(of: index, trace)
    }

    mutating func setTrace(of index: NodeIndex, _ trace: ControlTrace?) {
        textByteCount += trace.textByteCount - nodes[index].trace.textByteCount
        nodes[index].trace = trace
    }
}
