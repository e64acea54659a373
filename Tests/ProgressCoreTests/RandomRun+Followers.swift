import TestSupport

@testable import ProgressCore

/// Trees that follow those of the run by its saved groups.
extension RandomRun {
    func follow(_ count: Int) throws {
        for _ in 0..<count {
            let empty = try Restoration(limits: tree.forest.limits, nodeCount: 0).finish(
                [],
                sequence: 0,
                ordinal: 0,
                at: nil
            )
            followers.append(Follower(empty))
        }
        tree.beginMoments()
    }

    /// The first follower becomes the writer; another one loads the saved data, and takes its place.
    func takeOver() throws {
        takeoverCount += 1
        let writer = TreePicture(tree, names: Self.names, keys: keys, at: model.now)
        let heir = followers[0]
        heir.unwatchAll()
        heir.tree.beginRule(versionGap: 0, sequence: tree.sequence, ordinal: tree.newestOrdinal, at: model.now)
        swap(&tree, &heir.tree)
        try require(!tree.hasUnsaved, "something is unsaved after a takeover")
        let picture = TreePicture(tree, names: Self.names, keys: keys, at: model.now)
        let difference = picture.stamped(restoredStamp).difference(from: writer.stamped(restoredStamp))
        try require(difference == nil, "after a takeover \(difference ?? "")")
        let loaded = try disk.restored(like: tree, sequence: tree.sequence, ordinal: tree.newestOrdinal, at: nil)
        followers[0] = Follower(loaded)
    }

    /// Remembers, after each change of the writer, which states changed: followers have to report them.
    func noteStates() {
        if followers.isEmpty { return }
        _ = tree.endChange()
        var present: [ProgressID: ProgressState] = [:]
        var root = tree.forest.newestRoot
        while let top = root {
            var current: NodeIndex? = top
            while let index = current {
                present[tree.forest.id(of: index)] = tree.state(of: index)
                current = tree.forest.nextInWalk(after: index, within: top)
            }
            root = tree.forest.olderRoot(than: top)
        }
        for (id, state) in present {
            guard let before = states[id], state.isOther(than: before) else { continue }
            for follower in followers { follower.expectedStates[id, default: []].append(state) }
        }
        states = present
    }

    /// Makes a group of everything saved since the last one. The first follower adopts each; others keep some back.
    func closeGroup() throws {
        defer { openGroup = [] }
        if followers.isEmpty { return }
        let group = Follower.Group(things: openGroup, sequence: tree.sequence, ordinal: tree.newestOrdinal)
        let writer = TreePicture(tree, names: Self.names, keys: keys, at: model.now)
        groupCount += 1
        if keepsGroups { keptGroups.append(group) }
        for (number, follower) in followers.enumerated() {
            if number > 0 && generator.chance(2) {
                follower.wait(for: group)
                continue
            }
            let complaint = try follower.adopt(group, names: Self.names, keys: keys, at: model.now)
            try require(complaint == nil, "follower \(number): \(complaint ?? "")")
            let picture = TreePicture(follower.tree, names: Self.names, keys: keys, at: model.now)
            let difference = picture.stamped(restoredStamp).difference(from: writer.stamped(restoredStamp))
            try require(difference == nil, "follower \(number) shows \(difference ?? "")")
        }
        let restored = try disk.restored(like: tree, sequence: tree.sequence, ordinal: tree.newestOrdinal, at: nil)
        let picture = TreePicture(restored, names: Self.names, keys: keys, at: model.now)
        let difference = picture.stamped(restoredStamp).difference(from: writer.stamped(restoredStamp))
        try require(difference == nil, "restored it shows \(difference ?? "")")
    }
}

extension TreePicture {
    /// The picture with the stamps that subtrees have at least since the writer's restart.
    fileprivate func stamped(_ least: UInt64) -> TreePicture {
        var copy = self
        for place in copy.nodes.indices { copy.nodes[place].subtreeStamp = max(copy.nodes[place].subtreeStamp, least) }
        return copy
    }
}
