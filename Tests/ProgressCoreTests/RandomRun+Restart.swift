import TestSupport

@testable import ProgressCore

extension RandomRun {
    /// Saves a part of the unsaved changes, or all; now and then the run continues with the saved data alone.
    func save() throws {
        if generator.chance(3) { copy?.grow(from: &tree, most: 2) }
        switch generator.number(below: 60) {
        case 0: try restart()
        case 1..<10: if !tree.takeUnsaved(most: 2, { keep($0) }) { try closeGroup() }
        case 10..<15:
            while tree.takeUnsaved(most: 3, { keep($0) }) {}
            try closeGroup()
            if copy == nil { copy = GrowingCopy() }
        default: return
        }
    }

    private func keep(_ unsaved: Unsaved) {
        disk.keep(unsaved)
        if !followers.isEmpty { openGroup.append(unsaved) }
        copy?.keep(unsaved)
    }

    /// Checks that the copy in the making, if any, with what was saved since it began, equals everything saved.
    private func checkCopy() throws {
        guard var copy else { return }
        copy.grow(from: &tree, most: .max)
        let picture = try picture(of: copy.finish())
        // A rate moves without a mark where a child comes or goes, so that a copy may have a newer one.
        let difference = picture.settled.difference(from: try self.picture(of: disk).settled)
        try require(difference == nil, "a copy differs: \(difference ?? "")")
        copyCount += 1
        self.copy = nil
    }

    private func picture(of disk: Disk) throws -> TreePicture {
        let tree = try disk.restored(like: tree, sequence: tree.sequence, at: model.now)
        return TreePicture(tree, names: Self.names, keys: keys, at: model.now)
    }

    private func restart() throws {
        operation = "restart"
        restartCount += 1
        let recordsTouches = tree.forest.recordsTouches
        while tree.takeUnsaved(most: 3, { keep($0) }) {}
        try closeGroup()
        try checkCopy()
        while twin.takeUnsaved(most: 3, { twinDisk.keep($0) }) {}
        try require(!tree.hasUnsaved, "something stays unsaved")
        if !followers.isEmpty && generator.chance(2) {
            try takeOver()
        } else {
            tree = try disk.restored(like: tree, sequence: tree.sequence, at: model.now)
            restoredStamp = tree.sequence
        }
        twin = try twinDisk.restored(like: twin, sequence: twin.sequence, at: model.now)
        tree.forest.recordsTouches = recordsTouches
        // Touches from before the restart are not reported.
        hasAllTouches = false
        tree.beginRecording()
        if !followers.isEmpty { tree.beginMoments() }
        twin.beginRecording()
        strolls.removeAll()
        // Nodes that are not silent get all of their time again.
        for node in model.nodes where !tree.forest.isSilent(try index(node)) {
            node.values.movedAt = model.now
            if node.values.isPaused { node.values.restsSince = model.now }
        }
        for node in model.nodes where node.state == .running || node.state == .indeterminate {
            model.startLease(node)
        }
    }
}
