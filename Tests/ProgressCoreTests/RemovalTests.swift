import ProgressCore
import Testing

/// DELETE with both policies, and nodes that vanish as they finish.
struct RemovalTests {
    @Test func `a child that comes finished, is worth nothing and vanishes leaves its parent as it was`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 1, of: 10)
        fixture.now += 1_000
        let before = fixture.snapshot("p")

        try fixture.child("c", of: "p", worth: 0, 10, of: 10) { $0.removeWhenFinished = true }
        let nothing = fixture.snapshot("p")
        try fixture.child("d", of: "p", worth: 1, 10, of: 10) { $0.removeWhenFinished = true }

        #expect(nothing.version == before.version && nothing.updatedAt == before.updatedAt)
        #expect(!fixture.lives("c") && fixture.completed("p") == 2)
        #expect(fixture.snapshot("p").version > before.version)
    }

    @Test func `removing a node removes its subtree and frees its names`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("g", of: "c", worth: 1)
        try fixture.edit("g", .name("deep"))

        try fixture.remove("c")

        #expect(["p", "c", "g"].map { fixture.lives($0) } == [true, false, false])
        #expect(fixture.tree.nodeCount == 1)
        #expect(throws: ProgressError.notFound) { _ = try fixture.tree.find(name: "deep") }
        #expect(fixture.tree.heldTextByteCount == 0)
        try fixture.edit("p", .name("deep"))
    }

    @Test func `the pending units of a removed child are credited, so that the parent can finish`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 4, of: 10)
        try fixture.child("c", of: "p", worth: 6, 1, of: 2)
        let version = fixture.snapshot("p").version

        try fixture.remove("c")

        let parent = fixture.snapshot("p")
        #expect(parent.completedUnitCount == 10)
        #expect(parent.state == .finished)
        #expect(parent.childCount == 0)
        #expect(parent.version == version + 1)
    }

    @Test func `released pending units are dropped`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 4, of: 10)
        try fixture.child("c", of: "p", worth: 6, 1, of: 2)

        try fixture.remove("c", pending: .release)

        #expect(fixture.completed("p") == 4)
        #expect(fixture.fraction("p") == 0.4)
        #expect(fixture.snapshot("p").childCount == 0)
    }

    @Test(arguments: [ProgressTree.PendingPolicy.credit, .release])
    func `what was credited stays credited and is not credited again`(policy: ProgressTree.PendingPolicy) throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 6, 2, of: 2)
        try fixture.setCounts("c", 1, of: 2)

        try fixture.remove("c", pending: policy)

        #expect(fixture.completed("p") == 6)
        #expect(fixture.fraction("p") == 0.6)
    }

    @Test func `removal from the middle keeps the order of the others`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        for letter in ["a", "b", "c", "d"] { try fixture.child(letter, of: "p", worth: 1) }

        try fixture.remove("b")
        try fixture.remove("d")
        try fixture.child("e", of: "p", worth: 1)
        try fixture.remove("a")

        #expect(fixture.children(of: "p") == [fixture.id("c"), fixture.id("e")])
    }

    @Test func `roots are listed newest first, without removed and attached ones`() throws {
        let fixture = TreeFixture()
        for letter in ["a", "b", "c", "d", "e"] { try fixture.root(letter) }
        try fixture.remove("e")
        try fixture.attach("b", to: "d", worth: 1)

        var listed: [ProgressID] = []
        var next = fixture.tree.forest.newestRoot
        while let root = next {
            listed.append(fixture.tree.forest.id(of: root))
            next = fixture.tree.forest.olderRoot(than: root)
        }

        #expect(listed == ["d", "c", "a"].map { fixture.id($0) })
        #expect(fixture.tree.forest.rootsCount == 3)
    }

    @Test func `a stale place stands for nobody, and a new node in it is another`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        let index = fixture.index("p")

        try fixture.remove("p")
        let livesOn = fixture.tree.forest.isLiving(fixture.id("p"), at: index)
        try fixture.root("q")

        #expect(!livesOn)
        #expect(fixture.index("q") == index)
        #expect(!fixture.lives("p"))
        #expect(fixture.snapshot("q").childCount == 0)
        #expect(fixture.snapshot("q").version == 1)
    }

    // MARK: removeWhenFinished

    @Test func `it vanishes with its subtree the moment it finishes and its credit stays`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 5, 0, of: 2) { $0.removeWhenFinished = true }
        try fixture.child("g", of: "c", worth: 1)

        let written = try fixture.complete("c", by: 2)

        guard case .vanished(let last) = written else { throw Unexpected() }
        #expect(last.completedUnitCount == 2)
        #expect(last.state == .finished)
        #expect(last.childCount == 1)
        #expect(["c", "g"].allSatisfy { !fixture.lives($0) })
        #expect(fixture.completed("p") == 5)
        #expect(fixture.snapshot("p").childCount == 0)
        #expect(fixture.snapshot("p").version == 3)
    }

    @Test func `set on a finished node it vanishes at once`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 2, of: 2)

        let written = try fixture.edit("p", .removeWhenFinished(true))

        guard case .vanished(let last) = written else { throw Unexpected() }
        #expect(last.removeWhenFinished)
        #expect(!fixture.lives("p"))
        #expect(fixture.tree.nodeCount == 0)
    }

    @Test func `a cascade takes along every node that wishes to go, from the highest down`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1)
        try fixture.child("c", of: "p", worth: 1, 0, of: 1) { $0.removeWhenFinished = true }
        try fixture.child("g", of: "c", worth: 1, 0, of: 1) { $0.removeWhenFinished = true }
        try fixture.child("h", of: "g", worth: 1, 0, of: 1)

        let written = try fixture.complete("h", by: 1)

        guard case .vanished(let last) = written else { throw Unexpected() }
        #expect(last.id == fixture.id("h"))
        #expect(fixture.tree.nodeCount == 1)
        #expect(fixture.state("p") == .finished)
    }

    @Test func `a node that is created finished and wishes to go is answered and gone`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)

        let below = try fixture.child("c", of: "p", worth: 4, 1, of: 1) { $0.removeWhenFinished = true }
        let alone = try fixture.root("q", 1, of: 1) { $0.removeWhenFinished = true }

        guard case .vanished = below, case .vanished = alone else { throw Unexpected() }
        #expect(fixture.completed("p") == 4)
        #expect(fixture.snapshot("p").childCount == 0)
        #expect(fixture.tree.nodeCount == 1)
    }

    @Test func `inside a create only what finished and wishes to go vanishes`() throws {
        let fixture = TreeFixture()
        let top = fixture.new("p", 0, of: 10)
        let gone = fixture.new("a", 1, of: 1) {
            $0.parentPosition = 0
            $0.pendingUnitCount = 4
            $0.removeWhenFinished = true
        }
        let below = fixture.new("b", 1, of: 1) {
            $0.parentPosition = 1
            $0.removeWhenFinished = true
        }
        let stays = fixture.new("c", 0, of: 1) {
            $0.parentPosition = 0
            $0.removeWhenFinished = true
        }

        let written = try fixture.insert([top, gone, below, stays], under: nil)

        guard case .living = written else { throw Unexpected() }
        #expect(fixture.completed("p") == 4)
        #expect(fixture.children(of: "p") == [fixture.id("c")])
        #expect(fixture.tree.nodeCount == 2)
    }

    @Test func `attaching a finished root can make its new parent vanish with it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1) { $0.removeWhenFinished = true }
        try fixture.root("c", 1, of: 1)

        let written = try fixture.attach("c", to: "p", worth: 1)

        guard case .vanished(let last) = written else { throw Unexpected() }
        #expect(last.id == fixture.id("c"))
        #expect(fixture.tree.nodeCount == 0)
        #expect(fixture.tree.forest.rootsCount == 0)
    }

    @Test func `a node that works through many steps stays small`() throws {
        let fixture = TreeFixture { $0.maximumNodeCount = 3 }
        try fixture.root("p", 0, of: 10_000)

        for _ in 0..<10_000 {
            let key = try fixture.reserve(1, of: "p")
            try fixture.claim(key, as: "c")
            try fixture.edit("c", .removeWhenFinished(true))
            try fixture.complete("c", by: 10)
        }

        #expect(fixture.state("p") == .finished)
        #expect(fixture.tree.nodeCount == 1)
    }

    /// The write was not answered in the way that the test is about.
    private struct Unexpected: Error {}
}
