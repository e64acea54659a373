import TestSupport

@testable import ProgressCore

extension RandomRun {
    /// Saves a little of what is unsaved, or all of it; now and then the run goes on with what was saved alone.
    func save() throws {
        switch generator.number(below: 60) {
        case 0: try restart()
        case 1..<10: _ = tree.takeUnsaved(most: 2) { disk.keep($0) }
        case 10..<15: while tree.takeUnsaved(most: 3, { disk.keep($0) }) {}
        default: return
        }
    }

    private func restart() throws {
        operation = "restart"
        restartCount += 1
        let recordsTouches = tree.recordsTouches
        while tree.takeUnsaved(most: 3, { disk.keep($0) }) {}
        while twin.takeUnsaved(most: 3, { twinDisk.keep($0) }) {}
        try require(!tree.hasUnsaved, "something stays unsaved")
        tree = try disk.restored(like: tree, sequence: tree.sequence, at: model.now)
        twin = try twinDisk.restored(like: twin, sequence: twin.sequence, at: model.now)
        restoredStamp = tree.sequence
        tree.recordsTouches = recordsTouches
        // What was touched before is not told any more.
        hasAllTouches = false
        tree.beginRecording()
        twin.beginRecording()
        strolls.removeAll()
        // What is not silent gets all of its time again.
        for node in model.nodes where !tree.isSilent(try index(node)) {
            node.values.movedAt = model.now
            if node.values.isPaused { node.values.restsSince = model.now }
        }
        for node in model.nodes where node.state == .running || node.state == .indeterminate {
            model.startLease(node)
        }
    }
}
