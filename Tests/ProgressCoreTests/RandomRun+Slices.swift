import ProgressCore
import TestSupport

/// A walk that continues while operations are done between its steps.
struct Stroll {
    let number: Int
    let top: ProgressID?
    /// Nodes that it must meet: those in its subtree all the time.
    var expected: Set<ProgressID>
    var met: Set<ProgressID> = []
    var open: [ProgressID] = []
}

extension RandomRun {
    /// Frees a few removed nodes, and takes a few steps in some walk.
    func slice() throws {
        if generator.chance(3) { tree.free(most: generator.number(below: 4)) }
        if strolls.count < 3, generator.chance(4) { begin() }
        for place in strolls.indices.reversed() where generator.chance(2) {
            for _ in 0..<generator.number(below: 8) {
                if try !takeStep(place) { break }
            }
        }
    }

    private func begin() {
        guard let node = model.nodes.randomElement(using: &generator), let index = try? index(node) else { return }
        if generator.chance(4) {
            let roots = Set(model.roots.map(\.id))
            strolls.append(
                Stroll(number: tree.beginWalk(overRootsFrom: tree.forest.newestRoot), top: nil, expected: roots)
            )
        } else {
            let nodes = Set(node.subtree.map(\.id))
            strolls.append(Stroll(number: tree.beginWalk(over: index), top: node.id, expected: nodes))
        }
    }

    /// - Returns: whether the walk continues.
    private func takeStep(_ place: Int) throws -> Bool {
        let stroll = strolls[place]
        switch tree.step(stroll.number) {
        case .node(let index, let level, let isOpened):
            let id = tree.forest.id(of: index)
            try require(tree.forest.isLiving(id, at: index), "a walk meets \(id), which is gone")
            try require(strolls[place].met.insert(id).inserted, "a walk meets \(id) twice")
            try require(level == stroll.open.count, "level \(level) below \(stroll.open.count)")
            let parent = tree.forest.parent(of: index).map { tree.forest.id(of: $0) }
            if level > 0 { try require(parent == stroll.open.last, "\(id) is met below another parent") }
            if isOpened { strolls[place].open.append(id) }
        case .levelEnds:
            try require(strolls[place].open.popLast() != nil, "a level ends that did not begin")
        case .over:
            try require(stroll.open.isEmpty, "a walk ends \(stroll.open.count) levels deep")
            for id in stroll.expected where stillBelongs(id, to: stroll) {
                try require(stroll.met.contains(id), "a walk left out \(id)")
            }
            tree.endWalk(stroll.number)
            strolls.remove(at: place)
            return false
        }
        return true
    }

    private func stillBelongs(_ id: ProgressID, to stroll: Stroll) -> Bool {
        guard let index = try? tree.find(id) else { return false }
        if stroll.top != nil { return true }
        return tree.forest.parent(of: index) == nil
    }
}
