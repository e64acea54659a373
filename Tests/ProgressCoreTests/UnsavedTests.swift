import ProgressCore
import Testing

/// Changes to be saved, and trees that are restored from them. The random runs check all of it.
struct UnsavedTests {
    private func take(_ fixture: TreeFixture) -> [Unsaved] {
        var all: [Unsaved] = []
        while fixture.tree.takeUnsaved(most: 100, { all.append($0) }) {}
        return all
    }

    private func nodes(_ unsaved: [Unsaved]) -> [StoredProgress] {
        unsaved.compactMap { if case .node(let stored) = $0 { stored } else { nil } }
    }

    @Test func `nothing is noted before somebody records`() throws {
        let fixture = TreeFixture()
        try fixture.root("a")

        let hasUnsaved = fixture.tree.hasUnsaved

        #expect(!hasUnsaved)
    }

    @Test func `a node that changes often is saved once, as it is`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try fixture.root("a")
        for _ in 0..<5 { _ = try fixture.tree.complete(fixture.index("a"), by: 1, at: fixture.now) }

        let stored = nodes(take(fixture))

        #expect(stored.count == 1)
        #expect(stored.first?.counts.completed == 5)
    }

    @Test func `a node that came and went is not mentioned`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try fixture.root("a")
        try fixture.tree.remove(fixture.index("a"), pending: .credit, at: fixture.now)

        #expect(take(fixture).isEmpty)
    }

    @Test func `of a saved tree that is removed every node is taken back`() throws {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 1 }
        fixture.tree.beginRecording()
        try fixture.root("a")
        try fixture.child("b", of: "a", worth: 1)
        try fixture.child("c", of: "b", worth: 1)
        _ = take(fixture)
        try fixture.tree.remove(fixture.index("a"), pending: .credit, at: fixture.now)

        let gone = take(fixture).count { if case .noNode = $0 { true } else { false } }

        #expect(gone == 3)
    }

    @Test func `what a subtree leaves to a summary is saved when its nodes are freed later`() throws {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 0 }
        fixture.tree.beginRecording()
        try fixture.root("a")
        try fixture.child("b", of: "a", worth: 1, 0, of: 70) { $0.details = .file }
        try fixture.tree.remove(fixture.index("b"), pending: .credit, at: fixture.now)

        let last = nodes(take(fixture)).last { $0.id == fixture.tree.forest.id(of: fixture.index("a")) }

        #expect(last?.retired.totalByteCount == 70)
    }

    @Test func `a child without its parent is no tree, nor is a ring`() throws {
        let (one, other) = (ProgressID(high: 0, low: 1), ProgressID(high: 0, low: 2))
        var child = StoredProgress(id: one, counts: Counts(total: 1, completed: 0), ordinal: 1, createdAt: 0)
        child.parentID = other
        var parent = StoredProgress(id: other, counts: Counts(total: 1, completed: 0), ordinal: 2, createdAt: 0)
        parent.parentID = one

        #expect(throws: RestoreError.noParent(other, of: one)) { try restore([child]) }
        #expect(throws: RestoreError.ring(nodeCount: 2)) { try restore([child, parent]) }
        #expect(throws: RestoreError.twice(one)) { try restore([child, child]) }
    }

    private func restore(_ stored: [StoredProgress]) throws {
        var restoration = Restoration(limits: ProgressLimits(), nodeCount: 2)
        for one in stored { try restoration.add(one) }
        _ = try restoration.finish([], sequence: 1, ordinal: 1, at: 0)
    }
}

extension ProgressDetails? {
    fileprivate static var file: ProgressDetails? {
        var details = ProgressDetails()
        details.kind = "file"
        return details
    }
}
